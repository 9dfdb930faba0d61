import { createHash } from "node:crypto";

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, onTestFinished, vi } from "vitest";

import { FRESH_TOKEN_MS } from "../accounts/sessions.ts";
import { profileResponse } from "../contract/account.ts";
import { responseSchema } from "../contract/fields.ts";
import { FRESH_SIGN_IN_MS } from "../contract/security.ts";
import { requestWith, inboxesWith } from "../testing/bindings.ts";
import { finishDeletion } from "../testing/deletions.ts";
import {
  aCookieFor,
  requestJson,
  PASSWORD,
  expectRefusal,
  expectRefusalIn,
  request,
  someoneSignedIn,
  tokenIn,
  ageSession,
  backdateSessions,
} from "../testing/http.ts";
import { someoneWithoutPassword, someoneWithAPassword } from "../testing/passwords.ts";
import { aListing, detailsOf, createCall } from "../testing/selling.ts";

const PATH = "/user/delete-account";

/** The ways in which clients send "no body": with a type, with a length of zero, as an empty stream. */
const EMPTY_BODIES = [
  { headers: { "content-type": "application/json" } },
  { headers: { "content-type": "application/x-www-form-urlencoded" }, body: "" },
  { headers: { "content-length": "0" }, body: "" },
  { body: new Uint8Array() },
];

function findUser(id: string): Promise<unknown> {
  return env.DB.prepare("SELECT id FROM users WHERE id = ?").bind(id).first();
}

it("deleting an account needs the password and ends the session", async () => {
  const { id, email, cookie } = await someoneWithAPassword();
  const response = await request(PATH, { method: "DELETE", cookie, json: { password: PASSWORD } });
  expect(await response.json()).toEqual({ success: true, message: "Account Removed" });
  expect(tokenIn(response)).toBe("");
  await expectRefusal("not_signed_in", 401, "/user/profile", { cookie: await ageSession(FRESH_TOKEN_MS, cookie) });
  await expectRefusal("invalid_credentials", 401, "/auth/login", {
    method: "POST",
    json: { email, password: PASSWORD },
  });
  await finishDeletion(id);
  expect(await findUser(id)).toBeNull();
});

it("deleting an account also deletes its sign-in attempts and their networks", async () => {
  const { email, cookie } = await someoneWithAPassword();
  const account = createHash("sha256").update(email).digest("hex");
  const limiter = env.LIMITS.getByName(`account ${account}`);
  await expectRefusal("wrong_password", 403, PATH, { method: "DELETE", cookie, json: { password: "another one" } });
  const readSchema = () => runInDurableObject(limiter, (_, { storage }) => storage.kv.get("schema"));
  expect(await readSchema()).toBeDefined();
  await requestJson(responseSchema({}), PATH, { method: "DELETE", cookie, json: { password: PASSWORD } });
  await vi.waitFor(async () => expect(await readSchema()).toBeUndefined());
});

it("deleting an account stops it from creating an auction at the same time", async () => {
  const { id, cookie } = await someoneWithAPassword();
  await env.DB.exec(
    "CREATE TRIGGER deletes_meanwhile AFTER INSERT ON openings BEGIN DELETE FROM users WHERE id = NEW.seller_id; END",
  );
  onTestFinished(async () => void (await env.DB.exec("DROP TRIGGER deletes_meanwhile")));
  await expectRefusal("not_signed_in", 401, ...createCall({ cookie }));
  const rowsQuery =
    "SELECT id FROM auctions WHERE seller_id = ?1 UNION SELECT auction_id FROM openings WHERE seller_id = ?1";
  expect(await env.DB.prepare(rowsQuery).bind(id).first()).toBeNull();
});

it("deleting an account with a wrong password is refused, and the account is kept", async () => {
  const { id, cookie } = await someoneWithAPassword();
  const wrongPasswordCall = { method: "DELETE", cookie, json: { password: `${PASSWORD}!` } };
  const { message, fields } = await expectRefusal("wrong_password", 403, PATH, wrongPasswordCall);
  expect(fields).toEqual({ password: [message] });
  const missingPassword = { message: "Password is required", fields: { password: ["Password is required"] } };
  for (const emptyCall of [{ json: {} }, { json: { password: "" } }, {}, ...EMPTY_BODIES]) {
    expect(await expectRefusal("wrong_password", 403, PATH, { method: "DELETE", cookie, ...emptyCall })).toMatchObject(
      missingPassword,
    );
  }
  expect(await findUser(id)).not.toBeNull();
  expect((await requestJson(profileResponse, "/user/profile", { cookie })).data.hasPassword).toBe(true);
});

it("T6: an account without a password can't be deleted long after signing in", async () => {
  const { id, cookie } = await someoneWithoutPassword();
  await backdateSessions(id, FRESH_SIGN_IN_MS);
  const refused = await expectRefusal("fresh_sign_in_needed", 403, PATH, { method: "DELETE", cookie });
  expect(refused.message).toBe("Sign in again, then delete your account right away");
  expect(await findUser(id)).not.toBeNull();
  await requestJson(responseSchema({}), PATH, { method: "DELETE", cookie: await aCookieFor(id) });
  await finishDeletion(id);
  expect(await findUser(id)).toBeNull();
});

it("deleting an account calls the inbox until all rooms have answered", async () => {
  const { id, cookie } = await someoneWithoutPassword();
  const answers = ["checking", "checking", "refused"];
  const INBOX = inboxesWith({ deleteAccount: async () => answers.shift() });
  const response = await requestWith({ ...env, INBOX }, PATH, { method: "DELETE", cookie });
  await expectRefusalIn(response, "account_in_use", 409);
  expect(answers).toEqual([]);
  expect(await findUser(id)).not.toBeNull();
});

it("T18: an account can't be deleted while its deletion would reveal a maximum", async () => {
  const { id: auctionId } = await aListing();
  const [holder, prober] = [await someoneSignedIn(), await someoneWithoutPassword()];
  const place = (cookie: string, offer: object) =>
    request("/bid/placeBid", { method: "POST", cookie, json: { productId: auctionId, ...offer } });
  expect((await place(holder.cookie, { maxBid: 400 })).status).toBe(201);
  expect((await place(prober.cookie, { bidAmount: 500 })).status).toBe(201);
  expect((await place(holder.cookie, { bidAmount: 600 })).status).toBe(201);
  const refused = await expectRefusal("account_in_use", 409, PATH, { method: "DELETE", cookie: prober.cookie });
  expect(refused.message).toBe(
    "You have a binding bid in a live auction, or your own live auction has bids. Wait until it ends.",
  );
  expect((await detailsOf(auctionId)).bids.map(({ amount }) => amount)).toContain(500);
  expect(await findUser(prober.id)).not.toBeNull();
});

it("an account isn't deleted if its owner takes the lead at the same moment", async () => {
  const { id: auctionId } = await aListing();
  const rival = await someoneSignedIn();
  const { id, cookie } = await someoneWithoutPassword();
  const bid = (bidderCookie: string, bidAmount: number) =>
    request("/bid/placeBid", { method: "POST", cookie: bidderCookie, json: { productId: auctionId, bidAmount } });
  // Known to the room but outbid, so nothing prevents the deletion yet.
  expect((await bid(cookie, 100)).status).toBe(201);
  expect((await bid(rival.cookie, 110)).status).toBe(201);
  const [deletion, ...bids] = await Promise.all([
    request(PATH, { method: "DELETE", cookie }),
    ...[120, 130, 140, 150].map((amount) => bid(cookie, amount)),
  ]);
  const leads = bids.some(({ status }) => status === 201);
  expect(deletion?.status).toBe(leads ? 409 : 200);
  const leader = (await detailsOf(auctionId)).bids[0]?.bidder._id;
  expect(leader).toBe(leads ? id : rival.id);
  expect((await bid(cookie, 160)).status).toBe(leads ? 201 : 401);
});
