import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { migrate } from "../../platform/migrate.ts";
import { newId } from "../../testing/builders.ts";
import type { KeptAnswer } from "./answer-page.ts";
import { KeptAnswers, nameOf } from "./kept-answers.ts";
import { SCHEMA_STEPS } from "./schema.ts";

const DAY_MS = 86_400_000;
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

async function inside(work: (kept: KeptAnswers, sql: SqlStorage) => void) {
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, { storage }) => {
    migrate(storage, SCHEMA_STEPS);
    const kept = new KeptAnswers(storage.sql);
    kept.load();
    work(kept, storage.sql);
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

it("answers to who leaves are written over where they lie, and others keep theirs", async () => {
  await inside((kept, sql) => {
    const [leaving, staying] = [someAnswers(3), someAnswers(3)];
    // As in a name: more bytes than characters.
    const named = leaving.map((answer) => ({ ...answer, answer: JSON.stringify({ name: "Zoë Ångström" }) }));
    const turn = [named[0]!, staying[0]!, named[1]!, staying[1]!];
    kept.keep(turn, 1);
    kept.keep([staying[2]!, named[2]!], 2);
    const size = () => sql.exec("SELECT sum(length(CAST(lines AS BLOB))) AS bytes FROM answer_pages").one()["bytes"];
    const before = size();
    kept.dropOf(named[0]!.actorId);
    for (const wake of [false, true]) {
      if (wake) kept.load();
      expect(kept.find([...named, ...staying])).toEqual(byName(staying));
    }
    expect(size()).toBe(before);
    const text = Array.from(sql.exec<{ lines: string }>("SELECT lines FROM answer_pages"), ({ lines }) => lines).join();
    expect(text).not.toMatch(/Zoë|Ångström/);
    // What comes later has numbers of its own.
    const later = someAnswers(2);
    kept.keep(later, 3);
    expect(kept.find([...later, ...staying])).toEqual(byName([...later, ...staying]));
  });
});

it("answers are kept for a day, in memory, in the index and after waking", async () => {
  await inside((kept, sql) => {
    const [old, alsoOld, newer] = [someAnswers(MANY), someAnswers(10), someAnswers(10)];
    kept.keep(old, 1);
    kept.keep(alsoOld, 2);
    kept.keep(newer, DAY_MS);
    kept.dropOld(DAY_MS + 2);
    expect(kept.find([...old, ...alsoOld, ...newer])).toEqual(byName([...alsoOld, ...newer]));
    kept.dropOld(DAY_MS + 3);
    expect(kept.find([...old, ...alsoOld, ...newer])).toEqual(byName(newer));
    kept.load();
    expect(kept.find([...old, ...alsoOld, ...newer])).toEqual(byName(newer));
    expect(sql.exec("SELECT count(*) AS keys FROM answer_keys").one()).toEqual({ keys: 0 });
  });
});
