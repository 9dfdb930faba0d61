/** Guards calls such as bidding and listing. The caller's address must be verified if this deployment requires it. */
import { createMiddleware } from "hono/factory";

import { mustVerifyEmail } from "../accounts/trust-level.ts";
import type { HttpEnv } from "./context.ts";
import { fail } from "./failure.ts";
import { callerOf } from "./find-session.ts";
import { requireSession } from "./session.ts";

/**
 * Use this after session middleware. It calls the inbox before refusing anyone, because they may have just verified the
 * address. The refusal is `email_not_verified`, with the masked address that the link goes to, or without one for an
 * account that has none.
 */
export const verifiedOnly = createMiddleware<HttpEnv>(async (c, next) => {
  const { settings } = c.var;
  if (!mustVerifyEmail(callerOf(c), settings)) return next();
  const refusal = await requireSession(c, "confirmed");
  if (refusal) return refusal;
  const { user } = callerOf(c);
  if (!mustVerifyEmail({ user }, settings)) return next();
  if (user.maskedEmail === "") return fail(c, "email_not_verified", { message: NO_ADDRESS_MESSAGE });
  return fail(c, "email_not_verified", { details: { address: user.maskedEmail } });
});

const NO_ADDRESS_MESSAGE = "Your account has no email address. Add one in your profile first.";
