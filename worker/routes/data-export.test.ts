import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, it, vi } from "vitest";

import { app } from "../app.ts";
import { placeBidResponse } from "../contract/bid.ts";
import { dataExportFile } from "../contract/data-export.ts";
import { doneResponse } from "../contract/fields.ts";
import { FRESH_SIGN_IN_MS } from "../contract/security.ts";
import { ROWS_PER_READ } from "../db/read-in-pages.ts";
import * as schema from "../db/schema.ts";
import { bindingWith, requestWith } from "../testing/bindings.ts";
import { newId } from "../testing/builders.ts";
import { aCategory, anAuctionRow, aBidRow, insertAuction } from "../testing/catalogue.ts";
import { aCookieFor, requestJson, expectRefusalIn, ORIGIN, request, someoneSignedIn } from "../testing/http.ts";
import { aListing, bid, endAuction } from "../testing/selling.ts";

/** Tables without data for the file, each with the reason. */
const OMITTED_TABLES: Readonly<Record<string, string>> = {
  account_deletions: "The person can no longer sign in to read it",
  openings: "Listings that are being created: deleted within minutes",
  restores: "No personal data",
  sweep_runs: "No personal data",
  relistings: "Only ids of auctions, which are in the file themselves",
  relist_plans: "A number that its seller sees on the auction's own page; not personal data",
  password_resets: "Only hashes of links, for an hour",
  used_sign_in_tokens: "No personal data",
  admin_actions: "Reasons that admins record about listings and people are for admins; their effects are in the file",
  bid_origins: "Keyed hashes against shill bidding: showing them would help to evade detection",
};

/** A person who signed in with Google just now, so the account has no password. */
async function someoneWithoutPassword(firstName?: string) {
  const person = await someoneSignedIn(firstName);
  await runSql(
    "UPDATE users SET password_hash = NULL, google_issuer = ?1, google_subject = ?1 WHERE id = ?1",
    person.id,
  );
  return person;
}

function runSql(statement: string, ...values: (string | number)[]) {
  return env.DB.prepare(statement)
    .bind(...values)
    .run();
}

type Read = { readonly statement: string; readonly rowCount: number };

/** A D1 database that records how many rows each statement reads. */
function observedDatabase(): { database: D1Database; reads: Read[] } {
  const reads: Read[] = [];
  const observe = (statement: string, prepared: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(prepared, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => observe(statement, target.bind(...values));
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== "function" || (name !== "raw" && name !== "all")) return member;
        return async (...args: unknown[]) => {
          const result: unknown = await Reflect.apply(member, target, args);
          const rows = name === "raw" ? result : (result as D1Result).results;
          reads.push({ statement, rowCount: Array.isArray(rows) ? rows.length : 0 });
          return result;
        };
      },
    });
  const prepare = (statement: string) => observe(statement, env.DB.prepare(statement));
  return { database: bindingWith(env.DB, { prepare }), reads };
}

async function fetchExport(cookie: string) {
  const response = await request("/user/export", { method: "POST", cookie, json: {} });
  expect(response.status).toBe(200);
  return { response, file: dataExportFile.parse(await response.json()) };
}

it("the export has all of a person's data, and only public data about others", { timeout: 60_000 }, async () => {
  const me = await someoneWithoutPassword("Mia");
  const other = await someoneSignedIn("Otto");
  const { id: soldId } = await aListing();
  await requestJson(doneResponse, `/user/watchlist/${soldId}`, { method: "POST", cookie: me.cookie });
  await bid(soldId, 100, me.cookie);
  await bid(soldId, 200, other.cookie);
  await bid(soldId, 300, me.cookie);
  await endAuction(soldId);
  const json = { reason: "counterfeit", text: "Not from that century" };
  const hidden = await insertAuction({ phase: "hidden", title: "Out of sight", sellerId: other.id });
  await runSql("INSERT INTO watches VALUES (?, ?, 0)", me.id, hidden.id);
  await runSql("INSERT INTO blocks VALUES (?, ?, 0)", me.id, other.id);
  await runSql("INSERT INTO blocks VALUES (?, ?, 0)", other.id, me.id);
  await runSql("INSERT INTO passkeys VALUES (?, ?, 'credential', 'key', 0, '[]', 'Firefox', 0, NULL)", newId(), me.id);
  await runSql("INSERT INTO email_changes VALUES (?, ?, 'new@example.com', ?)", me.id, newId(), Date.now() + 60_000);
  const category = await aCategory();
  await runSql("UPDATE categories SET created_by = ? WHERE id = ?", me.id, category);
  const removed = await insertAuction({ phase: "removed", title: "Taken back", sellerId: me.id });
  const reported = await aListing();
  await requestJson(doneResponse, `/auction/${reported.id}/report`, { method: "POST", cookie: me.cookie, json });

  const { response, file } = await vi.waitFor(async () => {
    const result = await fetchExport(me.cookie);
    // The room delivers the end, its bids and its notices shortly afterwards.
    expect(result.file.winnings).toHaveLength(1);
    expect(result.file.bids).toHaveLength(2);
    expect(result.file.notifications.map(({ kind }) => kind)).toContain("won");
    return result;
  }, 20_000);
  const today = file.exportedAt.slice(0, 10);
  expect(response.headers.get("content-disposition")).toBe(`attachment; filename="lotline-data-${today}.json"`);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(file).toMatchObject({
    profile: { _id: me.id, email: me.email, firstName: "Mia", hasPassword: false, signsInWithGoogle: true },
    listings: [{ _id: removed.id, title: "Taken back", state: "removed" }],
    bids: [
      { auctionId: soldId, amount: 100, title: "A Regency mahogany bureau", currency: "USD" },
      { auctionId: soldId, amount: 300 },
    ],
    winnings: [{ id: soldId, finalPrice: 300, seller: { firstName: "Sue" } }],
    reports: [{ auctionId: reported.id, ...json }],
    blocked: [{ person: { _id: other.id, firstName: "Otto" } }],
    categories: [{ _id: category }],
    sessions: [{ current: true }],
    passkeys: [{ device: "Firefox", lastUsedAt: null }],
  });
  expect(file.profile.newEmail?.email).toBe("new@example.com");
  expect(file.watched).toHaveLength(2);
  expect(file.watched).toContainEqual(expect.objectContaining({ auctionId: hidden.id, title: null }));
  expect(file.watched).toContainEqual(
    expect.objectContaining({ auctionId: soldId, title: "A Regency mahogany bureau" }),
  );
  const text = JSON.stringify(file);
  for (const secret of [other.email, "Out of sight", "credential", me.cookie]) {
    expect([secret, text.includes(secret)]).toEqual([secret, false]);
  }
});

it("the export has your own maximums and no one else's", async () => {
  const [me, other] = await Promise.all([someoneWithoutPassword("Mia"), someoneSignedIn("Otto")]);
  const [ledId, lostId] = [(await aListing()).id, (await aListing()).id];
  const bidUpTo = (productId: string, maxBid: number, cookie: string) =>
    requestJson(placeBidResponse, "/bid/placeBid", { method: "POST", cookie, json: { productId, maxBid } });
  await bidUpTo(ledId, 250, me.cookie);
  await bidUpTo(ledId, 200, other.cookie);
  await bidUpTo(lostId, 313_373_737, other.cookie);
  await bid(lostId, 200, me.cookie);
  const file = await vi.waitFor(async () => {
    const exportedFile = (await fetchExport(me.cookie)).file;
    // The rooms deliver the leaders shortly afterwards.
    expect(exportedFile.maxima).toHaveLength(1);
    return exportedFile;
  }, 20_000);
  expect(file.maxima).toMatchObject([{ auctionId: ledId, maxBid: 250, isPublic: false, currency: "USD" }]);
  expect(JSON.stringify(file)).not.toContain("313373737");
});

it("the export reads every D1 table that isn't left out for a stated reason", async () => {
  const me = await someoneWithoutPassword();
  const { database, reads } = observedDatabase();
  const response = await requestWith({ ...env, DB: database }, "/user/export", {
    method: "POST",
    cookie: me.cookie,
    json: {},
  });
  await response.text();
  const tables = Object.values(schema).flatMap((table) => (is(table, SQLiteTable) ? [getTableName(table)] : []));
  expect(tables.length).toBeGreaterThan(15);
  const statements = reads.map(({ statement }) => statement.toLowerCase()).join("\n");
  const unread = tables.filter((name) => !new RegExp(`(from|join) "${name}"`).test(statements));
  expect(unread.toSorted()).toEqual(Object.keys(OMITTED_TABLES).toSorted());
});

it("the export reads 10,000 bids in pages, each bid once", async () => {
  const me = await someoneWithoutPassword();
  const auction = anAuctionRow();
  await insertAuction({ ...auction, bidCount: 10_000 }, [aBidRow(auction.id, me.id, 100)]);
  await runSql(
    `INSERT INTO bids (placed_seq, auction_id, bidder_id, amount_minor, auto, edited, withdrawn, placed_at, seq)
     WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 9999)
     SELECT n + 100, ?1, ?2, n * 100, 0, 0, 0, n / 300, n FROM n`,
    auction.id,
    me.id,
  );
  const { database, reads } = observedDatabase();
  const call = { method: "POST", cookie: me.cookie, json: {} };
  const response = await requestWith({ ...env, DB: database }, "/user/export", call);
  const { bids } = dataExportFile.parse(await response.json());
  expect(bids).toHaveLength(10_000);
  expect(new Set(bids.map(({ _id }) => _id)).size).toBe(10_000);
  expect(Math.max(...reads.map(({ rowCount }) => rowCount))).toBe(ROWS_PER_READ);
  expect(reads.filter(({ statement }) => /from "bids" left join/i.test(statement))).toHaveLength(
    10_000 / ROWS_PER_READ + 1,
  );
});

it("a failure midway aborts the export and is logged", async () => {
  const me = await someoneWithoutPassword();
  const auction = await insertAuction();
  // Not a valid date, so writing it fails after the profile and the listings have been sent.
  await runSql("INSERT INTO bids VALUES (1, ?, ?, 1, 0, 0, 0, 9e15, 1)", auction.id, me.id);
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  try {
    const headers = { origin: ORIGIN, cookie: me.cookie };
    const exportRequest = new Request(`${ORIGIN}/api/v1/user/export`, { method: "POST", headers });
    const response = await app.fetch(exportRequest, env, createExecutionContext());
    expect(response.status).toBe(200);
    const received: string[] = [];
    const decoder = new TextDecoder();
    const read = async () => {
      for await (const bytes of response.body ?? []) received.push(decoder.decode(bytes));
    };
    await expect(read()).rejects.toThrow("Invalid time value");
    expect(received.join("")).toContain(me.email);
    expect(() => JSON.parse(received.join(""))).toThrow(SyntaxError);
    expect(log.mock.calls.flat().join()).toContain('"event":"error"');
  } finally {
    log.mockRestore();
  }
});

it("the export needs the password or a fresh sign-in", async () => {
  const personWithPassword = await someoneSignedIn();
  const call = { method: "POST", json: {} };
  await expectRefusalIn(
    await request("/user/export", { ...call, cookie: personWithPassword.cookie }),
    "wrong_password",
    403,
  );
  const personWithoutPassword = await someoneWithoutPassword();
  const oldCookie = await aCookieFor(personWithoutPassword.id, Date.now() - FRESH_SIGN_IN_MS);
  const refusal = await expectRefusalIn(
    await request("/user/export", { ...call, cookie: oldCookie }),
    "fresh_sign_in_needed",
    403,
  );
  expect(refusal.message).toBe("Sign in again, then download your data right away");
});
