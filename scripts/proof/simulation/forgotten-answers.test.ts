/**
 * What a room has kept for repeats and then let go, down to the bytes of its file: answers name the bidder, and a
 * deleted row, or a copy of a page, would still say it.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, expect, it } from "vitest";

import { IdempotencyKeys, type StoredResponse } from "../../../worker/room/storage/idempotency.ts";
import { SCHEMA_STEPS } from "../../../worker/room/storage/schema.ts";
import { standIn } from "../../../worker/testing/stand-in.ts";
import { SimStorage } from "./storage.ts";

const DAY_MS = 86_400_000;
const AT = Date.parse("2026-11-21T12:00:00Z");
const LEAVER = "Leavington";

const folder = await mkdtemp(path.join(tmpdir(), "lotline-answers-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

function answer(actorId: string, key: string, lastName: string): StoredResponse {
  const said = {
    newBid: { _id: key, bidder: { _id: actorId, firstName: "Jane", lastName } },
    auction: "a".repeat(200),
  };
  return { actorId, key, fingerprint: `placeBid ${key}`, response: JSON.stringify(said) };
}

/** Turns of so many answers; of each `every` the first is the leaver's. Says how often the name is in the file, before and after. */
async function tracesAfter(
  { turns, most, every }: { turns: number; most: number; every: number },
  ...forget: ((kept: IdempotencyKeys) => void)[]
): Promise<readonly [before: number, after: number]> {
  const file = path.join(folder, `${crypto.randomUUID()}.sqlite`);
  const storage = new SimStorage(() => false, file);
  for (const step of SCHEMA_STEPS) storage.sql.exec(step);
  const kept = new IdempotencyKeys(standIn<SqlStorage>(storage.sql));
  kept.load();
  let number = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const answers = Array.from({ length: most }, () => {
      number += 1;
      const leaves = number % every === 1;
      return answer(leaves ? "leaver" : `other-${number % 7}`, `key-${number}`, leaves ? LEAVER : "Stayer");
    });
    kept.insert(answers, AT);
    kept.remember(answers);
    if (kept.isIndexDue) kept.index(standIn<DurableObjectStorage>(storage));
    storage.commit();
  }
  const before = await countIn(file);
  for (const turn of forget) {
    turn(kept);
    storage.commit();
  }
  storage.close();
  return [before, await countIn(file)];
}

async function countIn(file: string): Promise<number> {
  return (await readFile(file, "latin1")).split(LEAVER).length - 1;
}

const LAYOUTS = [
  { turns: 20, most: 1, every: 1_000 },
  { turns: 200, most: 1, every: 3 },
  { turns: 50, most: 20, every: 3 },
  { turns: 5, most: 1_000, every: 10 },
];

it.each(LAYOUTS)("of who leaves nothing stays, after $turns turns of $most answers", async (layout) => {
  const [before, after] = await tracesAfter(layout, (kept) => kept.eraseOf("leaver"));
  expect(before).toBeGreaterThan(0);
  expect(after).toBe(0);
});

it.each(LAYOUTS)("of what is a day old nothing stays, after $turns turns of $most answers", async (layout) => {
  const [before, after] = await tracesAfter(
    layout,
    (kept) => kept.deleteOld(AT + 2 * DAY_MS),
    (kept) => kept.deleteOld(AT + 2 * DAY_MS + 1),
  );
  expect(before).toBeGreaterThan(0);
  expect(after).toBe(0);
});
