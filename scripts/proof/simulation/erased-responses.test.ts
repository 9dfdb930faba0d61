/**
 * The responses that a room stored for its idempotency keys and then erased, down to the bytes of its file: a response
 * names the bidder, and a deleted row, or a copy of a page, would still contain the name.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, expect, it } from "vitest";

import { ROOM_NUMBERS } from "../../../worker/room/numbers.ts";
import { IdempotencyKeys, type StoredResponse } from "../../../worker/room/storage/idempotency.ts";
import { ResponseErasure } from "../../../worker/room/storage/response-erasure.ts";
import { SCHEMA_STEPS } from "../../../worker/room/storage/schema.ts";
import { standIn } from "../../../worker/testing/stand-in.ts";
import { SimStorage } from "./storage.ts";

const DAY_MS = 86_400_000;
const AT = Date.parse("2026-11-21T12:00:00Z");
const DELETED = "Leavington";

const folder = await mkdtemp(path.join(tmpdir(), "lotline-responses-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

function response(actorId: string, key: string, lastName: string): StoredResponse {
  const body = {
    newBid: { _id: key, bidder: { _id: actorId, firstName: "Jane", lastName } },
    auction: "a".repeat(200),
  };
  return { actorId, key, fingerprint: `placeBid ${key}`, response: JSON.stringify(body) };
}

/** Turns with `most` responses each; of each `every` the first is to the deleted user. Counts the name in the file. */
async function occurrencesAfter(
  { turns, most, every }: { turns: number; most: number; every: number },
  ...erasing: ((erasure: ResponseErasure) => void)[]
): Promise<readonly [before: number, after: number]> {
  const file = path.join(folder, `${crypto.randomUUID()}.sqlite`);
  const storage = new SimStorage(() => false, file);
  for (const step of SCHEMA_STEPS) storage.sql.exec(step);
  const keys = new IdempotencyKeys(standIn<SqlStorage>(storage.sql));
  keys.load();
  let number = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const responses = Array.from({ length: most }, () => {
      number += 1;
      const isDeleted = number % every === 1;
      return response(isDeleted ? "deleted" : `other-${number % 7}`, `key-${number}`, isDeleted ? DELETED : "Stayer");
    });
    keys.insert(responses, AT);
    keys.remember(responses);
    if (keys.isIndexDue) keys.index(standIn<DurableObjectStorage>(storage));
    storage.commit();
  }
  const before = await countIn(file);
  const erasure = new ResponseErasure(standIn<SqlStorage>(storage.sql));
  for (const turn of erasing) {
    turn(erasure);
    storage.commit();
  }
  storage.close();
  return [before, await countIn(file)];
}

async function countIn(file: string): Promise<number> {
  return (await readFile(file, "latin1")).split(DELETED).length - 1;
}

const LAYOUTS = [
  { turns: 20, most: 1, every: 1_000 },
  { turns: 200, most: 1, every: 3 },
  { turns: 50, most: 20, every: 3 },
  { turns: 5, most: 1_000, every: 10 },
];

it.each(LAYOUTS)("nothing of a deleted user stays, after $turns turns of $most responses", async (layout) => {
  const [before, after] = await occurrencesAfter(layout, (erasure) => erasure.eraseOf("deleted"));
  expect(before).toBeGreaterThan(0);
  expect(after).toBe(0);
});

it.each(LAYOUTS)(
  "nothing of responses older than a day stays, after $turns turns of $most responses",
  async (layout) => {
    let isMore = true;
    // All are overwritten, some at each step, and then deleted.
    const steps = Math.ceil((layout.turns * layout.most) / ROOM_NUMBERS.keysDeletedAtOnce) + 1;
    const [before, after] = await occurrencesAfter(
      layout,
      ...Array.from({ length: steps }, () => (erasure: ResponseErasure) => {
        isMore = erasure.deleteOld(AT + 2 * DAY_MS);
      }),
    );
    expect(before).toBeGreaterThan(0);
    expect([after, isMore]).toEqual([0, false]);
  },
);
