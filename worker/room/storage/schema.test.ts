/** A room that was stored by an older version wakes with everything that it had. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { migrate } from "../../platform/migrate.ts";
import { newId } from "../../testing/builders.ts";
import { openRequest, withRoom } from "../../testing/room.ts";
import { schemaOf } from "../../testing/schema.ts";
import { ROOM_NUMBERS } from "../numbers.ts";
import { Bidders } from "./bids-in-memory.ts";
import { BidTable } from "./bids.ts";
import { IdempotencyKeys } from "./idempotency.ts";
import { RoomStorage } from "./room-storage.ts";
import { NEW_ROOM_SCHEMA, SCHEMA_STEPS } from "./schema.ts";

/** The steps before a bid's key was the number of its fact and a turn's responses were one row. */
const FOUR_STEPS = 4;

it("bids and stored responses move to the current tables", async () => {
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, { storage }) => {
    const { sql } = storage;
    migrate(storage, SCHEMA_STEPS.slice(0, FOUR_STEPS));
    const id = newId();
    // Placed by fact 2, edited by fact 4; placed by fact 3; placed by fact 5, withdrawn by fact 6.
    for (const row of [
      [`${id}-2`, 300, 300, 1, 0, 2, 4],
      [`${id}-3`, 200, 200, 0, 0, 3, 3],
      [`${id}-5`, 400, 400, 0, 1, 5, 6],
    ]) {
      sql.exec(
        `INSERT INTO bids (id, bidder_id, amount_minor, max_minor, auto, edited, withdrawn, placed_at, seq)
         VALUES (?, 'ann', ?, ?, 0, ?, ?, ?, ?)`,
        ...row,
      );
    }
    sql.exec(
      `INSERT INTO answers (id, digest, actor_id, key, payload, answer, at)
       VALUES (1, 1, 'ann', 'key-1', 'placeBid 200', '{"name":"A\\nB"}', 10), (2, 2, 'bob', 'key-2', 'placeBid 300', '{}', 20)`,
    );
    migrate(storage, SCHEMA_STEPS);

    const bids = new BidTable(sql);
    const numbers = (rows: readonly { id: string; seq: number; withdrawn: boolean }[]) =>
      rows.map(({ id: bidId, seq, withdrawn }) => [bidId, seq, withdrawn]);
    expect(numbers(bids.standingBefore(10, 10))).toEqual([
      [`${id}-2`, 4, false],
      [`${id}-3`, 3, false],
    ]);
    expect(numbers(bids.standingBefore(4, 10))).toEqual([[`${id}-3`, 3, false]]);
    expect(numbers(bids.standingBefore(10, 1))).toEqual([[`${id}-2`, 4, false]]);
    expect(numbers(bids.changed(0, 10, 10))).toEqual([
      [`${id}-3`, 3, false],
      [`${id}-2`, 4, false],
      [`${id}-5`, 6, true],
    ]);
    expect(numbers(bids.changed(3, 5, 10))).toEqual([[`${id}-2`, 4, false]]);
    expect(numbers(bids.changed(0, 10, 2))).toEqual([
      [`${id}-3`, 3, false],
      [`${id}-2`, 4, false],
    ]);
    expect(bids.find(`${id}-5`)).toMatchObject({ amountMinor: 400, withdrawn: true, placedAt: 5 });

    const bidders = new Bidders(sql);
    bidders.load(() => []);
    expect([bidders.standingOf("ann"), bidders.lastSeqOf("ann"), bidders.standingIds()]).toEqual([2, 5, ["ann"]]);
    expect(bids.ofBidder(5, 2)).toEqual({ bidIds: [`${id}-3`], next: 2 });
    expect(bids.ofBidder(2, 2)).toEqual({ bidIds: [`${id}-2`], next: 0 });

    const keys = new IdempotencyKeys(sql);
    keys.load();
    const asked = [
      { actorId: "ann", key: "key-1" },
      { actorId: "bob", key: "key-2" },
    ];
    expect(Array.from(keys.find(asked).values())).toEqual([
      { actorId: "ann", key: "key-1", fingerprint: "placeBid 200", response: '{"name":"A\\nB"}' },
      { actorId: "bob", key: "key-2", fingerprint: "placeBid 300", response: "{}" },
    ]);
    await storage.deleteAll();
  });
});

const ROWS_OF_ALL_TABLES = [
  "SELECT * FROM answer_keys",
  "SELECT * FROM answer_pages",
  "SELECT * FROM bidders",
  "SELECT * FROM bids",
  "SELECT * FROM changed_bids",
  "SELECT * FROM cursors",
  "SELECT * FROM journal",
  "SELECT * FROM listing",
  "SELECT * FROM people",
  "SELECT * FROM traces",
];

it("a new room has the tables, indexes and rows that all steps make", async () => {
  const madeBy = (whole?: string) =>
    runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, { storage }) => {
      migrate(storage, SCHEMA_STEPS, whole);
      const schema = schemaOf(storage);
      const rows = ROWS_OF_ALL_TABLES.map((query) => storage.sql.exec(query).toArray());
      const tables = schema.filter(({ text }) => text?.startsWith("CREATETABLE"));
      expect(tables).toHaveLength(ROWS_OF_ALL_TABLES.length);
      const steps = storage.kv.get("schema");
      await storage.deleteAll();
      return { schema, rows, steps };
    });
  const ofSteps = await madeBy();
  expect(ofSteps.schema.length).toBeGreaterThan(10);
  expect(await madeBy(NEW_ROOM_SCHEMA)).toEqual(ofSteps);
});

/** The fields of an auction's state that the first version stored. It is never extended. */
const FIRST_FIELDS = [
  "id",
  "sellerId",
  "currency",
  "terms",
  "phase",
  "openedAt",
  "scheduledEndsAt",
  "endsAt",
  "extensions",
  "bidCount",
  "outcome",
  "seq",
  "at",
] as const;

it("a state that the first version stored has a value for every field that was added later", async () => {
  await withRoom(async ({ ctx, storage, queue }) => {
    await queue.submit(openRequest());
    const opened = storage.state?.auction;
    if (!opened) throw new Error("the auction is open");
    const first = Object.fromEntries(FIRST_FIELDS.map((field) => [field, opened[field]]));
    ctx.storage.sql.exec("UPDATE listing SET state = ?", JSON.stringify(first));
    expect(new RoomStorage(ctx, () => Date.now(), { ...ROOM_NUMBERS, heldBids: 1 }).state?.auction).toEqual(opened);
  });
});
