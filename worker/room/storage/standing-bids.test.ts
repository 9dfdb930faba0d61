import { expect, it } from "vitest";

import type { Actor } from "../../rpc/room-rpc.ts";
import { type Auction, evolve, findBid, priceOf } from "../../rules/auction.ts";
import { aPerson, newId } from "../../testing/builders.ts";
import { anOpenRoomRequest, type RoomParts, withRoom } from "../../testing/room.ts";
import type { RoomRequests } from "../commands/requests.ts";

const BIDS_IN_MEMORY = 2;
/** After the last of these the room has only two bids left in memory. */
const AMOUNTS = [10_000, 10_100, 10_200, 10_300, 10_400];

/** Opens an auction and places these bids, all by one person. Returns their IDs, the lowest bid's first. */
async function openWithBids(queue: RoomParts["queue"], actor: Actor): Promise<string[]> {
  await queue.submit(anOpenRoomRequest());
  const bidIds: string[] = [];
  for (const amountMinor of AMOUNTS) {
    const placed = await queue.submit({ type: "placeBid", actor, amountMinor });
    if (!placed.ok) throw new Error(placed.failure.message);
    bidIds.push(placed.value.newBid._id);
  }
  return bidIds;
}

it("a bid after many withdrawals must still exceed the highest remaining bid", async () => {
  await withRoom(
    async ({ storage, queue }) => {
      const [ann, bob] = [aPerson("Ann"), aPerson("Bob")];
      const bidIds = await openWithBids(queue, ann);
      // All in one turn. None of the bids that stay was in memory before it.
      const highestFirst = bidIds.slice(-BIDS_IN_MEMORY).toReversed();
      const withdrawn = highestFirst.map((bidId) => queue.submit({ type: "withdrawBid", actor: ann, bidId }));
      const lowBid = queue.submit({ type: "placeBid", actor: bob, amountMinor: 10_200 });
      for (const outcome of await Promise.all(withdrawn)) expect(outcome).toMatchObject({ ok: true });
      expect(await lowBid).toMatchObject({ ok: false, failure: { code: "bid_too_low" } });
      expect(storage.state?.auction.top?.bid.id).toBe(bidIds.at(-BIDS_IN_MEMORY - 1));
    },
    { limits: { bidsInMemory: BIDS_IN_MEMORY } },
  );
});

it("the price after voiding a bid depends on a bid that the room had to load", async () => {
  await withRoom(
    async ({ storage, queue }) => {
      const [ann, bob, cem, dee] = [aPerson("Ann"), aPerson("Bob"), aPerson("Cem"), aPerson("Dee")];
      const place = async (bid: Omit<RoomRequests["placeBid"], "type">) => {
        const placed = await queue.submit({ type: "placeBid", ...bid });
        if (!placed.ok) throw new Error(placed.failure.message);
        return placed.value.newBid._id;
      };
      const annUpTo = (maxMinor: number) => ({ actor: ann, maximum: { maxMinor, salt: newId() } });
      await queue.submit(anOpenRoomRequest());
      const namedId = await place({ actor: bob, amountMinor: 10_000 });
      await place({ actor: dee, amountMinor: 10_300 });
      await place(annUpTo(10_400));
      const removedId = await place({ actor: cem, amountMinor: 10_500 });
      await place(annUpTo(20_000));
      const outcomes = await Promise.all([
        queue.submit({ type: "editBid", actor: bob, bidId: namedId, amountMinor: 10_100 }),
        queue.submit({ type: "voidBid", bidId: removedId, by: "admin", reason: "A bot", salt: newId() }),
      ]);
      expect(outcomes).toMatchObject([{ ok: false, failure: { code: "bid_too_low" } }, { ok: true }]);
      // The price follows from Dee's bid, which is neither among the highest nor named by a request.
      expect(storage.state && priceOf(storage.state.auction)).toBe(10_400);
    },
    { limits: { bidsInMemory: BIDS_IN_MEMORY } },
  );
});

it("a maximum that one turn lowers repeatedly is stored as in the journal", async () => {
  await withRoom(async ({ storage, queue }) => {
    const [ann, bob, cem, dee] = [aPerson("Ann"), aPerson("Bob"), aPerson("Cem"), aPerson("Dee")];
    const place = async (bid: Omit<RoomRequests["placeBid"], "type">) => {
      const placed = await queue.submit({ type: "placeBid", ...bid });
      if (!placed.ok) throw new Error(placed.failure.message);
      return placed.value.newBid._id;
    };
    const annUpTo = (maxMinor: number) => ({ actor: ann, maximum: { maxMinor, salt: newId() } });
    const voidBid = (bidId: string) =>
      queue.submit({ type: "voidBid", bidId, by: "admin", reason: "A bot", salt: newId() });
    await queue.submit(anOpenRoomRequest());
    await place({ actor: bob, amountMinor: 10_000 });
    const deesId = await place({ actor: dee, amountMinor: 10_300 });
    const olderId = await place(annUpTo(10_800));
    const cemsId = await place({ actor: cem, amountMinor: 10_900 });
    const leadingId = await place(annUpTo(20_000));
    // The first lowers the older bid and its maximum, and the last lowers only its amount.
    const outcomes = await Promise.all([
      voidBid(cemsId),
      queue.submit({ type: "withdrawBid", actor: ann, bidId: leadingId }),
      voidBid(deesId),
    ]);
    expect(outcomes).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);
    const replayed = storage.journal.listSince(0).reduce<Auction | null>(evolve, null);
    expect(replayed && findBid(replayed, olderId)).toMatchObject({ amountMinor: 10_100, maxMinor: 10_400 });
    expect(storage.bids.readStack(9)).toEqual(replayed?.top);
  });
});

it("a bid can't be withdrawn twice in one turn", async () => {
  await withRoom(
    async ({ storage, queue }) => {
      const ann = aPerson("Ann");
      const bidIds = await openWithBids(queue, ann);
      // The last bid isn't in memory, so the turn reads all bids in its requests from storage.
      const outcomes = [bidIds.at(-1), bidIds.at(-1), bidIds.at(0)].map((bidId = "") =>
        queue.submit({ type: "withdrawBid", actor: ann, bidId }),
      );
      expect(await Promise.all(outcomes)).toMatchObject([
        { ok: true },
        { ok: false, failure: { code: "bid_not_found" } },
        { ok: true },
      ]);
      expect(storage.state?.auction.bidCount).toBe(AMOUNTS.length - 2);
    },
    { limits: { bidsInMemory: BIDS_IN_MEMORY } },
  );
});

it("a bid withdrawn in an earlier turn can't be withdrawn again", async () => {
  await withRoom(
    async ({ storage, queue }) => {
      const ann = aPerson("Ann");
      const bidIds = await openWithBids(queue, ann);
      // The lowest one, which is never in memory.
      const withdraw = () => queue.submit({ type: "withdrawBid", actor: ann, bidId: bidIds[0] ?? "" });
      expect(await withdraw()).toMatchObject({ ok: true });
      // After the withdrawal come more bids than memory holds.
      const laterAmounts = [10_500, 10_600, 10_700];
      for (const amountMinor of laterAmounts) await queue.submit({ type: "placeBid", actor: ann, amountMinor });
      expect(await withdraw()).toMatchObject({ ok: false, failure: { code: "bid_not_found" } });
      expect(storage.state?.auction.bidCount).toBe(AMOUNTS.length - 1 + laterAmounts.length);
    },
    { limits: { bidsInMemory: BIDS_IN_MEMORY } },
  );
});
