/** The signed-in user's password and sessions. */
import { Hono } from "hono";

import { rememberEndedSessions } from "../accounts/ended-sessions.ts";
import { passwordProblem } from "../accounts/password-policy.ts";
import { hashPassword, verifyPassword } from "../accounts/passwords.ts";
import { findPasswordHash } from "../accounts/queries/people.ts";
import { securityMailComposer } from "../accounts/security-emails.ts";
import { publicIdOf, toOwnSession } from "../accounts/sessions.ts";
import { endSession, endSessions } from "../authentication/sign-in.ts";
import { ERRORS } from "../contract/errors.ts";
import { doneResponse } from "../contract/fields.ts";
import { changePasswordInput, FRESH_SIGN_IN_MS, ownSessionParam, sessionsResponse } from "../contract/security.ts";
import { loginAttemptsOf } from "../http/account-limits.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail, failField } from "../http/failure.ts";
import { callerOf, confirmedCallerOf } from "../http/find-session.ts";
import { logEvent } from "../http/log.ts";
import { clearSessionCookie } from "../http/session-cookie.ts";
import { requireConfirmedSession } from "../http/session.ts";
import { validate } from "../http/validation.ts";
import { sendSecurityMail } from "../mail/send-mail.ts";
import { inboxOf } from "../object-clients/objects.ts";

export const security = new Hono<HttpEnv>()
  .put(
    "/password",
    describeRoute({
      tag: "People",
      summary: "Change your password",
      description:
        "Signs out your other sessions. An account without a password can set one within ten minutes of signing in.",
      response: doneResponse,
      refuses: ["wrong_password", "fresh_sign_in_needed"],
    }),
    requireConfirmedSession,
    jsonBody,
    validate("json", changePasswordInput),
    async (c) => {
      const { currentPassword = "", password } = c.req.valid("json");
      const { db, settings, now } = c.var;
      const { id: sessionId, createdAt, user } = confirmedCallerOf(c);
      const email = user.email ?? "";
      const stored = await findPasswordHash(db, user.id);
      if (stored === null && now - createdAt >= FRESH_SIGN_IN_MS) return fail(c, "fresh_sign_in_needed");
      const attempts = loginAttemptsOf(c, user.email ?? user.id);
      if (stored !== null) {
        const refusal = await attempts.begin();
        if (refusal) return refusal;
        if (!(await verifyPassword(currentPassword, stored, settings)).ok) {
          return fail(c, "wrong_password", { fields: { currentPassword: [ERRORS.wrong_password.message] } });
        }
        await attempts.recordSuccess();
      }
      const problem = passwordProblem(password, email, settings.siteName);
      if (problem !== null) return failField(c, "password", problem);
      const change = {
        from: stored,
        to: await hashPassword(password, settings.passwordPepper),
        keptSessionId: sessionId,
      };
      const ended = await inboxOf(c, user.id).changePassword(user.id, change);
      // Another request has changed the password since it was checked.
      if (!ended) {
        return fail(c, "wrong_password", { fields: { currentPassword: [ERRORS.wrong_password.message] } });
      }
      rememberEndedSessions(ended);
      await attempts.revokeOthers();
      sendSecurityMail(c, user, "account", securityMailComposer("passwordChanged"));
      logEvent(c, "password_changed");
      return c.json({ success: true, message: "Password Changed" });
    },
  )
  .get(
    "/sessions",
    describeRoute({
      tag: "People",
      summary: "List your sessions",
      description:
        "Newest first. You can have ten sessions, and one more sign-in ends the oldest. A session ends after 24 " +
        "hours without use, and after seven days at the latest.",
      response: sessionsResponse,
    }),
    requireConfirmedSession,
    async (c) => {
      const caller = callerOf(c);
      const listed = await inboxOf(c, caller.user.id).listSessions();
      const sessions = listed.map((session) => toOwnSession(session, caller.id, c.get("now")));
      return c.json({ success: true, message: "Sessions Fetched", sessions });
    },
  )
  .delete(
    "/sessions/:sessionId",
    describeRoute({
      tag: "People",
      summary: "Sign out one of your sessions",
      description:
        "Takes the `_id` from the list of your sessions. For the current session, it also clears the cookie.",
      setsCookie: true,
      response: doneResponse,
      refuses: ["not_found"],
    }),
    requireConfirmedSession,
    validate("param", ownSessionParam),
    async (c) => {
      const caller = callerOf(c);
      const { sessionId } = c.req.valid("param");
      const sessions = await inboxOf(c, caller.user.id).listSessions();
      const found = sessions.find(({ id }) => publicIdOf(id) === sessionId);
      if (!found) return fail(c, "not_found");
      await endSession(c, caller.user.id, found.id);
      if (found.id === caller.id) clearSessionCookie(c);
      logEvent(c, "session_ended");
      return c.json({ success: true, message: "Signed Out" });
    },
  )
  .delete(
    "/sessions",
    describeRoute({
      tag: "People",
      summary: "Sign out everywhere",
      description: "Ends this session, too. Your other devices then count as new when they sign in.",
      setsCookie: true,
      response: doneResponse,
      refuses: ["not_found"],
    }),
    requireConfirmedSession,
    async (c) => {
      // Elsewhere a trailing slash makes no difference in a URL. Here the URL with the slash is that of one session,
      // without its ID.
      if (new URL(c.req.url).pathname.endsWith("/")) return fail(c, "not_found");
      const { user } = confirmedCallerOf(c);
      await endSessions(c, user.id);
      await loginAttemptsOf(c, user.email ?? user.id).revokeOthers();
      clearSessionCookie(c);
      logEvent(c, "sessions_ended");
      return c.json({ success: true, message: "Signed Out Everywhere" });
    },
  );
