/** Deleting an account in D1, checked against every table. */
import { env } from "cloudflare:workers";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, it } from "vitest";

import { watch } from "../../activity/watchlist.ts";
import { addBlock } from "../../blocks/queries/blocks.ts";
import { type Database, openDatabase } from "../../db/database.ts";
import * as schema from "../../db/schema.ts";
import { saveAddress, saveInstructions } from "../../deals/saved-texts.ts";
import { insertDraft } from "../../listings/queries/drafts.ts";
import { addReport } from "../../moderation/queries/reports.ts";
import { insertQuestion } from "../../questions/queries/questions.ts";
import { insertRating, insertReply } from "../../ratings/rating-rows.ts";
import { anAddress, newId } from "../../testing/builders.ts";
import { insertAuction } from "../../testing/catalogue.ts";
import { deletePersonData, deletePersonRow } from "./account-deletion.ts";
import { upsertEmailChange } from "./email-changes.ts";
import { insertPasskey } from "./passkeys.ts";
import { insertPasswordReset } from "./password-resets.ts";

/** Columns with IDs of something other than a person. */
const NON_PERSON_COLUMNS = [
  "archived_bids.auction_id",
  "auctions.category_id",
  "bid_origins.auction_id",
  "bids.auction_id",
  "deal_events.deal_id",
  "deal_notes.deal_id",
  "deals.auction_id",
  "drafts.auction_id",
  "invoices.auction_id",
  "invoices.deal_id",
  "openings.auction_id",
  "passkeys.credential_id",
  "questions.auction_id",
  "ratings.auction_id",
  "ratings.deal_id",
  "relist_plans.auction_id",
  "relistings.new_id",
  "relistings.old_id",
  "reports.subject_id",
  "watches.auction_id",
];

/** Columns that keep a deleted person's ID, each with the reason. The ID no longer leads to anyone. */
const KEPT_COLUMNS: Readonly<Record<string, string>> = {
  "archived_bids.bidder_id": "Others rely on the result of the auction",
  "auctions.seller_id": "Bidders rely on the auction; a room has removed one without bids",
  "auctions.leader_id": "Others rely on the result of the auction",
  "auctions.winner_id": "Others rely on the result of the auction",
  "bids.bidder_id": "Others rely on the result of the auction",
  "categories.created_by": "Other people's listings are in the category",
  "deals.buyer_id": "The other side relies on the deal",
  "deals.seller_id": "The other side relies on the deal",
  "invoices.buyer_id": "The seller relies on the invoice, which no longer has the buyer's name",
  "invoices.seller_id": "The buyer relies on the invoice, and its number is one of this seller's",
  "admin_actions.actor_id": "The list of admin actions is append-only",
  "admin_actions.target_id": "The list of admin actions is append-only",
  "ratings.rated_id": "The other side's own words",
  "ratings.rater_id": "The other side's average includes these stars",
  "openings.seller_id": "The sweep removes the auction, and then the row, within minutes",
};

type Insert = (db: Database, userId: string, otherId: string) => Promise<unknown>;

/**
 * The rows that a user's calls write about that user. A call with a token that's still fresh may arrive after the
 * deletion.
 */
const INSERTS: Readonly<Record<string, Insert>> = {
  addresses: (db, userId) => saveAddress(db, userId, anAddress()),
  blocks: async (db, userId, otherId) => {
    await addBlock(db, userId, otherId, Date.now());
    await addBlock(db, otherId, userId, Date.now());
  },
  drafts: (db, userId) => {
    const now = Date.now();
    const draft = { auctionId: newId(), id: newId(), userId, fields: {}, imageKeys: [], version: 1 };
    return insertDraft(db, { ...draft, createdAt: now, updatedAt: now });
  },
  email_changes: (db, userId) =>
    upsertEmailChange(db, { userId, id: newId(), email: `${userId}@example.com`, expiresAt: Date.now() + 1_000 }),
  passkeys: (db, userId) => {
    const passkey = {
      id: newId(),
      userId,
      credentialId: "a",
      publicKey: "b",
      counter: 0,
      transports: [],
      device: null,
    };
    return insertPasskey(db, { ...passkey, createdAt: Date.now() }, null);
  },
  password_resets: (db, userId) =>
    insertPasswordReset(db, { id: newId(), userId, createdAt: Date.now(), expiresAt: Date.now() + 1_000 }),
  payment_instructions: (db, userId) => saveInstructions(db, userId, "By bank transfer", Date.now()),
  questions: (db, askerId) =>
    insertQuestion(db, { id: newId(), auctionId: newId(), askerId, text: "Why?", askedAt: Date.now() }),
  ratings: async (db, buyerId, sellerId) => {
    const deal = { id: newId(), auctionId: newId(), buyerId, sellerId };
    const rating = { side: "buyer", stars: 5, text: "Good", shownAt: 0, otherHasRated: false } as const;
    const id = await insertRating(db, deal, rating, Date.now());
    if (id !== null) await insertReply(db, { id, authorId: buyerId, reply: "Thanks" }, Date.now());
  },
  reports: (db, reporterId) => {
    const report = { kind: "listing", subjectId: newId(), reporterId, reason: "other", text: "" } as const;
    return addReport(db, { ...report, createdAt: Date.now() });
  },
  watches: async (db, userId) => watch(db, userId, (await insertAuction()).id, Date.now()),
};

/** Tables with IDs of people that no call by those people writes to, each with the code that inserts its rows. */
const OTHER_WRITERS: Readonly<Record<string, string>> = {
  account_deletions: "The deletion itself",
  archived_bids: "The sweep, from the rows of bids",
  auctions: "A room; the deletion goes through all of the person's rooms",
  openings: "A listing that is being created. If a room opens for it, the sweep removes that room",
  bid_origins: "A room",
  bids: "A room",
  deals: "A room, with the end of its auction",
  invoices: "A step of a deal: while it is open, neither account is deleted",
  categories: "An admin's action: it keeps the admin's id",
  admin_actions: "An admin's action: it keeps the admin's id",
  users: "A sign-up, with its own id",
};

type Column = { readonly name: string; readonly type: string; readonly notnull: number; readonly pk: number };

const TABLES = Object.values(schema).flatMap((table) => (is(table, SQLiteTable) ? [getTableName(table)] : []));

async function columnsOf(table: string): Promise<Column[]> {
  const { results } = await env.DB.prepare("SELECT * FROM pragma_table_info(?)").bind(table).all<Column>();
  return results;
}

/** A person's ID is in `users.id`, and in columns whose name ends in `_id` or `_by`. */
function namesPerson(table: string, column: string): boolean {
  const isId = column.endsWith("_id") || column.endsWith("_by") || (table === "users" && column === "id");
  return isId && !NON_PERSON_COLUMNS.includes(`${table}.${column}`);
}

/**
 * Inserts a row with the person's ID in every column for a person, and a value in every other column that needs one.
 */
async function insertRowNaming(table: string, personId: string): Promise<string[]> {
  const columns = (await columnsOf(table)).filter(
    ({ name, notnull, pk }) => notnull + pk > 0 || namesPerson(table, name),
  );
  const values = columns.map(({ name, type }) => {
    if (namesPerson(table, name)) return personId;
    return type.toLowerCase() === "integer" ? Math.floor(Math.random() * 1e9) : `"${newId()}"`;
  });
  const [names, placeholders] = [columns.map(({ name }) => name).join(", "), columns.map(() => "?").join(", ")];
  // oxlint-disable-next-line lotline/constant-sql -- the name of a table or column cannot be a parameter
  await env.DB.prepare(`INSERT INTO ${table} (${names}) VALUES (${placeholders})`)
    .bind(...values)
    .run();
  return columns.map(({ name }) => name).filter((name) => namesPerson(table, name));
}

it("no table keeps a deleted person's ID without a documented reason", async () => {
  const personId = newId();
  const personColumns: (readonly [table: string, column: string])[] = [];
  // Rows in other tables, such as passkeys, reference the person's row, so that one comes first.
  for (const table of ["users", ...TABLES.filter((name) => name !== "users")]) {
    for (const column of await insertRowNaming(table, personId)) personColumns.push([table, column]);
  }
  expect(personColumns.length).toBeGreaterThan(15);

  const db = openDatabase(env.DB);
  await deletePersonRow(db, personId, Date.now());
  await deletePersonData(db, personId);

  const remainingColumns: string[] = [];
  for (const [table, column] of personColumns) {
    // oxlint-disable-next-line lotline/constant-sql -- the name of a table or column cannot be a parameter
    const row = await env.DB.prepare(`SELECT 1 FROM ${table} WHERE ${column} = ?`).bind(personId).first();
    if (row) remainingColumns.push(`${table}.${column}`);
  }
  expect(remainingColumns.toSorted()).toEqual(Object.keys(KEPT_COLUMNS).toSorted());
});

it("every table with people's IDs is listed with the code that inserts its rows", async () => {
  const tablesWithPeople: string[] = [];
  for (const table of TABLES) {
    const columns = await columnsOf(table);
    if (columns.some(({ name }) => namesPerson(table, name))) tablesWithPeople.push(table);
  }
  expect([...Object.keys(INSERTS), ...Object.keys(OTHER_WRITERS)].toSorted()).toEqual(tablesWithPeople.toSorted());
});

it.each(Object.entries(INSERTS))("the table %s stores nothing about a deleted person", async (table, insert) => {
  const db = openDatabase(env.DB);
  const [personId, deletedId, otherId] = [newId(), newId(), newId()];
  for (const id of [personId, deletedId, otherId]) await insertRowNaming("users", id);
  await insert(db, personId, otherId);
  expect(await isNamedIn(table, personId)).toBe(true);

  await deletePersonRow(db, deletedId, Date.now());
  await deletePersonData(db, deletedId);
  // If a row refers to its person's row, D1 refuses the insert.
  const outcome = await insert(db, deletedId, otherId).then(() => "inserted nothing", String);
  expect(outcome).toMatch(/^inserted nothing$|Failed query: insert into/);
  expect(await isNamedIn(table, deletedId)).toBe(false);
});

async function isNamedIn(table: string, personId: string): Promise<boolean> {
  for (const { name } of await columnsOf(table)) {
    if (!namesPerson(table, name)) continue;
    // oxlint-disable-next-line lotline/constant-sql -- the name of a table or column cannot be a parameter
    if (await env.DB.prepare(`SELECT 1 FROM ${table} WHERE ${name} = ?`).bind(personId).first()) return true;
  }
  return false;
}
