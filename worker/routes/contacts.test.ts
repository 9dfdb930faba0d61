/** After a sale: who reads whose name and e-mail address. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { placeBidAnswer } from "../contract/bid.ts";
import { contactAnswer } from "../contract/contact.ts";
import { newId } from "../testing/builders.ts";
import { anAdmin, ask, expectRefusal, request, someoneSignedIn } from "../testing/http.ts";
import { aListing, bid } from "../testing/selling.ts";
import { anAddress, expectTooMany, requestFrom } from "../testing/strict-limits.ts";

const pathOf = (id: string) => `/auction/${id}/contact`;

/** An auction that its winner has bought; D1 has the sale when the answer comes. */
async function aSale({ anonymous = false } = {}) {
  const { id, seller } = await aListing({ buyNowPrice: "500" });
  const winner = await someoneSignedIn("Ann");
  if (anonymous) await env.DB.prepare("UPDATE users SET anonymous = 1 WHERE id = ?").bind(winner.id).run();
  const headers = { "idempotency-key": newId() };
  const buying = { method: "POST", cookie: winner.cookie, headers, json: { price: 500 } };
  await ask(placeBidAnswer, `/auction/${id}/buy`, buying);
  return { id, seller, winner };
}

it("the contact after a sale has each side's name and address for the other", async () => {
  const { id, seller, winner } = await aSale();
  const read = async (cookie: string) => (await ask(contactAnswer, pathOf(id), { cookie })).contact;
  expect(await read(winner.cookie)).toEqual({ firstName: "Sue", lastName: "Doe", email: seller.email });
  expect(await read(seller.cookie)).toEqual({ firstName: "Ann", lastName: "Doe", email: winner.email });
  const { headers } = await request(pathOf(id), { cookie: winner.cookie });
  expect(headers.get("cache-control")).toBe("no-store");
});

it("a winner who bids under a number is named to the seller, too", async () => {
  const { id, seller, winner } = await aSale({ anonymous: true });
  const { contact } = await ask(contactAnswer, pathOf(id), { cookie: seller.cookie });
  expect(contact).toMatchObject({ firstName: "Ann", email: winner.email });
});

it("T4: the contact after a sale is read by no one else", async () => {
  const { id } = await aSale();
  const stranger = await someoneSignedIn("Bob");
  for (const { cookie } of [stranger, await anAdmin()]) {
    await expectRefusal("not_a_party", 403, pathOf(id), { cookie });
  }
});

it("T4: the leader gets no address before the end, and until D1 has the result", async () => {
  const { id, seller } = await aListing();
  const leader = await someoneSignedIn("Bob");
  await bid(id, 100, leader.cookie);
  await env.DB.prepare("UPDATE auctions SET leader_id = ? WHERE id = ?").bind(leader.id, id).run();
  const bothRefused = async () => {
    await expectRefusal("not_sold", 409, pathOf(id), { cookie: seller.cookie });
    await expectRefusal("not_a_party", 403, pathOf(id), { cookie: leader.cookie });
  };
  await bothRefused();
  await env.DB.prepare("UPDATE auctions SET ends_at = 1 WHERE id = ?").bind(id).run();
  await bothRefused();
});

it("T4: an address that its owner hasn't proven is shown to no one", async () => {
  const { id, seller, winner } = await aSale();
  await env.DB.prepare("UPDATE users SET email_proven_at = NULL WHERE id = ?").bind(winner.id).run();
  const read = async (cookie: string) => (await ask(contactAnswer, pathOf(id), { cookie })).contact;
  expect(await read(seller.cookie)).toEqual({ firstName: "Ann", lastName: "Doe", email: null });
  expect(await read(winner.cookie)).toMatchObject({ email: seller.email });
  await env.DB.prepare("UPDATE users SET email = NULL WHERE id = ?").bind(winner.id).run();
  expect(await read(seller.cookie)).toMatchObject({ email: null });
});

it("T4: a hidden listing that was sold is found by its two parties alone", async () => {
  const { id, seller, winner } = await aSale();
  const stranger = await someoneSignedIn("Bob");
  await env.DB.prepare("UPDATE auctions SET phase = 'hidden' WHERE id = ?").bind(id).run();
  expect((await ask(contactAnswer, pathOf(id), { cookie: winner.cookie })).contact.email).toBe(seller.email);
  await expectRefusal("auction_not_found", 404, pathOf(id), { cookie: stranger.cookie });
  // An end that is not announced has no winner in D1: the leader learns nothing of it.
  await env.DB.prepare("UPDATE auctions SET winner_id = NULL, leader_id = ? WHERE id = ?").bind(winner.id, id).run();
  await expectRefusal("auction_not_found", 404, pathOf(id), { cookie: winner.cookie });
  await expectRefusal("not_sold", 409, pathOf(id), { cookie: seller.cookie });
});

it("T4: one person reads twenty addresses a day, whoever they belong to", async () => {
  const { id, seller, winner } = await aSale();
  const read = (cookie: string) => requestFrom(pathOf(id), { cookie, address: anAddress() });
  for (let asked = 0; asked < 20; asked += 1) expect((await read(winner.cookie)).status).toBe(200);
  expect(await expectTooMany(await read(winner.cookie))).toBeGreaterThan(23 * 3_600);
  expect((await read(seller.cookie)).status).toBe(200);
});

it("T4: a voided sale gives no address to either side", async () => {
  const { id, seller, winner } = await aSale();
  await env.AUCTION_ROOM.getByName(id).voidAuction("Stolen goods");
  await expect
    .poll(() => env.DB.prepare("SELECT voided_reason FROM auctions WHERE id = ?").bind(id).first("voided_reason"))
    .toBe("Stolen goods");
  for (const { cookie } of [seller, winner]) await expectRefusal("auction_voided", 409, pathOf(id), { cookie });
});

it("a person who has deleted their account is no contact", async () => {
  const { id, seller, winner } = await aSale();
  await env.DB.prepare("DELETE FROM users WHERE id = ?").bind(winner.id).run();
  await expectRefusal("contact_deleted", 409, pathOf(id), { cookie: seller.cookie });
});
