import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { placeBidAnswer } from "../contract/bid.ts";
import { contactAnswer, finishedAnswer } from "../contract/contact.ts";
import { answer } from "../contract/fields.ts";
import { DAY_MS, newId } from "../testing/builders.ts";
/** Sales that their people mark as finished: what that changes, and what an unfinished one prevents. */
import { finishDeletion } from "../testing/deletions.ts";
import { aCookieFor, anAdmin, ask, expectRefusal, someoneSignedIn, renewed } from "../testing/http.ts";
import { setLevel } from "../testing/levels.ts";
import { aListing, bid } from "../testing/selling.ts";

type Someone = Awaited<ReturnType<typeof someoneSignedIn>>;

/** An auction that its winner has bought. */
async function aSale() {
  const { id, seller } = await aListing({ buyNowPrice: "500" });
  const winner = await someoneSignedIn("Ann");
  const headers = { "idempotency-key": newId() };
  const buying = { method: "POST", cookie: winner.cookie, headers, json: { price: 500 } };
  await ask(placeBidAnswer, `/auction/${id}/buy`, buying);
  return { id, seller, winner };
}
const finish = async (auctionId: string, { cookie }: Pick<Someone, "cookie">) =>
  (await ask(finishedAnswer, `/auction/${auctionId}/finished`, { method: "POST", cookie })).finished;
const finishedAt = ({ id }: Someone) =>
  env.DB.prepare("SELECT finished_sale_at FROM users WHERE id = ?").bind(id).first("finished_sale_at");
const isThere = async ({ id }: Someone) =>
  (await env.DB.prepare("SELECT id FROM users WHERE id = ?").bind(id).first()) !== null;

/** Without a password and just signed in, so nothing else is asked. */
async function deleting(person: Someone) {
  await env.DB.prepare("UPDATE users SET password_hash = NULL WHERE id = ?").bind(person.id).run();
  return { method: "DELETE", cookie: await aCookieFor(person.id) };
}
const PATH = "/user/delete-account";
async function remove(person: Someone) {
  await ask(answer({}), PATH, await deleting(person));
  await finishDeletion(person.id);
}
const refuse = async (person: Someone) => expectRefusal("sale_unfinished", 409, PATH, await deleting(person));

it("a finished sale shows each side whether the other has finished it", async () => {
  const { id, seller, winner } = await aSale();
  expect(await finish(id, winner)).toEqual({ byYou: true, byOther: false });
  expect(await finish(id, winner)).toEqual({ byYou: true, byOther: false });
  const { finished } = await ask(contactAnswer, `/auction/${id}/contact`, { cookie: seller.cookie });
  expect(finished).toEqual({ byYou: false, byOther: true });
  expect(await finish(id, seller)).toEqual({ byYou: true, byOther: true });
  const { results } = await env.DB.prepare("SELECT person_id FROM finished_sales WHERE auction_id = ?")
    .bind(id)
    .all<{ person_id: string }>();
  expect(results.map(({ person_id }) => person_id).toSorted()).toEqual([seller.id, winner.id].toSorted());
});

it("a sale finished by a known member counts for the other side, once", async () => {
  const { id, seller, winner } = await aSale();
  await setLevel(seller.id, "known");
  await finish(id, { ...seller, cookie: await renewed(seller.cookie) });
  const first = await finishedAt(winner);
  expect(first).toBeGreaterThan(0);
  await env.DB.prepare("UPDATE users SET finished_sale_at = 5 WHERE id = ?").bind(winner.id).run();
  await finish(id, seller);
  expect(await finishedAt(winner)).toBe(5);
  expect(await finishedAt(seller)).toBeNull();
});

it("two newcomers can't vouch for each other, also not later", async () => {
  const { id, seller, winner } = await aSale();
  await finish(id, seller);
  await finish(id, winner);
  await setLevel(seller.id, "known");
  await finish(id, seller);
  expect([await finishedAt(seller), await finishedAt(winner)]).toEqual([null, null]);
});

it("a sale can't be finished by others, before the end or once voided", async () => {
  const { id, seller } = await aSale();
  const path = `/auction/${id}/finished`;
  for (const { cookie } of [await someoneSignedIn("Bob"), await anAdmin()]) {
    await expectRefusal("not_a_party", 403, path, { method: "POST", cookie });
  }
  const live = await aListing();
  const unsold = { method: "POST", cookie: live.seller.cookie };
  await expectRefusal("not_sold", 409, `/auction/${live.id}/finished`, unsold);
  await env.AUCTION_ROOM.getByName(id).voidAuction("Stolen goods");
  await vi.waitFor(() => expectRefusal("auction_voided", 409, path, { method: "POST", cookie: seller.cookie }));
  expect(await env.DB.prepare("SELECT * FROM finished_sales WHERE auction_id = ?").bind(id).first()).toBeNull();
});

it.each(["seller", "winner"] as const)(
  "an account with an unfinished sale as %s isn't deleted until both agree",
  async (side) => {
    const { id, ...people } = await aSale();
    const [person, other] = [people[side], people[side === "seller" ? "winner" : "seller"]];
    const { details } = await refuse(person);
    expect(details).toEqual({ sales: [{ _id: id, title: "A Regency mahogany bureau" }] });
    // Their own word is not enough.
    await finish(id, person);
    await refuse(person);
    expect(await isThere(person)).toBe(true);
    await finish(id, other);
    await remove(person);
    expect(await isThere(person)).toBe(false);
    const rows = "SELECT person_id FROM finished_sales WHERE auction_id = ?";
    await vi.waitFor(async () => {
      const { results } = await env.DB.prepare(rows).bind(id).all();
      expect(results).toEqual([{ person_id: other.id }]);
    });
  },
);

it("an account with an unfinished sale is deleted after thirty days", async () => {
  const [old, left, voided] = [await aSale(), await aSale(), await aSale()];
  for (const { winner } of [old, left, voided]) await refuse(winner);
  const days = (count: number) =>
    env.DB.prepare("UPDATE auctions SET closed_at = ? WHERE id = ?")
      .bind(Date.now() - count, old.id)
      .run();
  await days(30 * DAY_MS - 60_000);
  await refuse(old.winner);
  await days(30 * DAY_MS);
  await remove(old.winner);
  await finish(left.id, left.winner);
  await remove(left.seller);
  await remove(left.winner);
  await env.AUCTION_ROOM.getByName(voided.id).voidAuction("Stolen goods");
  const reason = "SELECT voided_reason FROM auctions WHERE id = ?";
  await vi.waitFor(async () =>
    expect(await env.DB.prepare(reason).bind(voided.id).first("voided_reason")).toBe("Stolen goods"),
  );
  await remove(voided.winner);
  await remove(voided.seller);
});

it("an account isn't deleted if D1 gets the result of its sale with the question", async () => {
  const { id } = await aListing({ auctionDate: new Date(Date.now() + DAY_MS).toISOString() });
  const winner = await someoneSignedIn("Ann");
  await bid(id, 100, winner.cookie);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + DAY_MS + 1 });
  try {
    await refuse(winner);
    expect(await env.DB.prepare("SELECT winner_id FROM auctions WHERE id = ?").bind(id).first("winner_id")).toBe(
      winner.id,
    );
    expect(await isThere(winner)).toBe(true);
    // They may act again.
    const { id: another } = await aListing();
    await bid(another, 100, await aCookieFor(winner.id));
  } finally {
    vi.useRealTimers();
  }
});
