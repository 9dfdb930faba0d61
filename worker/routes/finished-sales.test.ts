import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";

import { placeBidAnswer } from "../contract/bid.ts";
import { contactAnswer, finishedAnswer } from "../contract/contact.ts";
import { DAY_MS, newId } from "../testing/builders.ts";
/** Sales that their people mark as finished: what that changes, and what an unfinished one prevents. */
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
const refuse = async (person: Someone) => expectRefusal("sale_unfinished", 409, PATH, await deleting(person));

describe("a sale that is marked as finished", () => {
  it("shows each side whether the other has, and a repeat changes nothing", async () => {
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

  it("by a known member gives the other side a finished sale, once", async () => {
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

  it("two newcomers cannot vouch for each other, also not later", async () => {
    const { id, seller, winner } = await aSale();
    await finish(id, seller);
    await finish(id, winner);
    await setLevel(seller.id, "known");
    await finish(id, seller);
    expect([await finishedAt(seller), await finishedAt(winner)]).toEqual([null, null]);
  });

  it("is refused to everyone else, before the end, and once it is voided", async () => {
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
});

describe("an account with an open deal", () => {
  it("is not deleted when D1 gets the result only with the question", async () => {
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
});
