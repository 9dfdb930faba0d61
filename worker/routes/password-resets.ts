/** The way back in for someone who has forgotten their password. What is answered first is the same for everyone. */
import { Hono } from "hono";

import { passwordProblem } from "../accounts/password-choice.ts";
import { type Mail, resetIdOf, resetMail } from "../accounts/password-reset.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { deleteResetsOf, findResetOwner, useReset } from "../catalogue/password-resets.ts";
import { setPasswordHash } from "../catalogue/people.ts";
import { doneAnswer } from "../contract/fields.ts";
import { forgotPasswordInput, resetPasswordInput } from "../contract/security.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { described } from "../http/described.ts";
import { fail, failField } from "../http/failure.ts";
import { logError, logEvent } from "../http/log.ts";
import { maybeSignedIn, takeSessionCookie } from "../http/session.ts";
import { endSession, endSessions } from "../http/sign-in.ts";
import { valid } from "../http/validation.ts";
import { loginAttempts, networkLimit, countResetMail } from "../rate-limits/middleware.ts";

const ON_ITS_WAY = "If there is an account with this email, a link is on its way";

export const passwordResets = new Hono<HttpEnv>()
  .post(
    "/forgot-password",
    described({
      tag: "Accounts",
      summary: "Ask for a link that resets a password",
      description: "Says the same, and takes as long, whether or not there is such an account",
      by: "anyone",
      does: "writes",
      takes: "json",
      answer: doneAnswer,
      refuses: ["mail_not_configured"],
    }),
    networkLimit("resetMails"),
    jsonBody,
    valid("json", forgotPasswordInput),
    async (c) => {
      const { email } = c.req.valid("json");
      const { catalogue, settings, now } = c.var;
      if (c.env.MAIL === undefined || settings.mailFrom === null) return fail(c, "mail_not_configured");
      const refusal = await countResetMail(c, email);
      if (refusal) return refusal;
      const origin = settings.allowedOrigins[0] ?? new URL(c.req.url).origin;
      c.executionCtx.waitUntil(sendMail(c, settings.mailFrom, resetMail(catalogue, email, origin, now)));
      logEvent(c, "reset_asked");
      return c.json({ success: true, message: ON_ITS_WAY });
    },
  )
  .post(
    "/reset-password",
    described({
      tag: "Accounts",
      summary: "Choose a new password by a link",
      description: "Signs the person out everywhere, and this browser",
      by: "anyone",
      does: "writes",
      takes: "json",
      answer: doneAnswer,
      refuses: ["reset_link_invalid"],
    }),
    networkLimit("resets"),
    jsonBody,
    valid("json", resetPasswordInput),
    maybeSignedIn,
    async (c) => {
      const { token, password } = c.req.valid("json");
      const { catalogue, settings, now } = c.var;
      const resetId = resetIdOf(token);
      const owner = resetId && (await findResetOwner(catalogue, resetId, now));
      if (!owner) return fail(c, "reset_link_invalid");
      const problem = passwordProblem(password, owner.email ?? "");
      // The link stays good: the next try may use it.
      if (problem !== null) return failField(c, "password", problem);
      const passwordHash = await hashPassword(password, settings.passwordPepper);
      if (!(await useReset(catalogue, resetId, now))) return fail(c, "reset_link_invalid");
      await setPasswordHash(catalogue, owner.id, passwordHash);
      await deleteResetsOf(catalogue, owner.id);
      // Whoever guessed before does not keep the owner waiting now.
      await loginAttempts(c, owner.email ?? "").succeeded();
      // The page signs out whoever was signed in in this browser, so the server does too.
      const here = c.get("session");
      takeSessionCookie(c);
      await endSessions(c, owner.id);
      if (here && here.user.id !== owner.id) await endSession(c, here.user.id, here.id);
      logEvent(c, "password_reset", { person: owner.id });
      return c.json({ success: true, message: "Password Changed" });
    },
  );

/** Runs after the answer, so that how long the answer takes does not tell whether there was a mail to send. */
async function sendMail(c: HttpContext, from: string, written: Promise<Mail | null>): Promise<void> {
  try {
    const mail = await written;
    if (mail) await c.env.MAIL?.send({ from, ...mail });
  } catch (error) {
    logError(c, error instanceof Error ? error : new Error("unknown"));
  }
}
