import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { migrate } from "../../platform/migrate.ts";
import { newId } from "../../testing/builders.ts";
import { IdempotencyKeys, nameOf, type StoredResponse } from "./idempotency.ts";
import { ResponseErasure } from "./response-erasure.ts";
import { SCHEMA_STEPS } from "./schema.ts";

const DAY_MS = 86_400_000;
/** As many as memory holds: this many move to the index at once. */
const MANY = 4_000;

/** Stored responses to some commands of one person. */
function someResponses(count: number): StoredResponse[] {
  const actorId = newId();
  return Array.from({ length: count }, (_, number) => ({
    actorId,
    key: newId(),
    fingerprint: `placeBid ${number}`,
    response: JSON.stringify({ number }),
  }));
}

/** The same responses, as `find` returns them. */
function byName(responses: readonly StoredResponse[]): Map<string, StoredResponse> {
  return new Map(responses.map((answer) => [nameOf(answer), answer]));
}

type Inside = {
  readonly keys: IdempotencyKeys;
  readonly erasure: ResponseErasure;
  readonly sql: SqlStorage;
  readonly storage: DurableObjectStorage;
  /** The transaction, then memory; and the index when it is due, which a room moves before its next keyed turn. */
  readonly store: (responses: readonly StoredResponse[], at: number, into?: IdempotencyKeys) => void;
};

async function inside(work: (inside: Inside) => void) {
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, { storage }) => {
    migrate(storage, SCHEMA_STEPS);
    const keys = new IdempotencyKeys(storage.sql);
    keys.load();
    const store = (responses: readonly StoredResponse[], at: number, into = keys) => {
      into.insert(responses, at);
      into.remember(responses);
      if (into.isIndexDue) into.index(storage);
    };
    work({ keys, erasure: new ResponseErasure(storage.sql), sql: storage.sql, storage, store });
    await storage.deleteAll();
  });
}

it("every key is found again after it moved to the index, the first time and later", async () => {
  await inside(({ keys, store }) => {
    const first = someResponses(MANY);
    store(first, 1);
    expect(keys.find(first)).toEqual(byName(first));
    const later = someResponses(MANY);
    store(later, 2);
    const newest = someResponses(10);
    store(newest, 3);
    const all = [...first, ...later, ...newest];
    expect(keys.find(all)).toEqual(byName(all));
    // As an instance that has just woken, which reads the index.
    keys.load();
    expect(keys.find(all)).toEqual(byName(all));
  });
});

it("a key is found only for the person who sent it, and a key that nobody sent is not found", async () => {
  await inside(({ keys, store }) => {
    const responses = someResponses(MANY);
    store(responses, 1);
    const asAnother = responses.map(({ key }) => ({ actorId: "another", key }));
    expect(keys.find(asAnother)).toEqual(new Map());
    expect(keys.find(someResponses(100))).toEqual(new Map());
  });
});

it("responses to a deleted person are overwritten in place, and those to others stay", async () => {
  await inside(({ keys, erasure, sql, store }) => {
    const [deleted, staying] = [someResponses(3), someResponses(3)];
    // A name with more bytes than characters.
    const named = deleted.map((answer) => ({ ...answer, response: JSON.stringify({ name: "Zoë Ångström" }) }));
    const turn = [named[0]!, staying[0]!, named[1]!, staying[1]!];
    store(turn, 1);
    store([staying[2]!, named[2]!], 2);
    const size = () => sql.exec("SELECT sum(length(CAST(lines AS BLOB))) AS bytes FROM answer_pages").one()["bytes"];
    const before = size();
    erasure.eraseOf(named[0]!.actorId);
    for (const wake of [false, true]) {
      if (wake) keys.load();
      expect(keys.find([...named, ...staying])).toEqual(byName(staying));
    }
    expect(size()).toBe(before);
    const text = Array.from(sql.exec<{ lines: string }>("SELECT lines FROM answer_pages"), ({ lines }) => lines).join();
    expect(text).not.toMatch(/Zoë|Ångström/);
    // Later responses have numbers of their own.
    const later = someResponses(2);
    store(later, 3);
    expect(keys.find([...later, ...staying])).toEqual(byName([...later, ...staying]));
  });
});

it("responses are kept for a day, in memory, in the index and after waking", async () => {
  await inside(({ keys, erasure, sql, store }) => {
    const [old, alsoOld, newer] = [someResponses(MANY), someResponses(10), someResponses(10)];
    store(old, 1);
    store(alsoOld, 2);
    store(newer, DAY_MS);
    erasure.deleteOld(DAY_MS + 2);
    expect(keys.find([...old, ...alsoOld, ...newer])).toEqual(byName([...alsoOld, ...newer]));
    erasure.deleteOld(DAY_MS + 3);
    expect(keys.find([...old, ...alsoOld, ...newer])).toEqual(byName(newer));
    keys.load();
    expect(keys.find([...old, ...alsoOld, ...newer])).toEqual(byName(newer));
    expect(sql.exec("SELECT count(*) AS keys FROM answer_keys").one()).toEqual({ keys: 0 });
  });
});

it("old responses are deleted a few at a time, the oldest first, with their keys in the index", async () => {
  await inside(({ storage, sql, store }) => {
    const keys = new IdempotencyKeys(sql, { unindexedKeys: 3, filteredKeys: 100 });
    keys.load();
    const erasure = new ResponseErasure(sql, { keysDeletedAtOnce: 4 });
    const turns = [1, 2, 3, 4].map((at) => ({ at, responses: someResponses(3) }));
    for (const { at, responses } of turns) store(responses, at, keys);
    const newer = someResponses(3);
    store(newer, DAY_MS, keys);
    const all = [...turns.flatMap(({ responses }) => responses), ...newer];
    const left = () => [keys.find(all).size, sql.exec("SELECT count(*) AS keys FROM answer_keys").one()["keys"]];
    expect(left()).toEqual([15, 15]);
    // Whole turns until four responses are reached. All are overwritten before any is deleted.
    expect([erasure.deleteOld(DAY_MS + 5), left(), turnsIn(sql)]).toEqual([true, [9, 9], 5]);
    expect([erasure.deleteOld(DAY_MS + 5), left(), turnsIn(sql)]).toEqual([true, [3, 3], 5]);
    expect([erasure.deleteOld(DAY_MS + 5), left(), turnsIn(sql)]).toEqual([true, [3, 3], 1]);
    expect([erasure.deleteOld(DAY_MS + 5), left(), turnsIn(sql)]).toEqual([false, [3, 3], 1]);
    // As an instance that has just woken.
    const woken = new IdempotencyKeys(storage.sql);
    woken.load();
    expect(woken.find(all)).toEqual(byName(newer));
  });
});

function turnsIn(sql: SqlStorage) {
  return sql.exec("SELECT count(*) AS turns FROM answer_pages WHERE first_id > 0").one()["turns"];
}

it("the keys of a deleted person leave the index, and those of others stay", async () => {
  await inside(({ keys, erasure, sql, store }) => {
    const [deleted, staying] = [someResponses(MANY), someResponses(MANY)];
    store([...deleted, ...staying], 1);
    erasure.eraseOf(deleted[0]!.actorId);
    expect(sql.exec("SELECT count(*) AS keys FROM answer_keys").one()).toEqual({ keys: MANY });
    expect(keys.find([...deleted, ...staying])).toEqual(byName(staying));
  });
});
