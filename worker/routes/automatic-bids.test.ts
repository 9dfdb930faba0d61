/** Automatic bids over REST and over an auction's socket: their answers, and that maximums stay secret. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { editBidAnswer, ownMaximumAnswer, placeBidAnswer } from "../contract/bid.ts";
import { journalAnswer } from "../contract/journal.ts";
import { DIFFERENT_PRICES, EBAY_AUCTIONS, highestBidder } from "../rules/testing/ebay-auctions.ts";
import { anOpening, listen } from "../testing/builders.ts";
import { ask, expectRefusal, request, type Someone, someoneSignedIn } from "../testing/http.ts";
import { aListing, detailsOf } from "../testing/selling.ts";

type SentOffer = { readonly bidAmount?: number; readonly maxBid?: number };

const place = "/bid/placeBid";
const placing = (productId: string, offer: SentOffer, { cookie }: Someone) => ({
  method: "POST",
  cookie,
  json: { productId, ...offer },
});
const placed = (id: string, offer: SentOffer, who: Someone) => ask(placeBidAnswer, place, placing(id, offer, who));
const edited = (bidId: string, offer: SentOffer, { cookie }: Someone) =>
  ask(editBidAnswer, `/bid/editBid/${bidId}`, { method: "PUT", cookie, json: offer });

it("an automatic bid over REST bids for its bidder up to the maximum", async () => {
  const { id } = await aListing();
  const [ann, bob] = await Promise.all([someoneSignedIn("Ann"), someoneSignedIn("Bob")]);
  const first = await placed(id, { maxBid: 300 }, ann);
  expect(first.newBid).toMatchObject({ amount: 100, auto: false });
  const lower = await placed(id, { maxBid: 200 }, bob);
  // The answer is about the person's own bid. It does not lead.
  expect(lower).toMatchObject({ newBid: { amount: 200, bidder: { _id: bob.id } }, auction: { currentBid: 201 } });
  expect([first.leads, lower.leads]).toEqual([true, false]);
  const { bids } = await detailsOf(id);
  expect(bids).toMatchObject([
    { _id: first.newBid._id, amount: 201, auto: true },
    { amount: 200, auto: false },
  ]);
  const higher = await edited(lower.newBid._id, { maxBid: 500 }, bob);
  expect(higher).toMatchObject({
    updatedBid: { amount: 301 },
    auction: { currentBid: 301, bidCount: 2 },
    leads: true,
  });
  expect((await detailsOf(id)).bids[1]).toMatchObject({ amount: 300, auto: true });
});

it("an automatic bid equal to the leader's maximum doesn't lead", async () => {
  const { id } = await aListing();
  const [ann, bob] = await Promise.all([someoneSignedIn("Ann"), someoneSignedIn("Bob")]);
  await placed(id, { maxBid: 300 }, ann);
  const equal = await placed(id, { bidAmount: 300 }, bob);
  expect(equal).toMatchObject({ newBid: { amount: 300 }, auction: { currentBid: 300 }, leads: false });
});

it("an automatic bid shows its maximum to its own bidder and no one else", async () => {
  const { id, seller } = await aListing();
  const [ann, bob] = await Promise.all([someoneSignedIn("Ann"), someoneSignedIn("Bob")]);
  const { newBid } = await placed(id, { maxBid: 300 }, ann);
  const shownTo = async ({ cookie }: Someone) =>
    (await ask(ownMaximumAnswer, `/auction/${id}/maximum`, { cookie })).maximum;
  expect(await shownTo(ann)).toEqual({ bidId: newBid._id, maxBid: 300, isPublic: false });
  for (const other of [bob, seller]) expect(await shownTo(other)).toBeNull();
  await placed(id, { bidAmount: 400 }, bob);
  for (const other of [ann, bob]) expect(await shownTo(other)).toBeNull();
});

it("a leader raises and lowers an automatic bid without anyone else noticing", async () => {
  const { id } = await aListing();
  const [ann, bob] = await Promise.all([someoneSignedIn("Ann"), someoneSignedIn("Bob")]);
  const { newBid } = await placed(id, { bidAmount: 150, maxBid: 300 }, ann);
  expect(newBid.amount).toBe(150);
  expect((await placed(id, { maxBid: 400 }, ann)).newBid).toEqual(newBid);
  expect((await edited(newBid._id, { maxBid: 160 }, ann)).updatedBid).toEqual(newBid);
  expect((await placed(id, { maxBid: 170 }, bob)).auction.currentBid).toBe(161);
});

it.each<[string, SentOffer, string, object]>([
  ["below the minimum bid", { maxBid: 100.99 }, "bid_too_low", { minimum: 101 }],
  ["below the amount", { bidAmount: 150, maxBid: 149 }, "maximum_too_low", { minimum: 150 }],
])("an automatic bid over REST is refused with a maximum %s", async (_what, offer, code, details) => {
  const { id } = await aListing();
  const [ann, bob] = await Promise.all([someoneSignedIn("Ann"), someoneSignedIn("Bob")]);
  await placed(id, { maxBid: 300 }, ann);
  const before = await detailsOf(id);
  const refused = await expectRefusal(code as "bid_too_low", 422, place, placing(id, offer, bob));
  expect(refused.details).toEqual(details);
  expect((await detailsOf(id)).seq).toBe(before.seq);
});

it("a leader can't place an automatic bid at or below their own maximum", async () => {
  const { id } = await aListing();
  const ann = await someoneSignedIn("Ann");
  await placed(id, { maxBid: 300 }, ann);
  for (const offer of [{ maxBid: 300 }, { bidAmount: 200 }]) {
    const refused = await expectRefusal("below_own_maximum", 422, place, placing(id, offer, ann));
    expect(refused).toMatchObject({
      message: "Enter more than your current maximum of $300",
      details: { maximum: 300 },
    });
  }
});

it.each([
  {},
  { maxBid: 0 },
  { maxBid: -1 },
  { maxBid: 100.001 },
  { maxBid: 1e12 },
  { maxBid: "ten" },
  { maxBid: null },
])("an automatic bid over REST is rejected for the invalid offer %j", async (offer) => {
  const { id } = await aListing();
  const { cookie } = await someoneSignedIn();
  const call = { method: "POST", cookie, json: { productId: id, ...offer } };
  const { fields } = await expectRefusal("invalid_input", 400, place, call);
  expect(Object.values(fields ?? {}).flat()).toContain("Valid bid amount is required");
});

it("retrying an automatic bid with its key returns the first answer", async () => {
  const { id } = await aListing();
  const ann = await someoneSignedIn("Ann");
  const call = { ...placing(id, { maxBid: 300 }, ann), headers: { "idempotency-key": "one-attempt" } };
  const answers = [await ask(placeBidAnswer, place, call), await ask(placeBidAnswer, place, call)];
  expect(answers[0]).toEqual(answers[1]);
  await expectRefusal("key_reused", 422, place, { ...call, json: { productId: id, maxBid: 400 } });
  expect((await detailsOf(id)).seq).toBe(2);
});

/** Amounts that appear nowhere else. */
const SECRET_MAXIMUM = 83_654.21;
const OPENED_MAXIMUM = 71_236.47;

it("a maximum and its salt stay secret until they are revealed", async () => {
  const { id } = await aListing();
  const [ann, bob] = await Promise.all([someoneSignedIn("Ann"), someoneSignedIn("Bob")]);
  const room = env.AUCTION_ROOM.getByName(id);
  const watcher = await listen(id);
  const texts: string[] = [];
  const note = async (answer: Promise<unknown>) => texts.push(JSON.stringify(await answer));
  await note(placed(id, { maxBid: OPENED_MAXIMUM }, ann));
  await note(placed(id, { maxBid: 500 }, bob));
  await note(placed(id, { maxBid: SECRET_MAXIMUM }, bob));
  const { records } = await ask(journalAnswer, `/auction/${id}/journal`);
  const opened = records.flatMap(({ fact }) => ("openedMaximum" in fact ? [fact.openedMaximum] : []));
  expect(opened).toMatchObject([{ seq: 2, maxMinor: 7_123_647 }]);
  expect(records[1]?.sealed).toMatch(/^[0-9a-f]{64}$/);
  texts.push(JSON.stringify(records));
  for (const path of [
    `/auction/fetchSpecificAuction?auctionId=${id}`,
    `/auction/bids?auctionId=${id}`,
    `/auction/fetchAuctions`,
  ]) {
    texts.push(await (await request(path)).text());
  }
  await expect.poll(() => watcher.frames.at(-1)).toMatchObject({ to: records.length });
  texts.push(JSON.stringify(watcher.frames));
  const secrets = await room.auditFacts(0);
  const salts = JSON.stringify(secrets).match(/"salt":"[^"]+"/g) ?? [];
  expect(new Set(salts).size).toBe(2);
  const everything = texts.join("\n");
  expect(everything).not.toMatch(/83654\.21|8365421/);
  const winners = salts.find((salt) => !everything.includes(salt));
  expect(winners).toBeDefined();
  // Until it's exhausted, the other one is secret too. Then everyone sees it as the bid's amount.
  expect(texts.slice(0, 2).join("\n")).not.toMatch(/71236|7123647/);
});

/** All 244 only in long runs. */
const chosen = EBAY_AUCTIONS.filter(
  ({ id }, index) => env.LOTLINE_LONG === "1" || index % 20 === 0 || DIFFERENT_PRICES.some(([other]) => other === id),
);

it("eBay's auctions end with the same price and bidder in our rooms", async () => {
  const people: Someone[] = [];
  const different: unknown[] = [];
  for (const auction of chosen) {
    const opening = anOpening({ startingPriceMinor: auction.openingMinor, increments: "tiered", softCloseMs: 0 });
    const { auctionId: id } = opening;
    await env.AUCTION_ROOM.getByName(id).open({ ...opening, limits: { minStartingPriceMinor: 1, minAuctionMs: 1 } });
    const bidders = Array.from(new Set(auction.bids.map(({ bidder }) => bidder)));
    while (people.length < bidders.length) people.push(await someoneSignedIn("Bea"));
    for (const { bidder, maxMinor } of auction.bids) {
      const who = people[bidders.indexOf(bidder)];
      if (who) await request(place, placing(id, { maxBid: maxMinor / 100 }, who));
    }
    const details = await detailsOf(id);
    const highest = people[bidders.indexOf(highestBidder(auction) ?? "")];
    expect(details.bids[0]?.bidder._id).toBe(highest?.id);
    const priceMinor = Math.round(details.currentBid * 100);
    if (priceMinor !== auction.finalMinor) different.push([auction.id, priceMinor, auction.finalMinor]);
  }
  expect(chosen.length).toBeGreaterThanOrEqual(18);
  expect(different).toEqual(DIFFERENT_PRICES);
});
