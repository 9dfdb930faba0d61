/** Sign-up, login and logout. A failed login gives the same answer in the same time for every e-mail address. */
import { Hono } from "hono";

import { newId } from "../accounts/ids.ts";
import { passwordProblem } from "../accounts/password-choice.ts";
import { hashPassword, verifyPassword } from "../accounts/passwords.ts";
import { findLogin, insertUser, replaceHash } from "../catalogue/people.ts";
import { loginAnswer, loginInput, signupInput } from "../contract/account.ts";
import { doneAnswer } from "../contract/fields.ts";
import { formBody, jsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { described } from "../http/described.ts";
import { fail, failField, refuseUpload } from "../http/failure.ts";
import { countSignup, largeSignupLimit, loginAttempts, signInLimit } from "../http/limits.ts";
import { logEvent } from "../http/log.ts";
import { mailNewDevice } from "../http/mail.ts";
import { clearSessionCookie, maybeSignedIn } from "../http/session.ts";
import { refuseSuspended, endSession, signIn } from "../http/sign-in.ts";
import { valid } from "../http/validation.ts";
import { visitorWrite } from "../http/write-limit.ts";
import { deleteImages, storeImage } from "../images/store.ts";
import { imageField, isFile, readUpload } from "../images/upload.ts";

const signupWithPhoto = signupInput.safeExtend({ image: imageField.optional() });

export const auth = new Hono<HttpEnv>()
  .post(
    "/signup",
    described({
      tag: "Accounts",
      summary: "Sign up",
      by: "anyone",
      does: "writes",
      takes: "form",
      status: 201,
      answer: doneAnswer,
      refuses: ["signup_refused"],
    }),
    visitorWrite,
    largeSignupLimit,
    formBody,
    valid("form", signupWithPhoto),
    async (c) => {
      const { firstName, lastName, email, password, image } = c.req.valid("form");
      const { catalogue, settings, now: createdAt } = c.var;
      const problem = passwordProblem(password, email);
      if (problem !== null) return failField(c, "password", problem);
      const refusal = await countSignup(c);
      if (refusal) return refusal;
      const upload = isFile(image) ? await readUpload(c.env, image, "image") : null;
      if (upload && !upload.ok) return refuseUpload(c, upload);
      const passwordHash = await hashPassword(password, settings.passwordPepper);
      const id = newId();
      const imageKey = upload ? await storeImage(c.env, "avatars", id, upload.image) : null;
      const added = await insertUser(catalogue, { id, firstName, lastName, email, passwordHash, imageKey, createdAt });
      if (!added) {
        if (imageKey !== null) await deleteImages(c.env.IMAGE_BUCKET, [imageKey]);
        return fail(c, "signup_refused");
      }
      logEvent(c, "signup", { newUser: id });
      return c.json({ success: true, message: "Sign Up Successful" }, 201);
    },
  )
  .post(
    "/login",
    described({
      tag: "Accounts",
      summary: "Log in",
      description: "Sets the session cookie",
      by: "anyone",
      does: "writes",
      setsCookie: true,
      takes: "json",
      answer: loginAnswer,
      refuses: ["invalid_credentials", "account_suspended"],
    }),
    signInLimit("logins"),
    jsonBody,
    valid("json", loginInput),
    maybeSignedIn,
    async (c) => {
      const { email, password } = c.req.valid("json");
      const { catalogue, settings } = c.var;
      const attempts = loginAttempts(c, email);
      const refusal = await attempts.begin();
      if (refusal) return refusal;
      const login = await findLogin(catalogue, email);
      const { ok, rehash } = await verifyPassword(password, login?.passwordHash ?? null, settings);
      if (!login || !ok) {
        logEvent(c, "login_failed");
        return fail(c, "invalid_credentials");
      }
      const isNewDevice = await attempts.succeeded();
      // Checked after the password, so that a suspension is only revealed to the account's owner.
      if (login.suspendedAt !== null) return refuseSuspended(c, login.id);
      let checkedHash = login.passwordHash;
      if (rehash && checkedHash !== null) {
        const hash = await hashPassword(password, settings.passwordPepper);
        if (await replaceHash(catalogue, login.id, checkedHash, hash)) checkedHash = hash;
      }
      const user = await signIn(c, login, "password", checkedHash);
      // The password was changed while it was being checked.
      if (!user) return fail(c, "invalid_credentials");
      if (isNewDevice) mailNewDevice(c, login);
      return c.json({ success: true, message: "Logged In", user });
    },
  )
  .post(
    "/logout",
    described({
      tag: "Accounts",
      summary: "Log out",
      by: "anyone",
      does: "writes",
      setsCookie: true,
      answer: doneAnswer,
      refuses: ["malformed_request"],
    }),
    maybeSignedIn,
    async (c) => {
      const session = c.get("session");
      // Cleared first, so that this browser no longer has the session even if the next steps fail.
      clearSessionCookie(c);
      if (session) {
        await endSession(c, session.user.id, session.id);
        logEvent(c, "logout");
      }
      return c.json({ success: true, message: "Logged Out" });
    },
  );
