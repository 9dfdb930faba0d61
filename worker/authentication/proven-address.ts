/** The guard of calls that bind someone: their e-mail address has to be proven, where this deployment asks for that. */
import { createMiddleware } from "hono/factory";

import { mustProveAddress } from "../accounts/level.ts";
import { maskEmail } from "../accounts/masked-email.ts";
import type { HttpEnv } from "../http/context.ts";
import { fail } from "../http/failure.ts";
import { callerOf } from "../http/session.ts";

/**
 * Behind a session. The refusal is `email_not_proven`, with the masked address that the link goes to, or without one for
 * an account that has none.
 */
export const provenOnly = createMiddleware<HttpEnv>(async (c, next) => {
  const session = callerOf(c);
  if (!mustProveAddress(session, c.get("settings"))) return next();
  const { email } = session.user;
  if (email === null) return fail(c, "email_not_proven", { message: NO_ADDRESS });
  return fail(c, "email_not_proven", { details: { address: maskEmail(email) } });
});

const NO_ADDRESS = "Your account has no email address. Add one on your profile first.";
