/**
 * The rows that docs/scale.md calculates with are those that the code writes, counted by the runtime as the platform
 * bills them. If one of these tests fails, change `ROWS` in costs.ts, and run `npm run scale`.
 */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";

import { projectAuction } from "../../../worker/catalogue/projection.ts";
import type { AuctionRow, BidRow } from "../../../worker/catalogue/schema.ts";
import type { Notice } from "../../../worker/contract/notification.ts";
import { InboxStore } from "../../../worker/inbox/store.ts";
import { Delivery } from "../../../worker/room/delivery/delivery.ts";
import { Lifecycle } from "../../../worker/room/delivery/lifecycle.ts";
import type { Readers } from "../../../worker/room/delivery/readers.ts";
import { aPerson, newId } from "../../../worker/testing/builders.ts";
import { auctionRow, bidRow } from "../../../worker/testing/catalogue.ts";
import { openRequest, withRoom } from "../../../worker/testing/room.ts";
import { standIn } from "../../../worker/testing/stand-in.ts";
import { ROWS } from "./costs.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Counts the rows that the statements of an object write. */
function counting({ sql }: Pick<DurableObjectStorage, "sql">) {
  const cursors: { readonly rowsWritten: number }[] = [];
  const prototype: SqlStorage = Object.getPrototypeOf(sql);
  // oxlint-disable-next-line typescript/unbound-method -- called with the object below
  const { exec } = prototype;
  vi.spyOn(prototype, "exec").mockImplementation(function counted(this: SqlStorage, query, ...values) {
    const cursor = exec.call(this, query, ...values);
    cursors.push(cursor);
    return standIn(cursor);
  });
  return {
    /** The rows written since it was last asked. */
    rows: () => cursors.splice(0).reduce((sum, { rowsWritten }) => sum + rowsWritten, 0),
  };
}

const NO_READERS: Readers = {
  catalogue: async () => {},
  inbox: async () => {},
  onFailure: () => {},
  onStalled: () => {},
};

const BEFORE_ALARM_MS = 6_000;

it("a bid in a quiet room writes its turn, then at one alarm how far its readers are", async () => {
  let now = Date.now();
  const clock = () => now;
  await withRoom(
    async ({ ctx, storage, queue }) => {
      const delivery = new Delivery(ctx, storage, NO_READERS, clock);
      const lifecycle = new Lifecycle(storage, queue, delivery, clock);
      const deliverAndWake = async () => {
        await delivery.runAndTidy();
        now += BEFORE_ALARM_MS;
        lifecycle.onAlarm();
      };
      await queue.submit(openRequest());
      const people = [aPerson("Ann"), aPerson("Bob")];
      const bid = (amountMinor: number, index: number) =>
        queue.submit({ type: "placeBid", actor: people[index % 2] ?? aPerson(), amountMinor, key: newId() });
      // The first bids of two people, and the first cursors, write more.
      await bid(20_000, 0);
      await deliverAndWake();
      await bid(21_000, 1);
      await deliverAndWake();

      const { rows } = counting(ctx.storage);
      const setAlarm = vi.spyOn(ctx.storage, "setAlarm");
      await bid(22_000, 0);
      expect(rows()).toBe(ROWS.turn + ROWS.bidInTurn);
      await deliverAndWake();
      expect(rows()).toBeLessThanOrEqual(ROWS.cursors);
      expect(setAlarm.mock.calls.length * ROWS.alarm).toBe(2 * ROWS.alarm);
    },
    { clock },
  );
});

it("bids of one turn share its rows, and cursors that have moved are written with the next turn", async () => {
  await withRoom(async ({ ctx, storage, queue }) => {
    const delivery = new Delivery(ctx, storage, NO_READERS, () => Date.now());
    await queue.submit(openRequest());
    const people = Array.from({ length: 5 }, () => aPerson());
    const bids = (from: number) =>
      Promise.all(
        people.map((actor, index) =>
          queue.submit({ type: "placeBid", actor, amountMinor: from + index * 1_000, key: newId() }),
        ),
      );
    await bids(20_000);
    await delivery.run();
    await bids(30_000);
    const { rows } = counting(ctx.storage);
    await bids(40_000);
    const ofTurn = ROWS.turn + people.length * ROWS.bidInTurn;
    expect(rows()).toBe(ofTurn);
    await delivery.run();
    rows();
    await bids(50_000);
    const withCursors = rows();
    expect(withCursors).toBeGreaterThan(ofTurn);
    expect(withCursors).toBeLessThanOrEqual(ofTurn + ROWS.cursors);
  });
});

it.each([1, 10])("a round of %i bids to D1 writes the auction once and each bid", async (count) => {
  const before = auctionRow({ bidCount: 3, leaderId: newId(), priceMinor: 11_000 });
  const after = { ...before, seq: 50_000, leaderId: newId(), priceMinor: 13_500, minNextMinor: 13_600, bidCount: 14 };
  const bids = Array.from({ length: count }, (_, index) => bidRow(before.id, newId(), 12_500 + index));
  expect(await rowsOfRound(before, after, bids)).toBe(ROWS.round + count * ROWS.bidInRound);
});

it("a round in which the end moves writes the whole row", async () => {
  const before = auctionRow({ bidCount: 3, leaderId: newId(), priceMinor: 11_000 });
  const endsAt = before.endsAt + 120_000;
  const after = { ...before, seq: 50_000, leaderId: newId(), priceMinor: 13_500, bidCount: 4, endsAt, extensions: 1 };
  const bids = [bidRow(before.id, newId(), 13_500)];
  expect(await rowsOfRound(before, after, bids)).toBe(ROWS.roundThatMovesTheEnd + ROWS.bidInRound);
});

async function rowsOfRound(before: AuctionRow, after: AuctionRow, bids: readonly BidRow[]): Promise<number> {
  await projectAuction(env.DB, before, []);
  let rows = 0;
  const db = standIn<D1Database>({
    prepare: (query: string) => env.DB.prepare(query),
    batch: async (statements: D1PreparedStatement[]) => {
      const results = await env.DB.batch(statements);
      rows += results.reduce((sum, { meta }) => sum + meta.rows_written, 0);
      return results;
    },
  });
  await projectAuction(db, after, bids);
  return rows;
}

it("a note in an inbox takes the row of the last one, and a session is noted once", async () => {
  await runInDurableObject(env.INBOX.getByName(newId()), async (_inbox, ctx) => {
    const store = new InboxStore(ctx.storage, 200);
    const auctionId = newId();
    const note = (seq: number): Notice => ({ auctionId, seq, kind: "outbid", message: "You were outbid", at: seq });
    const { rows } = counting(ctx.storage);
    store.add([note(1)]);
    expect(rows()).toBe(ROWS.firstNote);
    store.add([note(2)]);
    expect(rows()).toBe(ROWS.note);
    store.holdSession("session", newId(), Date.now() + 1_000, Date.now());
    expect(rows()).toBe(ROWS.session);
  });
});
