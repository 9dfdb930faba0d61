import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { migrate } from "../../platform/migrate.ts";
import { newId } from "../../testing/builders.ts";
import { IdempotencyKeys, responseKey, type StoredResponse } from "./idempotency.ts";
import { SCHEMA_STEPS } from "./schema.ts";

const DAY_MS = 86_400_000;

/** Stored responses to some of one person's commands. */
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
function byResponseKey(responses: readonly StoredResponse[]): Map<string, StoredResponse> {
  return new Map(responses.map((response) => [responseKey(response), response]));
}

async function withSql(work: (sql: SqlStorage) => void) {
  await runInDurableObject(env.AUCTION_ROOM.getByName(newId()), async (_room, { storage }) => {
    migrate(storage, SCHEMA_STEPS);
    work(storage.sql);
    await storage.deleteAll();
  });
}

it("every idempotency key is found with its response, alone or among others", async () => {
  await withSql((sql) => {
    const keys = new IdempotencyKeys(sql);
    const [first, later] = [someResponses(1_000), someResponses(3)];
    keys.write({ responses: first, now: 1 });
    keys.write({ responses: later, now: 2 });
    const allResponses = [...first, ...later];
    expect(keys.find([...someResponses(5), ...allResponses])).toEqual(byResponseKey(allResponses));
    expect(keys.find(later.slice(1, 2))).toEqual(byResponseKey(later.slice(1, 2)));
  });
});

it("an idempotency key is found only for the person who sent it", async () => {
  await withSql((sql) => {
    const keys = new IdempotencyKeys(sql);
    const responses = someResponses(10);
    keys.write({ responses, now: 1 });
    expect(keys.find(responses.map(({ key }) => ({ actorId: "another", key })))).toEqual(new Map());
    expect(keys.find([...someResponses(10), { actorId: responses[0]!.actorId, key: newId() }])).toEqual(new Map());
    expect(keys.find([])).toEqual(new Map());
  });
});

it("a person's idempotency key is never stored twice", async () => {
  await withSql((sql) => {
    const keys = new IdempotencyKeys(sql);
    const [response] = someResponses(1);
    keys.write({ responses: [response!], now: 1 });
    expect(() => keys.write({ responses: [{ ...response!, response: "{}" }], now: 2 })).toThrow("UNIQUE");
    expect(keys.find([response!])).toEqual(byResponseKey([response!]));
  });
});

it("a deleted person's stored responses are deleted, and others' responses stay", async () => {
  await withSql((sql) => {
    const keys = new IdempotencyKeys(sql);
    const [deleted, staying] = [someResponses(3), someResponses(3)];
    keys.write({ responses: [deleted[0]!, staying[0]!, deleted[1]!, staying[1]!], now: 1 });
    keys.write({ responses: [staying[2]!, deleted[2]!], now: 2 });
    keys.deleteFor(deleted[0]!.actorId);
    expect(keys.find([...deleted, ...staying])).toEqual(byResponseKey(staying));
    expect(sql.exec("SELECT count(*) AS count FROM responses").one()).toEqual({ count: 3 });
  });
});

it("stored responses are kept for a day, then deleted in small batches, oldest first", async () => {
  await withSql((sql) => {
    const keys = new IdempotencyKeys(sql, { keysPerDeletion: 4 });
    const [old, alsoOld, newer] = [someResponses(3), someResponses(3), someResponses(3)];
    keys.write({ responses: old, now: 1 });
    keys.write({ responses: alsoOld, now: 2 });
    keys.write({ responses: newer, now: DAY_MS });
    const findLeft = () => keys.find([...old, ...alsoOld, ...newer]);
    expect([keys.deleteOld(DAY_MS + 1), findLeft().size]).toEqual([false, 9]);
    expect([keys.deleteOld(DAY_MS + 2), findLeft()]).toEqual([false, byResponseKey([...alsoOld, ...newer])]);
    expect([keys.deleteOld(DAY_MS + 3), findLeft()]).toEqual([false, byResponseKey(newer)]);
    const extraResponses = someResponses(6);
    keys.write({ responses: extraResponses, now: DAY_MS });
    expect([keys.deleteOld(2 * DAY_MS + 1), findLeft().size + keys.find(extraResponses).size]).toEqual([true, 5]);
    expect([keys.deleteOld(2 * DAY_MS + 1), findLeft().size]).toEqual([true, 0]);
    expect([keys.deleteOld(2 * DAY_MS + 1), keys.find(extraResponses).size]).toEqual([false, 0]);
  });
});
