/** A drill: D1 is copied, people and auctions go on, D1 is restored, and the operator follows the procedure. */
import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { FRESH_TOKEN_MS } from "../accounts/sessions.ts";
import { doneResponse } from "../contract/fields.ts";
import { BEGIN_RESTORE_STATEMENTS } from "../db/begin-restore.ts";
import { openDatabase } from "../db/database.ts";
import * as schema from "../db/schema.ts";
import { anAuction, aPerson, DAY_MS, newId } from "../testing/builders.ts";
import { finishDeletion } from "../testing/deletions.ts";
import {
  aCookieFor,
  anAdmin,
  requestJson,
  expectRefusal,
  request,
  someoneSignedIn,
  ageSession,
} from "../testing/http.ts";
import { aNotice } from "../testing/notices.ts";
import { aListing, bid } from "../testing/selling.ts";
import { findMismatches } from "./audit.ts";
import { sweep } from "./sweep.ts";

type D1Rows = Record<string, unknown>[];
type Copy = Map<string, D1Rows>;
/** The tables in the schema. Triggers fill the search tables, and the rest belong to the runtime. */
const TABLES = Object.values(schema).flatMap((table) => (is(table, SQLiteTable) ? [getTableName(table)] : []));

async function copyOfD1(): Promise<Copy> {
  const copy: Copy = new Map();
  for (const name of TABLES) {
    // Skips generated columns, because nothing can be inserted into them.
    const columnRows = await env.DB.prepare("SELECT name FROM pragma_table_info(?)").bind(name).all<{ name: string }>();
    const columns = columnRows.results.map((column) => column.name).join(", ");
    // oxlint-disable-next-line lotline/constant-sql -- the name of a table or trigger cannot be a parameter
    copy.set(name, (await env.DB.prepare(`SELECT ${columns} FROM ${name}`).all()).results);
  }
  return copy;
}

/** As in Time Travel, everything goes back to an earlier time. */
async function restoreD1(copy: Copy) {
  const { results: triggers } = await env.DB.prepare(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('admin_actions', 'deal_events')",
  ).all<{ name: string; sql: string }>();
  const statements = [
    env.DB.prepare("PRAGMA defer_foreign_keys = true"),
    // oxlint-disable-next-line lotline/constant-sql -- the name of a table or trigger cannot be a parameter
    ...triggers.map(({ name }) => env.DB.prepare(`DROP TRIGGER ${name}`)),
  ];
  // Delete all rows before inserting any, because deleting a person deletes their passkeys.
  // oxlint-disable-next-line lotline/constant-sql -- the name of a table or trigger cannot be a parameter
  for (const name of copy.keys()) statements.push(env.DB.prepare(`DELETE FROM ${name}`));
  for (const [name, rows] of copy) {
    const [first] = rows;
    if (!first) continue;
    const columns = Object.keys(first);
    statements.push(
      env.DB.prepare(
        // oxlint-disable-next-line lotline/constant-sql -- the name of a table or trigger cannot be a parameter
        `INSERT INTO ${name} (${columns.join(", ")}) SELECT ${columns.map((_, index) => `value ->> ${index}`).join(", ")} FROM json_each(?)`,
      ).bind(JSON.stringify(rows.map((row) => columns.map((column) => row[column])))),
    );
  }
  await env.DB.batch([...statements, ...triggers.map(({ sql }) => env.DB.prepare(sql))]);
}

function findRow(sql: string, id: string) {
  return env.DB.prepare(sql).bind(id).first();
}

/** Waits until D1 has the last fact of a room. */
async function waitForDelivery(id: string) {
  const seq = await env.AUCTION_ROOM.getByName(id).reconcile();
  expect(await findRow("SELECT seq FROM auctions WHERE id = ?", id)).toEqual({ seq });
}

/** An auction whose withdrawn bid is back in D1, because D1 was restored, while its row has the last fact. */
async function anAuctionWhoseWithdrawalWasLost() {
  const { id, room } = await anAuction();
  const [ann, bob] = [aPerson("Ann"), aPerson("Bob")];
  await room.placeBid({ actor: ann, amountMinor: 10_000 });
  await waitForDelivery(id);
  const copy = await copyOfD1();
  expect(await room.withdrawBid({ actor: ann, bidId: `${id}-2` })).toMatchObject({ ok: true });
  await waitForDelivery(id);
  await restoreD1(copy);
  await room.placeBid({ actor: bob, amountMinor: 12_000 });
  await waitForDelivery(id);
  expect(await findMismatches(env, openDatabase(env.DB), id)).toEqual(["rows of bids"]);
  return { id, room };
}

async function reconcile(bindings: Env = env) {
  for (const statement of BEGIN_RESTORE_STATEMENTS) await env.DB.prepare(statement).run();
  for (let minute = 0; minute < 50; minute += 1) {
    await sweep(bindings, Date.now());
    if ((await env.DB.prepare("SELECT id FROM restores").first()) === null) return;
  }
  throw new Error("the restore is not settled");
}

/** Other tests' auctions and people would be compared too. */
beforeAll(async () => {
  const tables = ["bids", "watches", "auctions", "users"];
  // oxlint-disable-next-line lotline/constant-sql -- the name of a table or trigger cannot be a parameter
  await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
});
afterAll(() => vi.restoreAllMocks());

it("reconciling a restored D1 makes it match the rooms and inboxes again", async () => {
  const admin = await anAdmin();
  const [ann, bob, cara, dan] = [
    await someoneSignedIn("Ann"),
    await someoneSignedIn("Bob"),
    await someoneSignedIn("Cara"),
    await someoneSignedIn("Dan"),
  ];
  const [running, hidden, removed] = [await aListing(), await aListing(), await aListing()];
  await bid(running.id, 100, ann.cookie);
  await bid(running.id, 110, dan.cookie);
  await waitForDelivery(running.id);
  const copy = await copyOfD1();

  const takeAction = (path: string) =>
    requestJson(doneResponse, path, { method: "POST", cookie: admin.cookie, json: { reason: "A copy of another" } });
  await takeAction(`/moderation/people/${bob.id}/suspend`);
  await takeAction(`/moderation/listings/${hidden.id}/hide`);
  expect(await env.INBOX.getByName(ann.id).deleteAccount(ann.id)).toBe("removed");
  await finishDeletion(ann.id);
  await requestJson(doneResponse, "/auth/logout", { method: "POST", cookie: cara.cookie });
  expect(
    (await request("/user/privacy", { method: "PATCH", cookie: dan.cookie, json: { anonymous: true } })).status,
  ).toBe(200);
  expect(
    (await request(`/auction/deleteAuction/${removed.id}`, { method: "DELETE", cookie: removed.seller.cookie })).status,
  ).toBe(200);
  const laterListing = await aListing();
  for (const [id, amount] of [
    [running.id, 120],
    [laterListing.id, 100],
    [running.id, 130],
  ] as const) {
    await bid(id, amount, dan.cookie);
  }
  await waitForDelivery(running.id);
  await waitForDelivery(laterListing.id);

  await restoreD1(copy);
  // The restore has undone these changes.
  expect(await findRow("SELECT id FROM users WHERE id = ?", ann.id)).not.toBeNull();
  expect(await findRow("SELECT suspended_at FROM users WHERE id = ?", bob.id)).toEqual({ suspended_at: null });
  expect(await findRow("SELECT id FROM auctions WHERE id = ?", laterListing.id)).toBeNull();

  await reconcile();
  await vi.waitFor(async () => expect(await findRow("SELECT id FROM users WHERE id = ?", ann.id)).toBeNull());
  for (const { cookie } of [ann, bob, cara])
    await expectRefusal("not_signed_in", 401, "/user/profile", { cookie: await ageSession(FRESH_TOKEN_MS, cookie) });
  expect(await findRow("SELECT suspended_at IS NULL AS free FROM users WHERE id = ?", bob.id)).toEqual({ free: 0 });
  expect(await findRow("SELECT action, reason FROM admin_actions WHERE target_id = ?", bob.id)).toEqual({
    action: "suspend",
    reason: "A copy of another",
  });
  expect(await findRow("SELECT anonymous FROM users WHERE id = ?", dan.id)).toEqual({ anonymous: 1 });
  expect(await findRow("SELECT phase FROM auctions WHERE id = ?", hidden.id)).toEqual({ phase: "hidden" });
  expect(await findRow("SELECT phase FROM auctions WHERE id = ?", removed.id)).toEqual({ phase: "removed" });
  for (const { id } of [running, hidden, laterListing]) {
    expect(await findMismatches(env, openDatabase(env.DB), id)).toEqual([]);
    expect(await findRow("SELECT seq FROM auctions WHERE id = ?", id)).toEqual({
      seq: await env.AUCTION_ROOM.getByName(id).reconcile(),
    });
  }
  // Inboxes were not restored, and neither were the sessions in them.
  await bid(running.id, 500, dan.cookie);
});

it("reconciling a restored D1 brings back admins' changes to names and photos", async () => {
  const admin = await anAdmin();
  const [rude, sorry, pictured, barred] = [
    await someoneSignedIn("Rude"),
    await someoneSignedIn("Sorry"),
    await someoneSignedIn("Pia"),
    await someoneSignedIn("Bart"),
  ];
  const trusted = await someoneSignedIn("Tess");
  const people = [rude, sorry, pictured, barred];
  await env.DB.prepare("UPDATE users SET image_key = ? WHERE id = ?")
    .bind(`avatars/${pictured.id}/1`, pictured.id)
    .run();
  const takeAction = (person: { id: string }, name: string, extraFields: object = {}) =>
    requestJson(doneResponse, `/moderation/people/${person.id}/${name}`, {
      method: "POST",
      cookie: admin.cookie,
      json: { reason: "Abusive", ...extraFields },
    });
  await takeAction(sorry, "hideName");
  const copy = await copyOfD1();
  await takeAction(rude, "hideName");
  await takeAction(sorry, "showName");
  await takeAction(pictured, "removePortrait");
  await takeAction(barred, "suspend");
  await takeAction(trusted, "makeAdmin");
  await takeAction(trusted, "setTrust", { trust: "new" });

  await restoreD1(copy);
  for (const statement of BEGIN_RESTORE_STATEMENTS) await env.DB.prepare(statement).run();
  // Everyone signs in again before the sweep has compared them.
  const cookies = await Promise.all(people.map(({ id }) => aCookieFor(id)));
  await reconcile();
  const userRows = await env.DB.prepare(
    `SELECT first_name, hidden_first_name, image_key, suspended_at IS NOT NULL AS suspended FROM users
       WHERE id IN (SELECT value FROM json_each(?)) ORDER BY first_name`,
  )
    .bind(JSON.stringify(people.map(({ id }) => id)))
    .all();
  const others = { hidden_first_name: null, image_key: null, suspended: 0 };
  expect(userRows.results).toEqual([
    { ...others, first_name: "Bart", suspended: 1 },
    { ...others, first_name: "Name", hidden_first_name: "Rude" },
    { ...others, first_name: "Pia" },
    { ...others, first_name: "Sorry" },
  ]);
  expect(await findRow("SELECT role FROM users WHERE id = ?", trusted.id)).toEqual({ role: "Admin" });
  expect(await findRow("SELECT trust FROM users WHERE id = ?", trusted.id)).toEqual({ trust: "new" });
  for (const cookie of cookies) {
    await expectRefusal("not_signed_in", 401, "/user/profile", { cookie: await ageSession(FRESH_TOKEN_MS, cookie) });
  }
  for (const { id } of people) {
    const inbox = env.INBOX.getByName(id);
    expect(await inbox.listSessions()).toEqual([]);
    expect((await inbox.reconcileAfterRestore(id)).hasAdminActions).toBe(true);
  }
  const actions = await env.DB.prepare("SELECT action FROM admin_actions WHERE target_id = ? ORDER BY id")
    .bind(sorry.id)
    .all();
  expect(actions.results).toEqual([{ action: "hideName" }, { action: "showName" }]);
});

it("a restored D1 is reconciled even if an inbox lists many auctions that are gone", async () => {
  const [{ id }, later] = [await someoneSignedIn(), await aListing()];
  await waitForDelivery(later.id);
  const missingIds = Array.from({ length: 25 }, newId);
  const notices = [...missingIds, later.id].map((auctionId) => aNotice(2, "newBid", { auctionId }));
  await env.INBOX.getByName(id).deliver(notices);
  await env.DB.prepare("DELETE FROM auctions WHERE id = ?").bind(later.id).run();
  await reconcile();
  await waitForDelivery(later.id);
  expect(await findRow("SELECT phase FROM auctions WHERE id = ?", later.id)).toEqual({ phase: "open" });
});

it("a restored D1 gets missing bids back even if the auction's row is up to date", async () => {
  const { id } = await aListing();
  await bid(id, 100, (await someoneSignedIn()).cookie);
  await bid(id, 110, (await someoneSignedIn()).cookie);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 4 * DAY_MS });
  try {
    await waitForDelivery(id);
    await env.DB.prepare("DELETE FROM bids WHERE auction_id = ? AND seq = 2").bind(id).run();
    expect(await findMismatches(env, openDatabase(env.DB), id)).toEqual(["rows of bids"]);
    await reconcile();
    expect(await findMismatches(env, openDatabase(env.DB), id)).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

it("a restored D1 gets a lost withdrawal back even if the auction's row is current", async () => {
  const { id } = await anAuctionWhoseWithdrawalWasLost();
  await reconcile();
  expect(await findMismatches(env, openDatabase(env.DB), id)).toEqual([]);
});

it("a room that hibernates after a failed redelivery still sends all its events", async () => {
  const { id, room } = await anAuctionWhoseWithdrawalWasLost();
  await env.DB.prepare("ALTER TABLE bids RENAME TO lost").run();
  try {
    await room.reconcile(0);
  } finally {
    await env.DB.prepare("ALTER TABLE lost RENAME TO bids").run();
  }
  await evictDurableObject(room);
  await waitForDelivery(id);
  expect(await findMismatches(env, openDatabase(env.DB), id)).toEqual([]);
});

it("reconciling starts over if D1 is restored again during a run", async () => {
  const { id } = await someoneSignedIn();
  for (const statement of BEGIN_RESTORE_STATEMENTS) await env.DB.prepare(statement).run();
  const restoreAgain = () =>
    env.DB.prepare("UPDATE restores SET begun_at = begun_at + 1, people_up_to = '', auctions_up_to = ''").run();
  const readProgress = () => env.DB.prepare("SELECT people_up_to, auctions_up_to FROM restores").first();
  const envRestoredMeanwhile = {
    ...env,
    INBOX: {
      getByName: () => ({
        reconcileAfterRestore: () => restoreAgain().then(() => ({ auctionIds: [], hasAdminActions: false })),
      }),
    } as never,
  };
  await sweep(envRestoredMeanwhile, Date.now());
  expect(await readProgress()).toEqual({ people_up_to: "", auctions_up_to: "" });
  await reconcile();
  expect(await findRow("SELECT id FROM users WHERE id = ?", id)).not.toBeNull();
});

it("a restored D1 gets more than twenty of a person's auctions back", async () => {
  const { id: personId } = await someoneSignedIn();
  const lostIds: string[] = [];
  for (let auction = 0; auction < 21; auction += 1) lostIds.push((await anAuction()).id);
  const rows = () =>
    env.DB.prepare("SELECT id FROM auctions WHERE id IN (SELECT value FROM json_each(?))")
      .bind(JSON.stringify(lostIds))
      .all();
  for (const id of lostIds) await waitForDelivery(id);
  await env.DB.prepare("DELETE FROM auctions WHERE id IN (SELECT value FROM json_each(?))")
    .bind(JSON.stringify(lostIds))
    .run();
  const inboxWith = (id: string) => ({
    reconcileAfterRestore: async () => ({ auctionIds: id === personId ? lostIds : [], hasAdminActions: false }),
  });
  await reconcile({ ...env, INBOX: { getByName: inboxWith } as never });
  expect((await rows()).results).toHaveLength(21);
});

it("a restored D1 isn't reconciled until every inbox has answered", async () => {
  const { id } = await someoneSignedIn();
  for (const statement of BEGIN_RESTORE_STATEMENTS) await env.DB.prepare(statement).run();
  const withoutInboxes = {
    ...env,
    INBOX: {
      getByName: () => ({ reconcileAfterRestore: () => Promise.reject(new Error(`the inbox is down ${newId()}`)) }),
    } as never,
  };
  await sweep(withoutInboxes, Date.now());
  expect(await env.DB.prepare("SELECT people_up_to FROM restores").first()).toEqual({ people_up_to: "" });
  await reconcile();
  expect(await findRow("SELECT id FROM users WHERE id = ?", id)).not.toBeNull();
});
