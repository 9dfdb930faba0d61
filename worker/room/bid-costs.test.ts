/**
 * The cost of a bid. A first bid commits once, like any other. After that commit, the room calls the bidder's inbox,
 * and the response doesn't wait for the call. `docs/scale.md` adds up the written rows.
 */
import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { bindingWith, databaseOf, observedObject } from "../testing/bindings.ts";
import { aPerson, anAuction, HOUR_MS, newId } from "../testing/builders.ts";
import { AuctionRoom } from "./auction-room.ts";

/** Inboxes that answer once `released` resolves, and a D1. Both log the calls that they get. */
function observedBindings(log: string[], released: Promise<void>): Env {
  const getByName = (id: string) =>
    observedObject(env.INBOX.getByName(id), async (make, method) => {
      log.push(`inbox ${method}`);
      await released;
      return make();
    });
  const INBOX = bindingWith(env.INBOX, { getByName });
  const DB = databaseOf((name) => (...args: unknown[]): unknown => {
    log.push(`D1 ${String(name)}`);
    return Reflect.apply(Reflect.get(env.DB, name), env.DB, args);
  });
  return { ...env, INBOX, DB };
}

/** Logs each transaction, and everything written outside of one. */
function logCommits({ storage }: DurableObjectState, log: string[]): void {
  let depth = 0;
  const { sql, kv } = storage;
  const transactionSync = storage.transactionSync.bind(storage);
  const setAlarm = storage.setAlarm.bind(storage);
  vi.spyOn(storage, "transactionSync").mockImplementation((work) => {
    depth += 1;
    try {
      return transactionSync(work);
    } finally {
      depth -= 1;
      if (depth === 0) log.push("commit");
    }
  });
  const logOutside = (label: string) => {
    if (depth === 0) log.push(label);
  };
  const exec = sql.exec.bind(sql);
  vi.spyOn(sql, "exec").mockImplementation((query, ...values) => {
    if (!/^\s*(?:SELECT|WITH)\b/i.test(query)) logOutside(query);
    return exec(query, ...values);
  });
  const put = kv.put.bind(kv);
  vi.spyOn(kv, "put").mockImplementation((key, value) => {
    logOutside(`kv ${key}`);
    put(key, value);
  });
  vi.spyOn(storage, "setAlarm").mockImplementation((at) => {
    logOutside("alarm");
    return setAlarm(at);
  });
}

it("a person's first bid takes one commit and waits for neither D1 nor an inbox", async () => {
  const { id, room: stub } = await anAuction();
  const log: string[] = [];
  const inboxesReleased = Promise.withResolvers<void>();
  await runInDurableObject(stub, async (_, state) => {
    const room = new AuctionRoom(state, observedBindings(log, inboxesReleased.promise));
    await room.page();
    // The opening is delivered, and nothing else wakes the room before the end.
    await vi.waitFor(async () => expect(await state.storage.getAlarm()).toBeGreaterThan(Date.now() + HOUR_MS));
    logCommits(state, log);
    log.length = 0;
    const ann = aPerson("Ann");
    expect(await room.placeBid({ actor: ann, amountMinor: 10_000, key: newId() })).toMatchObject({ ok: true });
    expect(log).toEqual(["commit", "inbox recordJoin"]);
    log.length = 0;
    expect(await room.placeBid({ actor: ann, amountMinor: 12_000, key: newId() })).toMatchObject({ ok: true });
    expect(log).toEqual(["commit"]);
    inboxesReleased.resolve();
    await vi.waitFor(async () => expect(await env.INBOX.getByName(ann.id).newestAuctionIds(1)).toEqual([id]));
    expect(log.filter((call) => call === "inbox recordJoin")).toEqual([]);
    vi.restoreAllMocks();
  });
});

/** Counts the rows that an object writes, and how often it sets its alarm. */
async function countWrites<Class extends Rpc.DurableObjectBranded>(object: DurableObjectStub<Class>) {
  const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
  let alarms = 0;
  await runInDurableObject(object, async (_, { storage }) => {
    const exec = storage.sql.exec.bind(storage.sql);
    vi.spyOn(storage.sql, "exec").mockImplementation((query, ...values) => {
      const cursor = exec(query, ...values);
      cursors.push(cursor);
      return cursor;
    });
    const setAlarm = storage.setAlarm.bind(storage);
    vi.spyOn(storage, "setAlarm").mockImplementation((at) => {
      alarms += 1;
      return setAlarm(at);
    });
  });
  return () => ({ rows: cursors.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0), alarms });
}

it("a bid in a quiet auction writes seven rows, two alarms and two rows per notice", async () => {
  const { id, seller } = await anAuction();
  const room = () => env.AUCTION_ROOM.getByName(id);
  const [ann, bob] = [aPerson("Ann"), aPerson("Bob")];
  const waitUntilQuiet = () =>
    vi.waitFor(() =>
      runInDurableObject(room(), async (_, { storage }) => {
        expect(await storage.getAlarm()).toBeGreaterThan(Date.now() + HOUR_MS);
      }),
    );
  const bid = async (actor: typeof ann, amountMinor: number) => {
    expect(await room().placeBid({ actor, amountMinor, key: newId() })).toMatchObject({ ok: true });
    await waitUntilQuiet();
  };
  await bid(ann, 10_000);
  await bid(bob, 12_000);
  // A new instance has no pause left from the earlier bids.
  await abortAllDurableObjects();
  const objects = [room(), env.INBOX.getByName(bob.id), env.INBOX.getByName(seller.id)];
  const writes = await Promise.all(objects.map(countWrites));
  await bid(ann, 14_000);
  expect(writes.map((readWrites) => readWrites())).toEqual([
    { rows: 7, alarms: 2 },
    { rows: 2, alarms: 0 },
    { rows: 2, alarms: 0 },
  ]);
  vi.restoreAllMocks();
});
