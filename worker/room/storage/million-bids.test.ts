/**
 * A room with a million bids wakes, answers, decides, delivers and closes like any other. The number of rows it reads
 * and of entries it holds doesn't grow with the bids. The test counts rows and entries, because times depend on the
 * machine.
 */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import type { Answered } from "../../rpc/room-rpc.ts";
import { aPerson, anOpenRequest, DAY_MS, HOUR_MS, newId } from "../../testing/builders.ts";
import { parsePage } from "../../testing/parse-page.ts";
import type { AuctionRoom } from "../auction-room.ts";
import { RoomStorage } from "./room-storage.ts";

const BID_COUNT = 1_000_000;
/** Each person has the most bids that one person can have. */
const BIDDER_COUNT = 500;
/** Of the newest 200,000 bids, all but the last 2,000 are withdrawn. So withdrawn bids lie between standing ones. */
const WITHDRAWN = { from: 800_001, to: 998_000 };
const STANDING_COUNT = BID_COUNT - (WITHDRAWN.to - WITHDRAWN.from + 1);
/** Fact 1 opens the auction. Bid number n is fact n + 1. */
const LAST_SEQ = BID_COUNT + 1;
/** A few pages of rows. */
const MAX_ROWS_READ = 2_000;
/** A page of the journal, or a turn of hundreds of withdrawals, reads some rows for each fact. */
const MAX_ROWS_PER_STEP = 8_000;

const opening = anOpenRequest({ endsAt: Date.now() + DAY_MS });
const { auctionId } = opening;
const bidIdOf = (seq: number) => `${auctionId}-${seq}`;
/** The bidder of the bid that fact `seq` placed. */
const bidderOf = (seq: number) => ({ ...aPerson(), id: `person-${(seq - 2) % BIDDER_COUNT}` });

/** Writes the rows as the turns of a million bids would have left them. */
function fill(sql: SqlStorage): void {
  const now = Date.now();
  sql.exec(
    `WITH RECURSIVE n(number) AS (SELECT 0 UNION ALL SELECT number + 1 FROM n LIMIT ?)
     INSERT INTO participants (id, first_name, last_name, image_url, masked_email, anonymous, bidder_id, number)
     SELECT 'person-' || number, 'Ann', 'Example', NULL, '', 0, 'person-' || number, number + 1 FROM n`,
    BIDDER_COUNT,
  );
  sql.exec(
    `WITH RECURSIVE n(seq, bidder, outbid) AS (
       SELECT 2, 0, CAST(?3 - 1 AS INTEGER)
       UNION ALL SELECT seq + 1, (seq - 1) % CAST(?3 AS INTEGER), bidder FROM n LIMIT ?2
     )
     INSERT INTO journal (seq, at, type, fact, secret, sealed, hash)
     SELECT seq, ?4, 'newBid', '{"type":"newBid","bidId":"' || ?1 || '-' || seq || '","bidderId":"person-' || bidder
       || '","amountMinor":' || (10000 + 100 * seq) || ',"auto":false,"outbidId":"person-' || outbid || '"}',
       NULL, NULL, 'hash'
     FROM n`,
    auctionId,
    BID_COUNT,
    BIDDER_COUNT,
    now,
  );
  sql.exec(
    `INSERT INTO bids
     SELECT seq, ?1 || '-' || seq, fact ->> 'bidderId', fact ->> 'amountMinor', fact ->> 'amountMinor', 0, 0, 0, at, seq,
       max(0, seq - ?2) * (seq - 2 >= ?2), NULL, 0, 0
     FROM journal WHERE seq > 1`,
    auctionId,
    BIDDER_COUNT,
  );
  sql.exec("UPDATE bids SET withdrawn = 1 WHERE placed_seq BETWEEN ? AND ?", WITHDRAWN.from, WITHDRAWN.to);
  sql.exec(
    "INSERT INTO bidders SELECT bidder_id, count(*), max(placed_seq), 0 FROM bids WHERE withdrawn = 0 GROUP BY bidder_id",
  );
  sql.exec(
    "UPDATE checkpoints SET received = json_object('catalogue', ?1, 'sellerInbox', ?1, 'bidderInboxes', ?1), bidders = ?1",
    LAST_SEQ,
  );
  sql.exec(
    "UPDATE listing SET state = json_set(state, '$.seq', ?, '$.bidCount', ?), last_hash = 'hash'",
    LAST_SEQ,
    STANDING_COUNT,
  );
}

type MillionBidRoom = {
  readonly room: AuctionRoom;
  /** The storage of a new instance, as after a sleep. */
  readonly wake: () => RoomStorage;
  /** Rows that were read since the last call. */
  readonly rowsRead: () => number;
};

async function withMillionBidRoom(work: (room: MillionBidRoom) => Promise<void>): Promise<void> {
  await runInDurableObject(env.AUCTION_ROOM.getByName(auctionId), async (room, ctx) => {
    // Deliveries left over from the previous test would count here.
    await room.reconcile();
    const { sql } = ctx.storage;
    const exec = sql.exec.bind(sql);
    let cursors: { readonly rowsRead: number }[] = [];
    const spy = vi.spyOn(sql, "exec").mockImplementation((query, ...bindings) => {
      const cursor = exec(query, ...bindings);
      cursors.push(cursor);
      return cursor;
    });
    const rowsRead = () => {
      const rowCount = cursors.reduce((sum, cursor) => sum + cursor.rowsRead, 0);
      cursors = [];
      return rowCount;
    };
    try {
      await work({ room, wake: () => new RoomStorage(ctx, () => Date.now()), rowsRead });
    } finally {
      spy.mockRestore();
    }
  });
}

function valueOf<Value>(answer: Answered<Value>): Value {
  if (!answer.ok) throw new Error(answer.failure.message);
  return answer.value;
}

function countBidsInMemory({ state }: RoomStorage): number {
  let inMemory = 0;
  for (let stack = state?.auction.top ?? null; stack; stack = stack.below) inMemory += 1;
  return inMemory;
}

afterEach(() => {
  vi.useRealTimers();
});

describe("a room with a million bids", () => {
  beforeAll(async () => {
    const room = env.AUCTION_ROOM.getByName(auctionId);
    valueOf(await room.open(opening));
    await runInDurableObject(room, async (_room, { storage }) => {
      storage.transactionSync(() => fill(storage.sql));
    });
    await evictDurableObject(room);
    // Writing takes about twenty seconds, and longer on a busy machine.
  }, 300_000);

  it("a room with a million bids wakes with its bidders and the hundred highest bids", async () => {
    await withMillionBidRoom(async ({ wake, rowsRead }) => {
      const storage = wake();
      expect(countBidsInMemory(storage)).toBe(100);
      expect(storage.state?.auction.bidCount).toBe(STANDING_COUNT);
      expect(JSON.stringify({ ...storage.state?.auction, top: null }).length).toBeLessThan(2_000);
      const rowCount = rowsRead();
      expect(rowCount).toBeGreaterThan(BIDDER_COUNT);
      expect(rowCount).toBeLessThan(MAX_ROWS_READ);
    });
  });

  it("a room with a million bids answers reads from a few rows", async () => {
    await withMillionBidRoom(async ({ room, rowsRead }) => {
      expect(parsePage(await room.page())).toMatchObject({ bidCount: STANDING_COUNT, seq: LAST_SEQ });
      // Only the journal's last row, which shows that this instance is still the current one.
      expect(rowsRead()).toBe(1);
      // Pages of bids from the top, from below the withdrawn ones, and from the bottom.
      const first = valueOf(await room.bidsBefore(null, 100));
      expect(first.bids.map(({ _id }) => _id)).toEqual(Array.from({ length: 100 }, (_, n) => bidIdOf(LAST_SEQ - n)));
      const middle = valueOf(await room.bidsBefore(String(WITHDRAWN.to), 100));
      expect(middle.bids[0]?._id).toBe(bidIdOf(WITHDRAWN.from - 1));
      expect(valueOf(await room.bidsBefore("52", 100)).bids).toHaveLength(50);
      expect(rowsRead()).toBeLessThan(MAX_ROWS_READ);
      expect(await room.closing()).toMatchObject({ failure: { code: "auction_live" } });
      for (const after of [null, "5", String(LAST_SEQ - 100)]) {
        expect((await room.addRelayWatcher(1, after))?.seq).toBe(LAST_SEQ);
      }
      expect(rowsRead()).toBeLessThan(MAX_ROWS_READ);
      expect(valueOf(await room.journal(500_000)).records).toHaveLength(1_000);
      expect(rowsRead()).toBeLessThan(MAX_ROWS_PER_STEP);
    });
  });

  it("a room with a million bids processes requests by reading a few rows", async () => {
    await withMillionBidRoom(async ({ room, wake, rowsRead }) => {
      const amountMinor = 200_000_000;
      const placed = await room.placeBid({ actor: bidderOf(3), amountMinor, key: newId() });
      expect(valueOf(placed).auction.bidCount).toBe(STANDING_COUNT + 1);
      // The lowest bid is raised to the top, one in the middle is withdrawn, and one already withdrawn isn't found.
      const raised = await room.editBid({ actor: bidderOf(2), bidId: bidIdOf(2), amountMinor: amountMinor + 100 });
      expect(valueOf(raised).updatedBid).toMatchObject({ _id: bidIdOf(2), edited: true });
      const middle = await room.withdrawBid({ actor: bidderOf(400_003), bidId: bidIdOf(400_003) });
      expect(valueOf(middle).auction.bidCount).toBe(STANDING_COUNT);
      const withdrawnBid = { actor: bidderOf(WITHDRAWN.from), bidId: bidIdOf(WITHDRAWN.from) };
      expect(await room.withdrawBid(withdrawnBid)).toMatchObject({ failure: { code: "bid_not_found" } });
      await room.setBlocked({ sellerId: opening.actor.id, personId: newId(), blocked: true });
      expect(rowsRead()).toBeLessThan(MAX_ROWS_READ);
      // One turn withdraws three hundred of the highest, which is more than are in memory.
      const highest = Array.from({ length: 300 }, (_, number) => LAST_SEQ - number);
      const withdrawn = await Promise.all(
        highest.map((seq) => room.withdrawBid({ actor: bidderOf(seq), bidId: bidIdOf(seq) })),
      );
      expect(withdrawn.filter(({ ok }) => !ok)).toEqual([]);
      expect(rowsRead()).toBeLessThan(MAX_ROWS_PER_STEP);
      const { bids } = parsePage(await room.page());
      expect(bids).toHaveLength(100);
      expect(bids[2]?._id).toBe(bidIdOf(LAST_SEQ - 300));
      expect(countBidsInMemory(wake())).toBe(100);
    });
  });

  it("a room with a million bids changes automatic bids by reading a few rows", async () => {
    await withMillionBidRoom(async ({ room, rowsRead }) => {
      const [ann, bob] = [aPerson("Ann"), aPerson("Bob")];
      const first = valueOf(await room.placeBid({ actor: ann, maxMinor: 300_000_000 }));
      expect(first.newBid.amount).toBe(2_000_002);
      const second = valueOf(await room.placeBid({ actor: bob, maxMinor: 250_000_000 }));
      expect([second.newBid.amount, second.auction.currentBid]).toEqual([2_500_000, 2_500_001]);
      valueOf(await room.placeBid({ actor: ann, maxMinor: 400_000_000 }));
      // They have met automatic bids, so the seller releases them.
      const release = async (actor: typeof ann, bidId: string) => {
        valueOf(await room.requestRelease({ actor, bidId }));
        return valueOf(await room.releaseBid({ actor: opening.actor, bidId }));
      };
      const firstRelease = await release(bob, second.newBid._id);
      expect(firstRelease.auction.currentBid).toBe(2_000_002);
      const secondRelease = await release(ann, first.newBid._id);
      expect(secondRelease.auction).toMatchObject({ currentBid: 2_000_001, bidCount: STANDING_COUNT - 300 });
      expect(rowsRead()).toBeLessThan(MAX_ROWS_READ);
    });
  });

  it("a room withdraws a deleted account's bids without reading any others", async () => {
    await withMillionBidRoom(async ({ room, wake, rowsRead }) => {
      const { id } = bidderOf(7);
      const before = wake().state?.bidders.countStandingBids(id) ?? 0;
      expect(before).toBeGreaterThan(1_500);
      rowsRead();
      await room.removePerson(id);
      // Each bid is found and moved. A few turns each read the highest bids again.
      expect(rowsRead()).toBeLessThan(20 * (BID_COUNT / BIDDER_COUNT));
      const { state } = wake();
      expect(state?.bidders.countStandingBids(id)).toBe(0);
      expect(state?.auction.bidCount).toBe(STANDING_COUNT - 300 - before);
    });
  });

  it("a room with a million bids closes by reading a few rows", async () => {
    await withMillionBidRoom(async ({ room, wake, rowsRead }) => {
      vi.useFakeTimers({ toFake: ["Date"], now: opening.terms.endsAt + HOUR_MS });
      rowsRead();
      expect(parsePage(await room.page())).toMatchObject({ status: "Sold" });
      expect(valueOf(await room.closing()).outcome).toMatchObject({ bidId: bidIdOf(2) });
      expect(rowsRead()).toBeLessThan(MAX_ROWS_READ);
      expect(wake().state?.auction.outcome?.winnerId).toBe("person-0");
    });
  });
});
