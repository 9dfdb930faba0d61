import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { migrate } from "../../platform/migrate.ts";
import { newId } from "../../testing/builders.ts";
import { IdempotencyKeys, nameOf, type StoredResponse } from "./idempotency.ts";
import { SCHEMA_STEPS } from "./schema.ts";

const DAY_MS = 86_400_000;
/** More than are held in memory: the index takes this many over at once. */
const MANY = 4_000;

/** What was answered to some commands of one person. */
function someAnswers(count: number): StoredResponse[] {
  const actorId = newId();
  return Array.from({ length: count }, (_, number) => ({
    actorId,
    key: newId(),
    fingerprint: `placeBid ${number}`,
    response: JSON.stringify({ number }),
  }));
}

/** The same, as they are found by who asks. */
function byName(answers: readonly StoredResponse[]): Map<string, StoredResponse> {
  return new Map(answers.map((answer) => [nameOf(answer), answer]));
}

type Inside = {
  readonly kept: IdempotencyKeys;
  readonly sql: SqlStorage;
  /** As a room does: first the transaction, then memory, and the index when it is due. */
  readonly store: (responses: readonly StoredResponse[], at: number) => void;
};

async function inside(work: (inside: Inside) => void) {
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, { storage }) => {
    migrate(storage, SCHEMA_STEPS);
    const kept = new IdempotencyKeys(storage.sql);
    kept.load();
    const store = (responses: readonly StoredResponse[], at: number) => {
      kept.insert(responses, at);
      kept.remember(responses);
      if (kept.isIndexDue) kept.index(storage);
    };
    work({ kept, sql: storage.sql, store });
    await storage.deleteAll();
  });
}

it("every key is found again after it moved to the index, the first time and later", async () => {
  await inside(({ kept, store }) => {
    const first = someAnswers(MANY);
    store(first, 1);
    expect(kept.find(first)).toEqual(byName(first));
    const later = someAnswers(MANY);
    store(later, 2);
    const newest = someAnswers(10);
    store(newest, 3);
    const all = [...first, ...later, ...newest];
    expect(kept.find(all)).toEqual(byName(all));
    // As an instance that has just woken, which reads what the index knows.
    kept.load();
    expect(kept.find(all)).toEqual(byName(all));
  });
});

it("a key is found only for the person who sent it, and a key that nobody sent is not found", async () => {
  await inside(({ kept, store }) => {
    const answers = someAnswers(MANY);
    store(answers, 1);
    const asAnother = answers.map(({ key }) => ({ actorId: "another", key }));
    expect(kept.find(asAnother)).toEqual(new Map());
    expect(kept.find(someAnswers(100))).toEqual(new Map());
  });
});

it("responses to a deleted person are overwritten in place, and others keep theirs", async () => {
  await inside(({ kept, sql, store }) => {
    const [leaving, staying] = [someAnswers(3), someAnswers(3)];
    // As in a name: more bytes than characters.
    const named = leaving.map((answer) => ({ ...answer, response: JSON.stringify({ name: "Zoë Ångström" }) }));
    const turn = [named[0]!, staying[0]!, named[1]!, staying[1]!];
    store(turn, 1);
    store([staying[2]!, named[2]!], 2);
    const size = () => sql.exec("SELECT sum(length(CAST(lines AS BLOB))) AS bytes FROM answer_pages").one()["bytes"];
    const before = size();
    kept.eraseOf(named[0]!.actorId);
    for (const wake of [false, true]) {
      if (wake) kept.load();
      expect(kept.find([...named, ...staying])).toEqual(byName(staying));
    }
    expect(size()).toBe(before);
    const text = Array.from(sql.exec<{ lines: string }>("SELECT lines FROM answer_pages"), ({ lines }) => lines).join();
    expect(text).not.toMatch(/Zoë|Ångström/);
    // What comes later has numbers of its own.
    const later = someAnswers(2);
    store(later, 3);
    expect(kept.find([...later, ...staying])).toEqual(byName([...later, ...staying]));
  });
});

it("responses are kept for a day, in memory, in the index and after waking", async () => {
  await inside(({ kept, sql, store }) => {
    const [old, alsoOld, newer] = [someAnswers(MANY), someAnswers(10), someAnswers(10)];
    store(old, 1);
    store(alsoOld, 2);
    store(newer, DAY_MS);
    kept.deleteOld(DAY_MS + 2);
    expect(kept.find([...old, ...alsoOld, ...newer])).toEqual(byName([...alsoOld, ...newer]));
    kept.deleteOld(DAY_MS + 3);
    expect(kept.find([...old, ...alsoOld, ...newer])).toEqual(byName(newer));
    kept.load();
    expect(kept.find([...old, ...alsoOld, ...newer])).toEqual(byName(newer));
    expect(sql.exec("SELECT count(*) AS keys FROM answer_keys").one()).toEqual({ keys: 0 });
  });
});
