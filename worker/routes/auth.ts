/** Signing up, in and out. A login that fails says the same, and takes as long, whoever it was for. */
import { Hono } from "hono";

import { accountOf } from "../accounts/account.ts";
import { newId } from "../accounts/ids.ts";
import { hashPassword, verifyPassword } from "../accounts/passwords.ts";
import { openSession } from "../accounts/sessions.ts";
import { findLogin, insertUser, setPasswordHash } from "../catalogue/people.ts";
import { deleteSession } from "../catalogue/sessions.ts";
import { loginAnswer, loginInput, signupInput } from "../contract/account.ts";
import { doneAnswer } from "../contract/fields.ts";
import { formBody, jsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { fail } from "../http/failure.ts";
import { logEvent } from "../http/log.ts";
import { pictureField, readPicture } from "../http/picture.ts";
import { endSockets } from "../http/rooms.ts";
import { giveSessionCookie, maybeSignedIn, takeSessionCookie } from "../http/session.ts";
import { loginTries, perNetwork } from "../http/throttle.ts";
import { valid } from "../http/validation.ts";
import { removePictures, storePicture } from "../images/store.ts";
import { described } from "../openapi/described.ts";

const signupWithPhoto = signupInput.safeExtend({ image: pictureField.optional() });

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
    perNetwork("signups"),
    formBody,
    valid("form", signupWithPhoto),
    async (c) => {
      const { firstName, lastName, email, password, image } = c.req.valid("form");
      const { catalogue, settings, now: createdAt } = c.var;
      const sent = await readPicture(c, image);
      if (sent.type === "refused") return sent.answer;
      const passwordHash = await hashPassword(password, settings.passwordPepper);
      const id = newId();
      const imageKey = sent.type === "picture" ? await storePicture(c.env, "avatars", id, sent.picture) : null;
      const added = await insertUser(catalogue, { id, firstName, lastName, email, passwordHash, imageKey, createdAt });
      if (!added) {
        if (imageKey !== null) await removePictures(c.env.IMAGES, [imageKey]);
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
      takes: "json",
      answer: loginAnswer,
      refuses: ["invalid_credentials"],
    }),
    perNetwork("logins"),
    jsonBody,
    valid("json", loginInput),
    maybeSignedIn,
    async (c) => {
      const { email, password } = c.req.valid("json");
      const { catalogue, settings, now, session: earlier } = c.var;
      const tries = loginTries(c, email);
      const refusal = await tries.begin();
      if (refusal) return refusal;
      const login = await findLogin(catalogue, email);
      const { ok, rehash } = await verifyPassword(password, login?.passwordHash ?? null, settings.passwordPepper);
      if (!login || !ok) {
        logEvent(c, "login_failed");
        return fail(c, "invalid_credentials");
      }
      await tries.succeeded();
      if (rehash) await setPasswordHash(catalogue, login.id, await hashPassword(password, settings.passwordPepper));
      // This browser's earlier session ends: nobody would ever log it out again.
      if (earlier) {
        await endSockets(c, earlier.user.id, earlier.id);
        await deleteSession(catalogue, earlier.id);
      }
      const { token, droppedIds } = await openSession(catalogue, login.id, now);
      for (const id of droppedIds) c.executionCtx.waitUntil(endSockets(c, login.id, id));
      giveSessionCookie(c, token);
      logEvent(c, "login", { newSessionOf: login.id });
      return c.json({ success: true, message: "Logged In", user: await accountOf(catalogue, login, now) });
    },
  )
  .post(
    "/logout",
    described({
      tag: "Accounts",
      summary: "Log out",
      by: "anyone",
      does: "writes",
      answer: doneAnswer,
      refuses: ["malformed_request"],
    }),
    maybeSignedIn,
    async (c) => {
      const { session, catalogue } = c.var;
      if (session) {
        // The sockets first: should that fail, the session is still there to be logged out once more.
        await endSockets(c, session.user.id, session.id);
        await deleteSession(catalogue, session.id);
        logEvent(c, "logout");
      }
      takeSessionCookie(c);
      return c.json({ success: true, message: "Logged Out" });
    },
  );
