/**
 * Verifying the email address given at sign-up, accounts that claim the same address, and the calls that require a
 * verified address.
 */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { FRESH_TOKEN_MS } from "../accounts/sessions.ts";
import { loginResponse, profileResponse, signupResponse } from "../contract/account.ts";
import { savedAuctionResponse } from "../contract/auction.ts";
import { emailVerificationResponse } from "../contract/security.ts";
import { addPasskey, type Authenticator, beginCeremony } from "../testing/authenticator.ts";
import { DAY_MS, newId } from "../testing/builders.ts";
import { logInWithGoogle, verifyWithGoogle } from "../testing/google.ts";
import {
  anEmail,
  requestJson,
  type TestCall,
  cookieOf,
  expectRefusal,
  expectRefusalIn,
  PASSWORD,
  request,
  signupFields,
  someoneSignedIn,
  tokenIn,
  renewSessionCookie,
} from "../testing/http.ts";
import { collectMail, openVerification, verificationTokenIn } from "../testing/mail.ts";
import { newPasswordBody, logInElsewhere } from "../testing/passwords.ts";
import { aListing, bid, detailsOf, endAuction, listingFields, placeBidCall } from "../testing/selling.ts";
import { watchAuction } from "../testing/sockets.ts";
import { anIpv6Address } from "../testing/strict-limits.ts";
import { sweepFor } from "../testing/sweeps.ts";

const SECOND_PASSWORD = "Another kettle 2";
const STRICT = { LIMIT_SCALE: "1" };

/** Signs up on a site that sends email. `token` is from the emailed link. */
async function signUp(email = anEmail(), password = PASSWORD) {
  const form = signupFields({ email, password, confirmPassword: password });
  const { response, sent } = await collectMail("/auth/signup", { method: "POST", form });
  expect(response.status).toBe(201);
  const { linkSent, message } = signupResponse.parse(await response.json());
  expect(message).toBe("Sign Up Successful");
  expect(linkSent).toBe(true);
  return { email, sent, token: verificationTokenIn(sent, email) };
}
async function openLink(token: string) {
  const { response, sent } = await openVerification(token);
  expect(response.status).toBe(200);
  return { body: await response.json(), sent };
}
const expectLinkInvalid = async (token: string) =>
  expectRefusalIn((await openVerification(token)).response, "email_link_invalid", 422);
const profileOf = async (cookie: string) => (await requestJson(profileResponse, "/user/profile", { cookie })).data.user;
const logInCall = (email: string, password = PASSWORD): TestCall => ({ method: "POST", json: { email, password } });
const expectLoginRefused = (email: string, password = PASSWORD) =>
  expectRefusal("invalid_credentials", 401, "/auth/login", logInCall(email, password));

/** A person whose address no one has verified. */
async function someoneUnverified() {
  const person = await someoneSignedIn();
  await env.DB.prepare("UPDATE users SET email_verified_at = NULL WHERE id = ?").bind(person.id).run();
  return { ...person, cookie: await renewSessionCookie(person.cookie) };
}

it("signing up on a site that sends email sends a link that verifies the address", async () => {
  const { email, sent, token } = await signUp();
  expect(sent).toMatchObject([{ to: email, subject: "Confirm your email address for Lotline" }]);
  // No name, because someone may have signed up with another person's address.
  expect(sent[0]?.text).not.toContain("Jane");
  const login = await requestJson(loginResponse, "/auth/login", logInCall(email));
  expect(login.user).toMatchObject({ email, emailVerified: false });
  const cookie = await logInElsewhere(email);
  const opened = await openLink(token);
  expect(opened.body).toMatchObject({ message: "Email Address Confirmed" });
  expect(opened.sent).toEqual([]);
  expect(await profileOf(cookie)).toMatchObject({ email, emailVerified: true });
  await expectLinkInvalid(token);
});

it("signing up on a site without email sends no link and refuses a taken address", async () => {
  const form = signupFields();
  const call = { method: "POST", form, bindings: { MAIL_FROM: "" } };
  const { response, sent } = await collectMail("/auth/signup", call);
  expect(signupResponse.parse(await response.json()).linkSent).toBe(false);
  expect(sent).toEqual([]);
  await expectRefusalIn((await collectMail("/auth/signup", call)).response, "signup_refused", 409);
  const token = await verifyWithGoogle(form["email"]);
  const google = { method: "POST", cookie: token.cookie, json: { uid: token.uid }, bindings: { MAIL_FROM: "" } };
  await expectRefusalIn((await collectMail("/auth/google-login", google)).response, "use_password", 409);
});

it("T22: resetting the password with a mailed link verifies the address", async () => {
  const { email } = await signUp();
  const { sent } = await collectMail("/auth/forgot-password", { method: "POST", json: { email } });
  const token = /\/reset-password#([\w-]{43})$/m.exec(sent[0]?.text ?? "")?.[1];
  const json = { token, ...newPasswordBody(SECOND_PASSWORD) };
  expect((await request("/auth/reset-password", { method: "POST", json })).status).toBe(200);
  const cookie = await logInElsewhere(email, SECOND_PASSWORD);
  expect(await profileOf(cookie)).toMatchObject({ email, emailVerified: true });
});

const sendLinkAgain = (cookie: string, bindings: Partial<Env> = {}) =>
  collectMail("/user/email/verification", {
    method: "POST",
    cookie,
    headers: { "cf-connecting-ip": anIpv6Address() },
    bindings,
  });

it("resending a verification link invalidates the previous one", async () => {
  const { email, token } = await signUp();
  const cookie = await logInElsewhere(email);
  const { response, sent } = await sendLinkAgain(cookie);
  expect(emailVerificationResponse.parse(await response.json())).toMatchObject({ emailVerified: false });
  await expectLinkInvalid(token);
  await openLink(verificationTokenIn(sent, email));
  const late = await sendLinkAgain(cookie);
  expect(emailVerificationResponse.parse(await late.response.json())).toMatchObject({ emailVerified: true });
  expect(late.sent).toEqual([]);
});

it("T10: an address gets at most three emailed links an hour", async () => {
  const email = anEmail();
  const form = signupFields({ email });
  const fromNewNetwork = () => ({ headers: { "cf-connecting-ip": anIpv6Address() }, bindings: STRICT });
  await collectMail("/auth/signup", { method: "POST", form, ...fromNewNetwork() });
  const cookie = await logInElsewhere(email);
  expect(
    (await collectMail("/auth/forgot-password", { method: "POST", json: { email }, ...fromNewNetwork() })).sent,
  ).toHaveLength(1);
  expect((await sendLinkAgain(cookie, STRICT)).sent).toHaveLength(1);
  const refused = await sendLinkAgain(cookie, STRICT);
  await expectRefusalIn(refused.response, "too_many_requests", 429);
  expect(refused.sent).toEqual([]);
  // A sign-up that could do nothing without its link is refused too.
  const claim = await collectMail("/auth/signup", { method: "POST", form, ...fromNewNetwork() });
  await expectRefusalIn(claim.response, "too_many_requests", 429);
});

it("a sign-up succeeds without a link if its address has had too many emails", async () => {
  const email = anEmail();
  const fromNewNetwork = () => ({ headers: { "cf-connecting-ip": anIpv6Address() }, bindings: STRICT });
  for (let sent = 0; sent < 3; sent += 1) {
    await collectMail("/auth/forgot-password", { method: "POST", json: { email }, ...fromNewNetwork() });
  }
  const { response, sent } = await collectMail("/auth/signup", {
    method: "POST",
    form: signupFields({ email }),
    ...fromNewNetwork(),
  });
  expect(response.headers.has("retry-after")).toBe(false);
  expect(signupResponse.parse(await response.json())).toMatchObject({ linkSent: false });
  expect(sent).toEqual([]);
  await logInElsewhere(email);
});

it("a verification link is refused if the site sends no email or there's no address", async () => {
  const { id, cookie } = await someoneUnverified();
  await expectRefusalIn((await sendLinkAgain(cookie, { MAIL_FROM: "" })).response, "mail_not_configured", 503);
  await env.DB.prepare("UPDATE users SET email = NULL WHERE id = ?").bind(id).run();
  await expectRefusalIn((await sendLinkAgain(await renewSessionCookie(cookie))).response, "not_found", 404);
});

it("T2: verifying an address moves it from a pre-hijacker to its owner", async () => {
  const { email, token: hijackersLink } = await signUp();
  const hijacker = await logInElsewhere(email);
  const hijackersId = (await profileOf(hijacker)).id;
  const { authenticator } = await addPasskey(hijacker, { password: PASSWORD });
  const reset = await collectMail("/auth/forgot-password", { method: "POST", json: { email } });

  const { token } = await signUp(email, SECOND_PASSWORD);
  await expectLoginRefused(email, SECOND_PASSWORD);
  expect(await profileOf(hijacker)).toMatchObject({ email, emailVerified: false });
  await openLink(token);
  const owner = await profileOf(await logInElsewhere(email, SECOND_PASSWORD));
  expect(owner).toMatchObject({ email, emailVerified: true });
  expect(owner.id).not.toBe(hijackersId);

  await expectLoginRefused(email);
  await expectLinkInvalid(hijackersLink);
  const resetToken = /\/reset-password#([\w-]{43})$/m.exec(reset.sent[0]?.text ?? "")?.[1];
  const json = { token: resetToken, ...newPasswordBody("A third kettle 3") };
  await expectRefusal("reset_link_invalid", 422, "/auth/reset-password", { method: "POST", json });
  // Sessions and passkeys stay with the account that they were made for.
  expect(await profileOf(hijacker)).toMatchObject({ id: hijackersId, email: "", emailVerified: false });
  expect((await signInWithPasskey(authenticator)).id).toBe(hijackersId);
});

it("T2: an account that lost its address can verify another one and sign in", async () => {
  const { email } = await signUp();
  const first = await logInElsewhere(email);
  await openLink((await signUp(email, SECOND_PASSWORD)).token);
  const next = anEmail();
  const { sent } = await collectMail("/user/email", {
    method: "POST",
    cookie: first,
    json: { email: next, password: PASSWORD },
  });
  await openLink(verificationTokenIn(sent, next));
  const cookie = await logInElsewhere(next);
  expect((await profileOf(cookie)).id).toBe((await profileOf(first)).id);
});

it("T2: a verified address stays with its owner", async () => {
  const { email, token } = await signUp();
  await openLink(token);
  const form = signupFields({ email, password: SECOND_PASSWORD, confirmPassword: SECOND_PASSWORD });
  const { response, sent } = await collectMail("/auth/signup", { method: "POST", form });
  await expectRefusalIn(response, "signup_refused", 409);
  expect(sent).toEqual([]);
});

it("T2: an attacker who signs up later with the same address can't get in", async () => {
  const { email, token } = await signUp();
  const attackersSignUp = await signUp(email, SECOND_PASSWORD);
  await expectLoginRefused(email, SECOND_PASSWORD);
  await openLink(token);
  await expectLinkInvalid(attackersSignUp.token);
  await expectLoginRefused(email, SECOND_PASSWORD);
  expect(await profileOf(await logInElsewhere(email))).toMatchObject({ email, emailVerified: true });
});

it("an address claimed twice goes to the account that confirms it first", async () => {
  const { email } = await signUp();
  const claims = [await signUp(email, SECOND_PASSWORD), await signUp(email, "A third kettle 3")];
  const opened = await Promise.all(claims.map(({ token }) => openVerification(token)));
  expect(opened.map(({ response }) => response.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  const isFirst = opened[0]?.response.status === 200;
  await logInElsewhere(email, isFirst ? SECOND_PASSWORD : "A third kettle 3");
  await expectLoginRefused(email, isFirst ? "A third kettle 3" : SECOND_PASSWORD);
  const statement = env.DB.prepare("SELECT count(*) AS n FROM users WHERE email = ?").bind(email);
  expect(await statement.first("n")).toBe(1);
});

it("an address claimed twice goes to the account that confirms it by email change", async () => {
  const { email } = await signUp();
  const { id, cookie } = await someoneUnverified();
  await env.DB.prepare("UPDATE users SET password_hash = NULL WHERE id = ?").bind(id).run();
  const { sent } = await collectMail("/user/email", { method: "POST", cookie, json: { email } });
  const { body } = await openLink(verificationTokenIn(sent, email));
  expect(body).toMatchObject({ message: "Email Address Changed" });
  expect(await profileOf(cookie)).toMatchObject({ email, emailVerified: true });
  await expectLoginRefused(email);
});

it("T2: a Google sign-in takes over the address, but not its password account", async () => {
  const { email } = await signUp();
  const hijacker = await logInElsewhere(email);
  const response = await logInWithGoogle(await verifyWithGoogle(email));
  const { user } = loginResponse.parse(await response.json());
  expect(user).toMatchObject({ email, emailVerified: true });
  expect(await profileOf(hijacker)).toMatchObject({ email: "" });
  expect((await profileOf(hijacker)).id).not.toBe(user.id);
  await expectLoginRefused(email);
  expect((await profileOf(cookieOf(tokenIn(response) ?? ""))).id).toBe(user.id);
});

it("T10: an account that loses its address loses its known devices, too", async () => {
  const { email } = await signUp();
  const login = await request("/auth/login", logInCall(email));
  const device =
    login.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith("__Host-device="))
      ?.split(";")[0] ?? "";
  const { token } = await signUp(email, SECOND_PASSWORD);
  await openLink(token);
  // The owner's first device triggers no email, and the hijacker's device later counts as new.
  const json = { email, password: SECOND_PASSWORD };
  expect((await collectMail("/auth/login", { method: "POST", json })).sent).toEqual([]);
  const { sent } = await collectMail("/auth/login", { method: "POST", json, cookie: device });
  expect(sent).toMatchObject([{ to: email, subject: "Your Lotline account: a sign-in on a new device" }]);
});

it("accounts that no one can sign in to are deleted after two days", async () => {
  const { email } = await signUp();
  await signUp(email, SECOND_PASSWORD);
  const waitingId = (await env.DB.prepare("SELECT id FROM users WHERE email IS NULL ORDER BY created_at DESC").first(
    "id",
  )) as string;
  const seller = (await aListing()).seller;
  await env.DB.prepare("UPDATE users SET email = NULL WHERE id = ?").bind(seller.id).run();
  await env.INBOX.getByName(seller.id).endSessions();
  const exists = async (id: string) =>
    (await env.DB.prepare("SELECT 1 FROM users WHERE id = ?").bind(id).first()) !== null;
  const sweepAt = async (ms: number) => {
    for (const id of [waitingId, seller.id]) await sweepFor(id, Date.now() + ms);
  };
  await sweepAt(DAY_MS);
  expect(await exists(waitingId)).toBe(true);
  await sweepAt(2 * DAY_MS + 1);
  await vi.waitFor(async () => expect(await exists(waitingId)).toBe(false));
  expect(await exists(seller.id)).toBe(true);
});

async function signInWithPasskey(authenticator: Authenticator) {
  const options = await beginCeremony("/auth/passkey-options");
  const json = { response: await authenticator.sign(options) };
  return (await requestJson(loginResponse, "/auth/passkey-login", { method: "POST", json })).user;
}

const CONFIRM_SETTINGS = { CONFIRM_EMAIL: "1" };
const requestRequiringConfirmation = async (path: string, call: TestCall) =>
  (await collectMail(path, { ...call, bindings: CONFIRM_SETTINGS })).response;
const createCall = () => ({ method: "POST", form: listingFields() });

/** Every bid, purchase and listing call, and the auction to check for writes. */
async function committingCalls(cookie: string, ownBid: string, expired: string) {
  const { id } = await aListing({ buyNowPrice: "500" });
  const key = { "idempotency-key": newId() };
  const endsAt = { auctionEndTime: new Date(Date.now() + 9 * DAY_MS).toISOString() };
  return {
    id,
    calls: [
      ["/bid/placeBid", placeBidCall(id, 100, cookie)],
      [`/bid/editBid/${ownBid}`, { method: "PUT", cookie, headers: key, json: { bidAmount: 900 } }],
      [`/auction/${id}/buy`, { method: "POST", cookie, headers: key, json: { price: 500 } }],
      ["/auction/createAuction", { ...createCall(), cookie }],
      ["/auction/createAuction", { ...createCall(), cookie, headers: { "idempotency-key": `draft-${newId()}` } }],
      [`/auction/${expired}/relist`, { method: "POST", cookie, json: endsAt }],
    ] as const satisfies readonly (readonly [string, TestCall])[],
  };
}

it("T2: bids, purchases and listings are refused until the address is verified", async () => {
  const person = await someoneUnverified();
  const expired = await requestJson(savedAuctionResponse, "/auction/createAuction", {
    ...createCall(),
    cookie: person.cookie,
  });
  await endAuction(expired.auction._id);
  // Created only now, because `endAuction` moves the clock ahead while it runs.
  const other = await aListing();
  const { newBid } = await bid(other.id, 100, person.cookie);
  const { id, calls } = await committingCalls(person.cookie, newBid._id, expired.auction._id);
  const counts = () =>
    env.DB.prepare(
      "SELECT (SELECT count(*) FROM openings WHERE seller_id = ?1) AS openings, (SELECT count(*) FROM auctions WHERE seller_id = ?1) AS auctions",
    )
      .bind(person.id)
      .first();
  const before = await counts();
  for (const [path, call] of calls) {
    const refused = await expectRefusalIn(await requestRequiringConfirmation(path, call), "email_not_verified", 403);
    expect(refused.details?.address).toMatch(/^.•••@e•••\.com$/);
  }
  expect(await counts()).toEqual(before);
  expect(await detailsOf(id)).toMatchObject({ currentBid: 100, bids: [], status: "Live" });
  expect(await detailsOf(other.id)).toMatchObject({ currentBid: 100 });
  // Anyone can withdraw a bid that they have placed.
  const withdrawal = await requestRequiringConfirmation(`/bid/deleteBid/${newBid._id}`, {
    method: "DELETE",
    cookie: person.cookie,
  });
  expect(withdrawal.status).toBe(200);
});

it("bids and listings are accepted right after the address is verified", async () => {
  const { email, token } = await signUp();
  const login = await collectMail("/auth/login", { ...logInCall(email), bindings: CONFIRM_SETTINGS });
  const cookie = login.response.headers
    .getSetCookie()
    .map((setCookie) => setCookie.split(";")[0])
    .join("; ");
  const { id } = await aListing();
  await expectRefusalIn(
    await requestRequiringConfirmation("/bid/placeBid", placeBidCall(id, 100, cookie)),
    "email_not_verified",
    403,
  );
  await openLink(token);
  expect((await requestRequiringConfirmation("/bid/placeBid", placeBidCall(id, 100, cookie))).status).toBe(201);
  expect((await requestRequiringConfirmation("/auction/createAuction", { ...createCall(), cookie })).status).toBe(201);
});

it("a bid from an account without an address is refused with a request to add one", async () => {
  const { id: personId, cookie } = await someoneUnverified();
  await env.DB.prepare("UPDATE users SET email = NULL WHERE id = ?").bind(personId).run();
  const { id } = await aListing();
  const response = await requestRequiringConfirmation(
    "/bid/placeBid",
    placeBidCall(id, 100, await renewSessionCookie(cookie)),
  );
  const { message, details } = await expectRefusalIn(response, "email_not_verified", 403);
  expect(message).toBe("Your account has no email address. Add one in your profile first.");
  expect(details).toBeUndefined();
});

it("T5: a bid over a socket is refused until the address is verified", async () => {
  const { id } = await aListing();
  const person = await someoneUnverified();
  // The objects have the deployment's settings too.
  for (const object of [env.AUCTION_ROOM.getByName(id), env.INBOX.getByName(person.id)]) {
    await runInDurableObject(object, (instance) => {
      Object.assign(instance, { env: { ...env, ...CONFIRM_SETTINGS } });
    });
  }
  const { placeBid, socket } = await watchAuction(id, { cookie: person.cookie }, requestRequiringConfirmation);
  expect(await placeBid(100)).toMatchObject({ success: false, code: "email_not_verified" });
  expect(await detailsOf(id)).toMatchObject({ bids: [] });
  await env.DB.prepare("UPDATE users SET email_verified_at = 1 WHERE id = ?").bind(person.id).run();
  await env.INBOX.getByName(person.id).refreshAccount();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + FRESH_TOKEN_MS });
  expect(await placeBid(100)).toMatchObject({ success: true });
  vi.useRealTimers();
  socket.close();
});

it("a bid needs no verified address if verification isn't required", async () => {
  const { id } = await aListing();
  const { cookie } = await someoneUnverified();
  await bid(id, 100, cookie);
  const bindings = { CONFIRM_EMAIL: "1", MAIL_FROM: "" };
  const other = await someoneUnverified();
  expect(
    (await collectMail("/bid/placeBid", { ...placeBidCall(id, 200, other.cookie), bindings })).response.status,
  ).toBe(201);
});
