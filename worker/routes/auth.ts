/**
 * Sign-up, sign-in and sign-out. A failed sign-in gives the same response in the same time for every email address.
 * Where we can send email, a sign-up sends a link that verifies its address. If another account holds the address
 * without having verified it, the new account has no address until its owner confirms with the link.
 */
import { Hono } from "hono";

import { createVerificationMail } from "../accounts/email-change.ts";
import { passwordProblem } from "../accounts/password-policy.ts";
import { hashPassword, verifyPassword } from "../accounts/passwords.ts";
import { findAddressHolder } from "../accounts/queries/email-addresses.ts";
import { findSignInAccount, insertUser, type NewUser, replacePasswordHash } from "../accounts/queries/people.ts";
import { refuseSuspended, endSession, signIn } from "../authentication/sign-in.ts";
import { loginResponse, loginInput, signupResponse, signupInput } from "../contract/account.ts";
import { doneResponse } from "../contract/fields.ts";
import { containsSiteName, RESERVED_NAME_MESSAGE } from "../contract/names.ts";
import { loginAttemptsOf, countMailToAddress } from "../http/account-limits.ts";
import { formBody, jsonBody } from "../http/body.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail, failField, refuseUpload, failTooMany } from "../http/failure.ts";
import { logEvent } from "../http/log.ts";
import { countSignup, largeSignupLimit, signInLimit } from "../http/network-limits.ts";
import { clearSessionCookie } from "../http/session-cookie.ts";
import { maybeSignedIn } from "../http/session.ts";
import { validate } from "../http/validation.ts";
import { visitorWriteLimit } from "../http/write-limit.ts";
import { deleteImages, storeImage } from "../images/store.ts";
import { imageField, isFile, encodeUpload } from "../images/upload.ts";
import { canSendMail, mailingSite, mailLater, mailNewDevice } from "../mail/send-mail.ts";
import { newId } from "../platform/ids.ts";

const signupWithPhoto = signupInput.safeExtend({ image: imageField.optional() });

export const auth = new Hono<HttpEnv>()
  .post(
    "/signup",
    describeRoute({
      tag: "Accounts",
      summary: "Sign up",
      description:
        "Sends a link that confirms the address, if this site sends email. If another account has this address but " +
        "hasn't confirmed it, you can sign in to the new account once you've confirmed the address with the link.",
      access: "anyone",
      status: 201,
      response: signupResponse,
      refuses: ["signup_refused"],
    }),
    visitorWriteLimit,
    largeSignupLimit,
    formBody,
    validate("form", signupWithPhoto),
    async (c) => {
      const { firstName, lastName, email, password, image } = c.req.valid("form");
      const { settings, now: createdAt } = c.var;
      if (containsSiteName(firstName, lastName, settings.siteName))
        return failField(c, "firstName", RESERVED_NAME_MESSAGE);
      const problem = passwordProblem(password, email, settings.siteName);
      if (problem !== null) return failField(c, "password", problem);
      const refusal = await countSignup(c);
      if (refusal) return refusal;
      const upload = isFile(image) ? await encodeUpload(c.env, image, "image") : null;
      if (upload && !upload.ok) return refuseUpload(c, upload);
      const passwordHash = await hashPassword(password, settings.passwordPepper);
      const id = newId();
      const imageKey = upload ? await storeImage(c.env, "avatars", id, upload.image) : null;
      const person = { id, firstName, lastName, passwordHash, imageKey, createdAt };
      const { failure, linkSent } = await addPerson(c, person, email);
      if (failure) {
        if (imageKey !== null) await deleteImages(c.env.IMAGE_BUCKET, [imageKey]);
        return failure;
      }
      logEvent(c, "signup", { newUser: id });
      return c.json({ success: true, message: "Sign Up Successful", linkSent }, 201);
    },
  )
  .post(
    "/login",
    describeRoute({
      tag: "Accounts",
      summary: "Sign in",
      description: "Sets the session cookie.",
      access: "anyone",
      setsCookie: true,
      response: loginResponse,
      refuses: ["invalid_credentials", "account_suspended"],
    }),
    signInLimit("logins"),
    jsonBody,
    validate("json", loginInput),
    maybeSignedIn,
    async (c) => {
      const { email, password } = c.req.valid("json");
      const { db, settings } = c.var;
      const attempts = loginAttemptsOf(c, email);
      const refusal = await attempts.begin();
      if (refusal) return refusal;
      const account = await findSignInAccount(db, email);
      const { ok, needsRehash } = await verifyPassword(password, account?.passwordHash ?? null, settings);
      if (!account || !ok) {
        logEvent(c, "login_failed");
        return fail(c, "invalid_credentials");
      }
      const isNewDevice = await attempts.recordSuccess();
      // Checked after the password, so that a suspension is only revealed to the account's owner.
      if (account.suspendedAt !== null) return refuseSuspended(c, account.id);
      let checkedHash = account.passwordHash;
      if (needsRehash && checkedHash !== null) {
        const hash = await hashPassword(password, settings.passwordPepper);
        if (await replacePasswordHash(db, account.id, checkedHash, hash)) checkedHash = hash;
      }
      const user = await signIn(c, account, "password", checkedHash);
      // The password was changed while it was being checked.
      if (!user) return fail(c, "invalid_credentials");
      if (isNewDevice) mailNewDevice(c, account);
      return c.json({ success: true, message: "Logged In", user });
    },
  )
  .post(
    "/logout",
    describeRoute({
      tag: "Accounts",
      summary: "Sign out",
      description: "Ends the session and clears its cookie. Also succeeds without a session.",
      access: "anyone",
      setsCookie: true,
      response: doneResponse,
    }),
    // This browser no longer has the session, even if a limit refuses the call or ending the session fails.
    async (c, next) => {
      await next();
      clearSessionCookie(c);
    },
    maybeSignedIn,
    async (c) => {
      const session = c.get("cookieSession");
      if (session) {
        await endSession(c, session.user.id, session.id);
        logEvent(c, "logout");
      }
      return c.json({ success: true, message: "Logged Out" });
    },
  );

/**
 * Adds an account and sends the link that verifies its address, if this site sends email. Returns a refusal if someone
 * has verified the address, or has it on a site that sends no email. After too
 * many links to an address, we still add the account if the address is free, and its owner can request a link later.
 * If another account has the address, we refuse the sign-up.
 */
async function addPerson(c: HttpContext, person: Omit<NewUser, "email">, email: string) {
  const { db, now } = c.var;
  const holder = await findAddressHolder(db, email);
  const sendsMail = canSendMail(c);
  if (holder && (holder.isVerified || !sendsMail)) return { failure: fail(c, "signup_refused") };
  const waitMs = sendsMail ? await countMailToAddress(c, email) : 0;
  if (waitMs > 0 && holder) return { failure: failTooMany(c, waitMs) };
  // False if someone has just signed up with the address.
  const added = await insertUser(db, { ...person, email: holder ? null : email });
  if (!added) return { failure: fail(c, "signup_refused") };
  const linkSent = sendsMail && waitMs === 0;
  if (linkSent) mailLater(c, createVerificationMail(db, person.id, email, mailingSite(c), now));
  return { failure: null, linkSent };
}
