/**
 * Compares a room that holds only two or a few standing bids in memory with the plain model, which has them all. Both
 * must reach the same verdict on every command of every turn and record the same facts, no matter how far down a turn
 * withdraws bids, and even after waking.
 */
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { expect, it } from "vitest";

import { RequestQueue } from "../../../worker/room/commands/queue.ts";
import { ROOM_NUMBERS } from "../../../worker/room/numbers.ts";
import { RoomStorage } from "../../../worker/room/storage/room-storage.ts";
import { standingBids } from "../../../worker/rules/auction.ts";
import { withRoom } from "../../../worker/testing/room.ts";
import { type ModelFact, ModelAuction, type ModelOffer } from "./auction.ts";
import { actorNamed, bidNumber, carryOut, type UserCommand, offerOf, plainly } from "./commands.ts";
import { choice, type RandomChoice, commandFor, LIMITS, opening } from "./random-commands.ts";

const RUNS = 60;
const OPENED_AT = 2_000_000_000_000;
const MAX_STANDING_BIDS = 8;
const OFFER = {
  startingPriceMinor: 10_000,
  durationMs: 72 * 3_600_000,
  startShare: null,
  increments: "flat",
  softCloseMs: 0,
  freezeMs: 0,
  windowsAfterWithdrawal: 0,
  reserveAbove: null,
  buyNowAbove: null,
  described: null,
} as const;

type CommandType = "placeBid" | "editBid" | "withdrawBid" | "requestRelease" | "releaseBid" | "voidBid";

/** Turns of many commands, mostly bids or mostly withdrawals, about bids far below the lead too. */
const command = (types: readonly CommandType[]): fc.Arbitrary<RandomChoice> =>
  fc
    .record({ any: choice, type: fc.constantFrom(...types), which: fc.constantFrom(0, 1, 2, 3, 4, 9) })
    .map(({ any, type, which }) => ({ ...any, type, which }));
const ofBids = command(["placeBid"]);
const ofAll = command(["placeBid", "editBid", "withdrawBid", "requestRelease", "releaseBid", "voidBid"]);
const ofWithdrawals = command(["withdrawBid", "requestRelease", "releaseBid", "voidBid", "editBid"]);
/** Bids, and requests about other people's bids far below, which the room reads and then refuses. */
const ofOthers: fc.Arbitrary<RandomChoice> = ofAll.map((one) => ({ ...one, own: false, which: 9 }));
const turn = fc.record({
  commands: fc.oneof(
    { weight: 4, arbitrary: fc.array(ofBids, { minLength: 1, maxLength: 12 }) },
    { weight: 2, arbitrary: fc.array(ofAll, { minLength: 1, maxLength: 6 }) },
    { weight: 1, arbitrary: fc.array(ofWithdrawals, { minLength: 1, maxLength: 12 }) },
    { weight: 2, arbitrary: fc.array(ofOthers, { minLength: 2, maxLength: 4 }) },
  ),
  wakesFirst: fc.boolean(),
});
const life = fc.record({ held: fc.constantFrom(1, 2, 3, 5), turns: fc.array(turn, { maxLength: 20, size: "max" }) });

/** As the room does it, but with a salt that isn't secret. */
function salted(offer: ModelOffer) {
  const { maxMinor, ...amount } = offerOf(offer);
  const { confirmed, limitMinor } = offer;
  const exact = { ...amount, confirmed, limitMinor };
  return maxMinor === undefined ? exact : { ...exact, maximum: { maxMinor, salt: `salt of ${maxMinor}` } };
}

function submit(queue: RequestQueue, one: UserCommand) {
  const actor = actorNamed(one.actorId);
  switch (one.type) {
    case "placeBid":
      return queue.submit({
        type: "placeBid",
        actor,
        ...salted(one),
        maxStandingBids: MAX_STANDING_BIDS,
      });
    case "editBid":
      return queue.submit({ type: "editBid", actor, bidId: one.bidId, ...salted(one) });
    case "withdrawBid":
      return queue.submit({
        type: "withdrawBid",
        actor,
        bidId: one.bidId,
        ...(one.reason && { reason: one.reason }),
      });
    case "requestRelease":
    case "releaseBid":
      return queue.submit({ type: one.type, actor, bidId: one.bidId });
    case "voidBid":
      return queue.submit({ type: "voidBid", bidId: one.bidId, by: "admin", reason: "Nobody's bid", salt: "" });
    default:
      throw new Error("only bids are about standing bids");
  }
}

const met = new Set<string>();

it("a room with only a few bids in memory decides like the model that has them all", { timeout: 300_000 }, async () => {
  const seed = Number(env.SEED || (env.LOTLINE_LONG === "1" ? Math.floor(Math.random() * 2 ** 31) : 1));
  const compare = fc.asyncProperty(life, async ({ held, turns }) => {
    let now = OPENED_AT;
    const clock = () => now;
    await withRoom(
      async (room) => {
        const { type: _, ...opened } = opening("lot", OFFER, OPENED_AT);
        const model = new ModelAuction({ type: "opened", ...opened }, OPENED_AT);
        model.maxStandingBids = MAX_STANDING_BIDS;
        let { storage, queue } = room;
        const actor = actorNamed(opened.sellerId);
        await queue.submit({ ...opened, type: "open", actor, limits: LIMITS, salt: "" });
        const facts: ModelFact[] = [];
        for (const { commands, wakesFirst } of turns) {
          if (wakesFirst) {
            storage = new RoomStorage(room.ctx, clock, { ...ROOM_NUMBERS, bidsInMemory: held });
            queue = new RequestQueue(storage, clock, 600_000, () => {});
          }
          now += 1_000;
          const verdicts: string[] = [];
          const answers = commands.map((chosen) => {
            const one = commandFor(model, chosen, now);
            const verdict = carryOut(model, one, `lot-${bidNumber(model, one)}`, now);
            if (verdict.ok) facts.push(...verdict.facts);
            verdicts.push(verdict.ok ? one.type : verdict.code);
            return submit(queue, one).then((answer) => (answer.ok ? one.type : answer.failure.code));
          });
          expect(await Promise.all(answers)).toEqual(verdicts);
          for (const verdict of verdicts) met.add(verdict);
          expectEqual(storage, model, held);
        }
        const recorded = storage.journal.listSince(1, 10_000);
        expect(recorded.map(({ fact }) => plainly(fact))).toEqual(facts);
      },
      { clock, bidsInMemory: held },
    );
  });
  await fc.assert(compare, { numRuns: RUNS, seed, endOnFailure: true });
  // oxfmt-ignore
  const verdicts = [
      "placeBid", "editBid", "withdrawBid", "requestRelease", "releaseBid", "voidBid", "too_many_bids", "bid_not_found",
      "not_your_bid", "withdrawal_reveals", "undo_reveals", "release_not_requested",
    ];
  expect(verdicts.filter((verdict) => !met.has(verdict))).toEqual([]);
});

function expectEqual(storage: RoomStorage, model: ModelAuction, held: number): void {
  if (!storage.state) throw new Error("the auction is open");
  const { auction, bidders } = storage.state;
  const expected = model.bids.toReversed();
  const inMemory = standingBids(auction).map((bid) => {
    const {
      id,
      bidderId: bidder,
      amountMinor: amount,
      maxMinor: max,
      auto,
      edited,
      reveals,
      releaseRequested: asked,
    } = bid;
    return { id, bidder, amount, max, auto, edited, reveals, asked };
  });
  const same = expected.map((bid) => {
    const { id, bidder, amount, max, auto, edited, asked } = bid;
    return { id, bidder, amount, max, auto, edited, reveals: model.isBound(bid), asked };
  });
  expect(inMemory).toEqual(same.slice(0, inMemory.length));
  expect(inMemory.length).toBeGreaterThanOrEqual(Math.min(held, expected.length));
  expect(inMemory.length).toBeLessThanOrEqual(2 * held);
  expect(auction.bidCount).toBe(expected.length);
  expect(storage.bids.listStandingBefore(auction.seq + 1, 1_000).map(({ id }) => id)).toEqual(
    expected.map(({ id }) => id),
  );
  for (const [bidder, count] of model.withdrawals) expect(bidders.withdrawalsOf(bidder)).toBe(count);
  const byBidder = Map.groupBy(expected, ({ bidder }) => bidder);
  expect(bidders.standingBidderIds().toSorted()).toEqual(Array.from(byBidder.keys()).toSorted());
  for (const [bidder, bids] of byBidder) {
    expect(bidders.standingOf(bidder)).toBe(bids.length);
    const own: string[] = [];
    for (let from = bidders.lastSeqOf(bidder); from > 0;) {
      const { bidIds, next } = storage.bids.listStandingOf(from, 3);
      own.push(...bidIds);
      from = next;
    }
    expect(own.toSorted()).toEqual(bids.map(({ id }) => id).toSorted());
  }
}
