/** Verifying your email address with a link sent to it, and changing it with a link sent to the new one. */
import { Hono } from "hono";

import { createEmailChangeMail, createVerificationMail } from "../accounts/email-change.ts";
import { linkIdOf } from "../accounts/mail-link.ts";
import { changeEmail, findEmailChange } from "../accounts/queries/email-changes.ts";
import { securityMailComposer } from "../accounts/security-emails.ts";
import { refuseUnlessReauthenticated } from "../authentication/reauthentication.ts";
import { doneResponse } from "../contract/fields.ts";
import { emailChangeInput, emailLinkInput, emailVerificationResponse } from "../contract/security.ts";
import { countLinkMail, removeLoginAttempts } from "../http/account-limits.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail, failField } from "../http/failure.ts";
import { confirmedCallerOf } from "../http/find-session.ts";
import { logEvent } from "../http/log.ts";
import { networkLimit } from "../http/network-limits.ts";
import { requireConfirmedSessionWithLimit } from "../http/person-limits.ts";
import { validate } from "../http/validation.ts";
import { canSendMail, mailingSite, mailLater, sendSecurityMail } from "../mail/send-mail.ts";
import { refreshAccounts } from "../object-clients/objects.ts";

const NO_MAIL_MESSAGE = "This site doesn't send email, so you can't change your address here";
const SIGN_IN_FIRST_MESSAGE = "Sign in again, then change your email address right away";
const LINK_SENT_MESSAGE = "We sent a link to the new address. Open it to confirm the change.";
const NO_VERIFICATION_MAIL_MESSAGE = "This site doesn't send email, so you can't confirm your address here";
const NO_ADDRESS_MESSAGE = "Your account has no email address. Add one in your profile first.";

export const emailChange = new Hono<HttpEnv>()
  .post(
    "/email",
    describeRoute({
      tag: "People",
      summary: "Change your email address",
      description:
        "Sends a link to the new address. The change takes effect once it's confirmed with the link. The response is " +
        "the same if another account has the address. Needs the password. If the account has none, you must have " +
        "signed in within the last ten minutes.",
      response: doneResponse,
      refuses: ["wrong_password", "fresh_sign_in_needed", "mail_not_configured"],
    }),
    requireConfirmedSessionWithLimit("emailChanges"),
    jsonBody,
    validate("json", emailChangeInput),
    async (c) => {
      const { email, password } = c.req.valid("json");
      const { user } = confirmedCallerOf(c);
      if (!canSendMail(c)) return fail(c, "mail_not_configured", { message: NO_MAIL_MESSAGE });
      if (email === user.email) return failField(c, "email", "This is already your address");
      const refusal =
        (await refuseUnlessReauthenticated(c, { password }, SIGN_IN_FIRST_MESSAGE)) ?? (await countLinkMail(c, email));
      if (refusal) return refusal;
      mailLater(c, createEmailChangeMail(c.get("db"), user.id, email, mailingSite(c), c.get("now")));
      sendSecurityMail(c, user, "account", securityMailComposer("addressChangeRequested"));
      logEvent(c, "email_change_requested");
      return c.json({ success: true, message: LINK_SENT_MESSAGE });
    },
  )
  .post(
    "/email/verification",
    describeRoute({
      tag: "People",
      summary: "Resend the link that confirms your email address",
      description:
        "Sends nothing if the address is already confirmed. Only the newest link works. It expires in an hour " +
        "and works only once.",
      response: emailVerificationResponse,
      refuses: ["mail_not_configured", "not_found"],
    }),
    requireConfirmedSessionWithLimit("emailChanges"),
    async (c) => {
      const { id, email, emailVerifiedAt } = confirmedCallerOf(c).user;
      if (email === null) return fail(c, "not_found", { message: NO_ADDRESS_MESSAGE });
      if (emailVerifiedAt !== null) return c.json({ success: true, message: "Already Confirmed", emailVerified: true });
      if (!canSendMail(c)) return fail(c, "mail_not_configured", { message: NO_VERIFICATION_MAIL_MESSAGE });
      const refusal = await countLinkMail(c, email);
      if (refusal) return refusal;
      mailLater(c, createVerificationMail(c.get("db"), id, email, mailingSite(c), c.get("now")));
      logEvent(c, "email_verification_requested");
      return c.json({ success: true, message: "Link Sent", emailVerified: false });
    },
  );

export const emailConfirmation = new Hono<HttpEnv>().post(
  "/confirm-email",
  describeRoute({
    tag: "Accounts",
    summary: "Confirm an email address with its link",
    description:
      "Sets and confirms the address of the account that requested the link. If another account has this address but never confirmed it, we remove it from that account.",
    access: "anyone",
    response: doneResponse,
    refuses: ["email_link_invalid"],
  }),
  networkLimit("emailLinks"),
  jsonBody,
  validate("json", emailLinkInput),
  async (c) => {
    const { db, now } = c.var;
    const id = linkIdOf(c.req.valid("json").token);
    const change = id && (await findEmailChange(db, id, now));
    if (!change || !(await changeEmail(db, id, change, now))) {
      return fail(c, "email_link_invalid");
    }
    const { userId, from, fromVerifiedAt, to, holderId } = change;
    await refreshAccounts(c, holderId === null ? [userId] : [userId, holderId]);
    const logFields = { person: userId };
    if (from === to) {
      logEvent(c, "email_verified", logFields);
      return c.json({ success: true, message: "Email Address Confirmed" });
    }
    sendSecurityMail(
      c,
      { id: userId, email: from, emailVerifiedAt: fromVerifiedAt },
      "account",
      securityMailComposer("addressChanged"),
    );
    // Sign-in attempts are counted per address. The old address no longer has an account, and the new one may have
    // belonged to another account.
    if (from !== null) c.executionCtx.waitUntil(removeLoginAttempts(c, from));
    if (holderId !== null) c.executionCtx.waitUntil(removeLoginAttempts(c, to));
    logEvent(c, from === null ? "email_verified" : "email_changed", logFields);
    return c.json({ success: true, message: from === null ? "Email Address Confirmed" : "Email Address Changed" });
  },
);
