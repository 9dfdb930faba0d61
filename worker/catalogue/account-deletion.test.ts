/** D1's part in deleting an account, over every table there is. */
import { env } from "cloudflare:workers";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, it } from "vitest";

import { newId } from "../testing/builders.ts";
import { deletePerson, deletePersonRow, lockOutPerson } from "./account-deletion.ts";
import { openCatalogue } from "./database.ts";
import * as schema from "./schema.ts";

/** Columns that name something other than a person. */
const NO_PERSON = [
  "auctions.category_id",
  "bid_traces.auction_id",
  "bids.auction_id",
  "drafts.auction_id",
  "passkeys.credential_id",
  "relist_plans.auction_id",
  "relistings.new_id",
  "relistings.old_id",
  "reports.auction_id",
  "session_ends.session_id",
  "watches.auction_id",
];

/** Columns that keep the id of a deleted person, and why: by then it names nobody. */
const KEPT: Readonly<Record<string, string>> = {
  "auctions.seller_id": "Bidders rely on the auction; a room has removed one without bids",
  "auctions.leader_id": "Others rely on the result of the auction",
  "auctions.winner_id": "Others rely on the result of the auction",
  "bids.bidder_id": "Others rely on the result of the auction",
  "categories.created_by": "Listings of others are in the category",
  "moderation_acts.actor_id": "The journal of admins' acts is append-only",
  "moderation_acts.target_id": "The journal of admins' acts is append-only",
};

type Column = { readonly name: string; readonly type: string; readonly notnull: number; readonly pk: number };

const TABLES = Object.values(schema).flatMap((table) => (is(table, SQLiteTable) ? [getTableName(table)] : []));

async function columnsOf(table: string): Promise<Column[]> {
  const { results } = await env.DB.prepare("SELECT * FROM pragma_table_info(?)").bind(table).all<Column>();
  return results;
}

/** A person's id is in `users.id`, and in columns whose name ends in `_id` or `_by`. */
function namesPerson(table: string, column: string): boolean {
  const isId = column.endsWith("_id") || column.endsWith("_by") || (table === "users" && column === "id");
  return isId && !NO_PERSON.includes(`${table}.${column}`);
}

/** A row with the person's id in every column for one, and something in every other that must have a value. */
async function plant(table: string, personId: string): Promise<string[]> {
  const columns = (await columnsOf(table)).filter(
    ({ name, notnull, pk }) => notnull + pk > 0 || namesPerson(table, name),
  );
  const values = columns.map(({ name, type }) => {
    if (namesPerson(table, name)) return personId;
    return type.toLowerCase() === "integer" ? Math.floor(Math.random() * 1e9) : `"${newId()}"`;
  });
  const [names, places] = [columns.map(({ name }) => name).join(", "), columns.map(() => "?").join(", ")];
  // oxlint-disable-next-line lotline/constant-sql -- the name of a table or column cannot be a parameter
  await env.DB.prepare(`INSERT INTO ${table} (${names}) VALUES (${places})`)
    .bind(...values)
    .run();
  return columns.map(({ name }) => name).filter((name) => namesPerson(table, name));
}

it("no table has the id of a person whose account is deleted, unless there is a reason to keep it", async () => {
  const personId = newId();
  const planted: (readonly [table: string, column: string])[] = [];
  // Sessions and others refer to their person's row.
  for (const table of ["users", ...TABLES.filter((name) => name !== "users")]) {
    for (const column of await plant(table, personId)) planted.push([table, column]);
  }
  expect(planted.length).toBeGreaterThan(15);

  const catalogue = openCatalogue(env.DB);
  await lockOutPerson(catalogue, personId, Date.now());
  await deletePersonRow(catalogue, personId);
  await deletePerson(catalogue, personId);

  const left: string[] = [];
  for (const [table, column] of planted) {
    // oxlint-disable-next-line lotline/constant-sql -- the name of a table or column cannot be a parameter
    const row = await env.DB.prepare(`SELECT 1 FROM ${table} WHERE ${column} = ?`).bind(personId).first();
    if (row) left.push(`${table}.${column}`);
  }
  expect(left.toSorted()).toEqual(Object.keys(KEPT).toSorted());
});
