import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { auctionsResponse } from "../contract/catalogue.ts";
import { databaseOf, envWith, requestWith, stalledDatabase } from "../testing/bindings.ts";
import { aCategory, insertAuction } from "../testing/catalogue.ts";
import { expectRefusalIn } from "../testing/http.ts";
import { invalidateLists } from "./list-cache.ts";

const MINUTE_MS = 60_000;
const stalledEnv = envWith({ DB: stalledDatabase() });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});
const advanceTime = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** A list that this isolate has just served. */
async function aList(): Promise<{ path: string; ids: string[] }> {
  const category = await aCategory();
  const { id } = await insertAuction({ categoryId: category });
  const path = `/auction/fetchAllAuctions?category=${category}`;
  expect(await idsIn(await requestWith(env, path))).toEqual([id]);
  return { path, ids: [id] };
}
async function idsIn(response: Response): Promise<string[]> {
  expect(response.status).toBe(200);
  return auctionsResponse.parse(await response.json()).auctions.map(({ _id }) => _id);
}

it("equivalent URLs share one cached list", async () => {
  const { path, ids } = await aList();
  for (const equivalentPath of [path, path, `${path}&sort=newest`, `${path}&sort=newest&limit=24`]) {
    const response = await requestWith(stalledEnv, equivalentPath);
    const etag = response.headers.get("etag") ?? "";
    expect(await idsIn(response)).toEqual(ids);
    // The edge makes an ETag weak when it compresses a response.
    for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const headers = { "If-None-Match": ifNoneMatch };
      expect((await requestWith(stalledEnv, equivalentPath, { headers })).status).toBe(304);
    }
  }
});

it("a cached list isn't served at the URL of a different list", async () => {
  const { path, ids } = await aList();
  for (let reader = 0; reader < 2; reader += 1) {
    expect(await idsIn(await requestWith(env, path))).toEqual(ids);
    expect(await idsIn(await requestWith(env, `${path}&status=Sold`))).toEqual([]);
    await expectRefusalIn(await requestWith(env, `${path}&status=sold`), "invalid_input", 400);
  }
});

it("changing a listing drops every list that the isolate has cached", async () => {
  const { path } = await aList();
  expect((await requestWith(env, path)).status).toBe(200);
  invalidateLists();
  await expectRefusalIn(await requestWith(stalledEnv, path), "busy", 503);
});

it("a cached list doesn't show an auction as live after its end", async () => {
  const category = await aCategory();
  await insertAuction({ categoryId: category, endsAt: Date.now() + 1_500 });
  const fetchStatuses = async () => {
    const response = await requestWith(env, `/auction/fetchAllAuctions?category=${category}`);
    return auctionsResponse.parse(await response.json()).auctions.map(({ status }) => status);
  };
  expect(await fetchStatuses()).toEqual(["Live"]);
  advanceTime(1_499);
  expect(await fetchStatuses()).toEqual(["Live"]);
  advanceTime(1);
  expect(await fetchStatuses()).not.toContain("Live");
});

/** A D1 that doesn't answer until `open` is called. `reached` resolves once the first query has run. */
function gatedDatabase() {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const database = databaseOf((name) => {
    if (name === "prepare") return gatePrepare(env.DB.prepare.bind(env.DB));
    return async (statements: D1PreparedStatement[]) => {
      const results = await env.DB.batch(statements);
      reached.resolve();
      await gate.promise;
      return results;
    };
  });
  const gatePrepare = (prepare: D1Database["prepare"]) => (sql: string) => gateStatement(prepare(sql));
  const gateStatement = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => gateStatement(target.bind(...values));
        const method: unknown = Reflect.get(target, name, target);
        if (typeof method !== "function") return method;
        return async (...args: unknown[]): Promise<unknown> => {
          const result: unknown = await Reflect.apply(method, target, args);
          reached.resolve();
          await gate.promise;
          return result;
        };
      },
    });
  return { database, reached: reached.promise, open: gate.resolve };
}

it("a list built while a listing changes is served once and not cached", async () => {
  const category = await aCategory();
  const path = `/auction/fetchAllAuctions?category=${category}`;
  const { database, reached, open } = gatedDatabase();
  const earlyResponse = requestWith(envWith({ DB: database }), path);
  await reached;
  const { id } = await insertAuction({ categoryId: category });
  advanceTime(1);
  invalidateLists();
  advanceTime(1);
  open();
  expect(await idsIn(await earlyResponse)).toEqual([]);
  expect(await idsIn(await requestWith(env, path))).toEqual([id]);
});

it("the cache serves a stale list with its age while D1 is down", async () => {
  const { path, ids } = await aList();
  const fresh = await requestWith(stalledEnv, path);
  expect(fresh.headers.get("warning")).toBeNull();
  advanceTime(10 * MINUTE_MS);
  for (let reader = 0; reader < 3; reader += 1) {
    const stale = await requestWith(stalledEnv, path);
    expect(stale.headers.get("warning")).toBe('110 - "Response is Stale"');
    expect(stale.headers.get("age")).toBe("600");
    expect(await idsIn(stale)).toEqual(ids);
  }
  const recovered = await requestWith(env, path);
  advanceTime(5_000);
  expect((await requestWith(env, path)).headers.get("warning")).toBeNull();
  expect(await idsIn(recovered)).toEqual(ids);
});

it("while D1 is down, the cache retries queries at intervals, not on every request", async () => {
  const { path } = await aList();
  advanceTime(MINUTE_MS);
  let queries = 0;
  const stalledDb = stalledDatabase();
  const countingDatabase = databaseOf((name) => {
    if (name === "prepare") queries += 1;
    return Reflect.get(stalledDb, name);
  });
  const bindings = envWith({ DB: countingDatabase });
  for (let reader = 0; reader < 5; reader += 1) expect((await requestWith(bindings, path)).status).toBe(200);
  const queriesOfOneTry = queries;
  expect(queriesOfOneTry).toBeGreaterThan(0);
  advanceTime(2_000);
  expect((await requestWith(bindings, path)).status).toBe(200);
  expect(queries).toBe(2 * queriesOfOneTry);
});

it("while D1 is down, the cache returns 503 for a list that is an hour old", async () => {
  const { path } = await aList();
  advanceTime(60 * MINUTE_MS);
  await expectRefusalIn(await requestWith(stalledEnv, path), "busy", 503);
});

it("while D1 is down, the cache returns 503 once a listing has changed", async () => {
  const { path } = await aList();
  invalidateLists();
  await expectRefusalIn(await requestWith(stalledEnv, path), "busy", 503);
});

it("T23: the cache doesn't serve a stale list after an error that isn't an outage", async () => {
  const { path } = await aList();
  advanceTime(MINUTE_MS);
  const broken = new Proxy(env.DB, {
    get: () => () => {
      throw new Error("a mistake");
    },
  });
  await expectRefusalIn(await requestWith(envWith({ DB: broken }), path), "internal_error", 500);
});
