/** The guard of calls that bind someone: their email address has to be proven, where this deployment asks for that. */
import { createMiddleware } from "hono/factory";

import { mustProveAddress } from "../accounts/level.ts";
import type { HttpEnv } from "../http/context.ts";
import { fail } from "../http/failure.ts";
import { callerOf } from "../http/find-session.ts";
import { requireSession } from "../http/session.ts";

/**
 * Behind a session; the inbox is asked before anyone is refused, because they may have proven the address a moment
 * ago. The refusal is `email_not_proven`, with the masked address that the link goes to, or without one for an account
 * that has none.
 */
export const provenOnly = createMiddleware<HttpEnv>(async (c, next) => {
  const { settings } = c.var;
  if (!mustProveAddress(callerOf(c), settings)) return next();
  const refusal = await requireSession(c, "confirmed");
  if (refusal) return refusal;
  const { user } = callerOf(c);
  if (!mustProveAddress({ user }, settings)) return next();
  if (user.maskedEmail === "") return fail(c, "email_not_proven", { message: NO_ADDRESS });
  return fail(c, "email_not_proven", { details: { address: user.maskedEmail } });
});

const NO_ADDRESS = "Your account has no email address. Add one on your profile first.";
