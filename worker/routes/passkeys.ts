/**
 * Passkeys: adding, listing and removing the person's own, and signing in with one. Each ceremony begins with options,
 * whose challenge we have signed, and ends with the browser's answer, which is accepted once.
 */
import { Hono } from "hono";

import { deviceOf } from "../accounts/device.ts";
import { newChallenge } from "../accounts/passkey-challenge.ts";
import { passkeyIdOf, registrationOptions, signInOptions, verifyRegistration } from "../accounts/passkeys.ts";
import { deletePasskey, insertPasskey, listPasskeys } from "../accounts/queries/passkeys.ts";
import { findPasswordHash } from "../accounts/queries/people.ts";
import { securityMailComposer } from "../accounts/security-emails.ts";
import { publicIdOf } from "../accounts/sessions.ts";
import {
  originOf,
  authenticateWithPasskey,
  refusePasskey,
  ceremonyOf,
  consumeChallenge,
} from "../authentication/passkey-ceremony.ts";
import { refuseUnlessReauthenticated } from "../authentication/reauthentication.ts";
import { refuseSuspended, signIn } from "../authentication/sign-in.ts";
import { loginResponse } from "../contract/account.ts";
import { doneResponse } from "../contract/fields.ts";
import {
  MAX_PASSKEYS,
  newPasskeyInput,
  passkeyOptionsResponse,
  ownPasskeyParam,
  passkeyLoginInput,
  passkeysResponse,
  passwordReauthenticationInput,
} from "../contract/passkeys.ts";
import { fullName } from "../contract/text/full-name.ts";
import { loginAttemptsOf } from "../http/account-limits.ts";
import { jsonBody, optionalJsonBody } from "../http/body.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail } from "../http/failure.ts";
import { callerOf, confirmCaller, confirmedCallerOf } from "../http/find-session.ts";
import { logEvent } from "../http/log.ts";
import { signInLimit } from "../http/network-limits.ts";
import { maybeSignedIn, signedIn, requireConfirmedSession } from "../http/session.ts";
import { validate } from "../http/validation.ts";
import { mailNewDevice, sendSecurityMail } from "../mail/send-mail.ts";

const SIGN_IN_FIRST_MESSAGE = "Sign in again, then change your passkeys right away";

export const ownPasskeys = new Hono<HttpEnv>()
  .get(
    "/",
    describeRoute({ tag: "People", summary: "List your passkeys", response: passkeysResponse }),
    signedIn,
    async (c) => {
      const rows = await listPasskeys(c.get("db"), callerOf(c).user.id);
      const passkeys = rows.map(({ id, device, createdAt, lastUsedAt }) => ({
        _id: publicIdOf(id),
        device,
        createdAt: new Date(createdAt).toISOString(),
        lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
      }));
      return c.json({ success: true, message: "Passkeys Fetched", passkeys });
    },
  )
  .post(
    "/options",
    describeRoute({
      tag: "People",
      summary: "Start adding a passkey",
      description: "Needs the password. If the account has none, you must have signed in within the last ten minutes.",
      response: passkeyOptionsResponse,
      refuses: ["wrong_password", "fresh_sign_in_needed", "too_many_passkeys", "passkeys_not_configured"],
    }),
    requireConfirmedSession,
    optionalJsonBody,
    validate("json", passwordReauthenticationInput),
    async (c) => {
      const { db, now, settings } = c.var;
      const { passwordPepper, siteName } = settings;
      const { user } = confirmedCallerOf(c);
      const refusal = await refuseUnlessReauthenticated(c, c.req.valid("json"), SIGN_IN_FIRST_MESSAGE);
      if (refusal) return refusal;
      const existing = await listPasskeys(db, user.id);
      if (existing.length >= MAX_PASSKEYS) return fail(c, "too_many_passkeys");
      if (passwordPepper === null) return fail(c, "passkeys_not_configured");
      const { id, email } = user;
      const challenge = await newChallenge(passwordPepper, `add to ${id}`, now);
      const name = fullName(user);
      const owner = { id, email: email ?? name, name };
      const options = await registrationOptions(siteName, originOf(c), challenge, owner, existing);
      return c.json({ success: true, message: "Use Your Device", options });
    },
  )
  .post(
    "/",
    describeRoute({
      tag: "People",
      summary: "Add a passkey",
      description: "Takes what `navigator.credentials.create()` returns, as JSON. Each challenge works once.",
      status: 201,
      response: doneResponse,
      refuses: ["passkey_refused", "passkey_not_added"],
    }),
    signedIn,
    jsonBody,
    validate("json", newPasskeyInput),
    async (c) => {
      const { db, now: createdAt } = c.var;
      const { id: userId } = callerOf(c).user;
      const { response } = c.req.valid("json");
      const passwordHash = await findPasswordHash(db, userId);
      // Checked after reading the hash. If a reset changed the hash earlier, it also ended this session.
      const caller = await confirmCaller(c);
      if (!caller) return fail(c, "not_signed_in");
      const challenge = await consumeChallenge(c, `add to ${userId}`, response);
      const added = challenge && (await verifyRegistration(ceremonyOf(c, challenge), response));
      if (!added) return refusePasskey(c, challenge ? "not verified" : "no challenge");
      const row = { id: passkeyIdOf(added.credentialId), userId, device: ownDevice(c), createdAt };
      if (!(await insertPasskey(db, { ...added, ...row }, passwordHash))) return fail(c, "passkey_not_added");
      sendSecurityMail(c, caller.user, "account", securityMailComposer("passkeyAdded"));
      logEvent(c, "passkey_added");
      return c.json({ success: true, message: "Passkey Added" }, 201);
    },
  )
  .delete(
    "/:passkeyId",
    describeRoute({
      tag: "People",
      summary: "Remove one of your passkeys",
      description: "Needs the password. If the account has none, you must have signed in within the last ten minutes.",
      response: doneResponse,
      refuses: ["wrong_password", "fresh_sign_in_needed", "not_found", "last_way_to_sign_in"],
    }),
    requireConfirmedSession,
    validate("param", ownPasskeyParam),
    optionalJsonBody,
    validate("json", passwordReauthenticationInput),
    async (c) => {
      const { db } = c.var;
      const { passkeyId } = c.req.valid("param");
      const { user } = confirmedCallerOf(c);
      const rows = await listPasskeys(db, user.id);
      const found = rows.find(({ id }) => publicIdOf(id) === passkeyId);
      if (!found) return fail(c, "not_found");
      const refusal = await refuseUnlessReauthenticated(c, c.req.valid("json"), SIGN_IN_FIRST_MESSAGE);
      if (refusal) return refusal;
      if (!(await deletePasskey(db, user.id, found.id))) return fail(c, "last_way_to_sign_in");
      sendSecurityMail(c, user, "account", securityMailComposer("passkeyRemoved"));
      logEvent(c, "passkey_removed");
      return c.json({ success: true, message: "Passkey Removed" });
    },
  );

export const passkeySignIn = new Hono<HttpEnv>()
  .post(
    "/passkey-options",
    describeRoute({
      tag: "Accounts",
      summary: "Start signing in with a passkey",
      description:
        "`options` is what `navigator.credentials.get()` takes, as JSON. Its challenge works once, within five " +
        "minutes. Admins also use it to confirm sensitive actions.",
      access: "anyone",
      setsCookie: true,
      response: passkeyOptionsResponse,
      refuses: ["passkeys_not_configured"],
    }),
    signInLimit("passkeyStarts"),
    maybeSignedIn,
    async (c) => {
      const { passwordPepper } = c.get("settings");
      if (passwordPepper === null) return fail(c, "passkeys_not_configured");
      const options = await signInOptions(originOf(c), await newChallenge(passwordPepper, "sign in", c.get("now")));
      return c.json({ success: true, message: "Use Your Device", options });
    },
  )
  .post(
    "/passkey-login",
    describeRoute({
      tag: "Accounts",
      summary: "Sign in with a passkey",
      description:
        "Takes what `navigator.credentials.get()` returns, as JSON. Each challenge works once. Sets the session " +
        "cookie.",
      access: "anyone",
      setsCookie: true,
      response: loginResponse,
      refuses: ["passkey_refused", "account_suspended"],
    }),
    signInLimit("passkeyLogins"),
    jsonBody,
    validate("json", passkeyLoginInput),
    maybeSignedIn,
    async (c) => {
      const owner = await authenticateWithPasskey(c, c.req.valid("json").response);
      if (!owner.ok) return refusePasskey(c, owner.reason);
      const { account } = owner;
      // Checked after the signature, so that a suspension is only revealed to the account's owner.
      if (account.suspendedAt !== null) return refuseSuspended(c, account.id);
      // With the hash, because a password reset also removes the passkey.
      const user = await signIn(c, account, "passkey", account.passwordHash);
      // The account has just been deleted or suspended, or its password changed.
      if (!user) return refusePasskey(c, "no account");
      if (await loginAttemptsOf(c, account.email ?? account.id).recordSuccess()) mailNewDevice(c, account);
      return c.json({ success: true, message: "Logged In", user });
    },
  );

function ownDevice(c: HttpContext): string | null {
  return deviceOf(c.req.header("user-agent") ?? "");
}
