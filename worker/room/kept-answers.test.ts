import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { migrate } from "../catalogue/object-schema.ts";
import { newId } from "../testing/builders.ts";
import { type KeptAnswer, KeptAnswers, nameOf } from "./kept-answers.ts";
import { SCHEMA_STEPS } from "./schema.ts";

/** More than are held in memory: the index takes this many over at once. */
const MANY = 4_000;

/** What was answered to some commands of one person. */
function someAnswers(count: number): KeptAnswer[] {
  const actorId = newId();
  return Array.from({ length: count }, (_, number) => ({
    actorId,
    key: newId(),
    payload: `placeBid ${number}`,
    answer: JSON.stringify({ number }),
  }));
}

/** The same, as they are found by who asks. */
function byName(answers: readonly KeptAnswer[]): Map<string, KeptAnswer> {
  return new Map(answers.map((answer) => [nameOf(answer), answer]));
}

async function inside(work: (kept: KeptAnswers) => void) {
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, { storage }) => {
    migrate(storage, SCHEMA_STEPS);
    const kept = new KeptAnswers(storage.sql);
    kept.load();
    work(kept);
    await storage.deleteAll();
  });
}

it("every key is known again when the index has taken it over, the first time and later", async () => {
  await inside((kept) => {
    const first = someAnswers(MANY);
    kept.keep(first, 1);
    expect(kept.find(first)).toEqual(byName(first));
    const later = someAnswers(MANY);
    kept.keep(later, 2);
    const newest = someAnswers(10);
    kept.keep(newest, 3);
    const all = [...first, ...later, ...newest];
    expect(kept.find(all)).toEqual(byName(all));
    // As an instance that has just woken, which reads what the index knows.
    kept.load();
    expect(kept.find(all)).toEqual(byName(all));
  });
});

it("a key is known of the person alone who sent it, and one that nobody sent is not", async () => {
  await inside((kept) => {
    const answers = someAnswers(MANY);
    kept.keep(answers, 1);
    const asAnother = answers.map(({ key }) => ({ actorId: "another", key }));
    expect(kept.find(asAnother)).toEqual(new Map());
    expect(kept.find(someAnswers(100))).toEqual(new Map());
  });
});
