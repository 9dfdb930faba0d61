/** Resetting a forgotten password. Requesting a link gets the same response whether or not the account exists. */
import { Hono } from "hono";

import { rememberEndedSessions } from "../accounts/ended-sessions.ts";
import { linkIdOf } from "../accounts/mail-link.ts";
import { passwordProblem } from "../accounts/password-policy.ts";
import { createResetMail } from "../accounts/password-reset.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { findPasswordResetOwner, consumePasswordReset } from "../accounts/queries/password-resets.ts";
import { securityMailComposer } from "../accounts/security-emails.ts";
import { endSession } from "../authentication/sign-in.ts";
import { doneResponse } from "../contract/fields.ts";
import { forgotPasswordInput, resetPasswordInput } from "../contract/security.ts";
import { loginAttemptsOf, countLinkMail } from "../http/account-limits.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail, failField } from "../http/failure.ts";
import { logEvent } from "../http/log.ts";
import { networkLimit } from "../http/network-limits.ts";
import { clearSessionCookie } from "../http/session-cookie.ts";
import { maybeSignedIn } from "../http/session.ts";
import { validate } from "../http/validation.ts";
import { canSendMail, mailingSite, mailLater, sendSecurityMail } from "../mail/send-mail.ts";
import { inboxOf } from "../object-clients/objects.ts";

const LINK_SENT_MESSAGE = "If this email has an account, we sent a link to it";

export const passwordResets = new Hono<HttpEnv>()
  .post(
    "/forgot-password",
    describeRoute({
      tag: "Accounts",
      summary: "Request a password reset link",
      description: "The response and its timing are the same whether or not the account exists.",
      access: "anyone",
      response: doneResponse,
      refuses: ["mail_not_configured"],
    }),
    networkLimit("resetEmails"),
    jsonBody,
    validate("json", forgotPasswordInput),
    async (c) => {
      const { email } = c.req.valid("json");
      const { db, now } = c.var;
      if (!canSendMail(c)) return fail(c, "mail_not_configured");
      const refusal = await countLinkMail(c, email);
      if (refusal) return refusal;
      mailLater(c, createResetMail(db, email, mailingSite(c), now));
      logEvent(c, "password_reset_requested");
      return c.json({ success: true, message: LINK_SENT_MESSAGE });
    },
  )
  .post(
    "/reset-password",
    describeRoute({
      tag: "Accounts",
      summary: "Set a new password with a reset link",
      description: "Signs the account out everywhere, removes its passkeys, and signs this browser out.",
      access: "anyone",
      setsCookie: true,
      response: doneResponse,
      refuses: ["reset_link_invalid"],
    }),
    networkLimit("resets"),
    jsonBody,
    validate("json", resetPasswordInput),
    maybeSignedIn,
    async (c) => {
      const { token, password } = c.req.valid("json");
      const { db, settings, now } = c.var;
      const resetId = linkIdOf(token);
      const owner = resetId && (await findPasswordResetOwner(db, resetId, now));
      if (!owner) return fail(c, "reset_link_invalid");
      const problem = passwordProblem(password, owner.email ?? "", settings.siteName);
      // The link stays valid for another attempt.
      if (problem !== null) return failField(c, "password", problem);
      const passwordHash = await hashPassword(password, settings.passwordPepper);
      if (!(await consumePasswordReset(db, resetId, now))) return fail(c, "reset_link_invalid");
      const ended = await inboxOf(c, owner.id).changePassword(owner.id, { to: passwordHash, keptSessionId: null });
      rememberEndedSessions(ended ?? []);
      // Earlier wrong guesses must not delay the owner now. Devices that used the old password are no longer known.
      const attempts = loginAttemptsOf(c, owner.email ?? "");
      await attempts.recordSuccess();
      await attempts.revokeOthers();
      // The page signs this browser out, no matter which account was signed in, so the server ends that session too.
      const browserSession = c.get("cookieSession");
      clearSessionCookie(c);
      if (browserSession && browserSession.user.id !== owner.id) {
        await endSession(c, browserSession.user.id, browserSession.id);
      }
      // The link has just verified the address.
      sendSecurityMail(c, { ...owner, emailVerifiedAt: now }, "account", securityMailComposer("passwordChanged"));
      logEvent(c, "password_reset", { person: owner.id });
      return c.json({ success: true, message: "Password Changed" });
    },
  );
