/** D1's side of the moderation page: reports that are open or dismissed, and all that is hidden or suspended. */
import { desc, eq, isNotNull, sql } from "drizzle-orm";

import type { Moderation } from "../../contract/moderation.ts";
import { type Catalogue, isAmong } from "../../db/database.ts";
import { type AuctionRow, auctions, categories, users } from "../../db/schema.ts";
import { PUBLIC_PERSON, toPerson } from "../../listings/queries/listings.ts";
import { addAct, lastAct, type NewAct, reasonIn } from "./acts.ts";
import { closeReports, listOpenReports } from "./reports.ts";

/** Rows of each list in one answer of what is hidden or suspended. */
const MAX_ROWS = 100;

export async function findPhase(catalogue: Catalogue, auctionId: string) {
  const row = await catalogue.select({ phase: auctions.phase }).from(auctions).where(eq(auctions.id, auctionId)).get();
  return row?.phase ?? null;
}

/** Closes the open reports about a listing, which stays as it is; the act records that. */
export async function dismissReports(catalogue: Catalogue, act: NewAct): Promise<void> {
  await catalogue.batch([addAct(catalogue, act), closeReports(catalogue, act.targetId, act.at)]);
}

export async function listModeration(catalogue: Catalogue): Promise<Moderation> {
  const open = await listOpenReports(catalogue);
  const [reported, hidden, suspended, hiddenNames, hiddenCategories] = await Promise.all([
    findListings(catalogue, Array.from(open.keys())),
    listHidden(catalogue),
    listSuspended(catalogue),
    listHiddenNames(catalogue),
    listHiddenCategories(catalogue),
  ]);
  return {
    reported: Array.from(open, ([id, reports]) =>
      reported.flatMap((one) => (one._id === id ? { listing: one, reports } : [])),
    ).flat(),
    hidden,
    suspended,
    hiddenNames,
    hiddenCategories,
  };
}

const LISTING = {
  id: auctions.id,
  title: auctions.title,
  phase: auctions.phase,
  sellerId: auctions.sellerId,
  voidedReason: auctions.voidedReason,
};
type ModeratedRow = Pick<AuctionRow, keyof typeof LISTING>;

function toListing({ id, title, phase, sellerId, voidedReason }: ModeratedRow, seller: Parameters<typeof toPerson>[1]) {
  const state = { hidden: phase === "hidden", voided: voidedReason !== null };
  return { _id: id, title, seller: toPerson(sellerId, seller), ...state };
}

async function findListings(catalogue: Catalogue, ids: readonly string[]) {
  const rows = await catalogue
    .select({ listing: LISTING, seller: PUBLIC_PERSON })
    .from(auctions)
    .leftJoin(users, eq(users.id, auctions.sellerId))
    .where(isAmong(auctions.id, ids));
  return rows.map(({ listing, seller }) => toListing(listing, seller));
}

async function listHidden(catalogue: Catalogue): Promise<Moderation["hidden"]> {
  const rows = await catalogue
    .select({ listing: LISTING, seller: PUBLIC_PERSON, last: lastAct("hide", sql`auctions.id`) })
    .from(auctions)
    .leftJoin(users, eq(users.id, auctions.sellerId))
    .where(eq(auctions.phase, "hidden"))
    .orderBy(desc(auctions.createdAt))
    .limit(MAX_ROWS);
  return rows.map(({ listing, seller, last }) => ({ listing: toListing(listing, seller), ...reasonIn(last) }));
}

async function listSuspended(catalogue: Catalogue): Promise<Moderation["suspended"]> {
  const rows = await catalogue
    .select({ person: PUBLIC_PERSON, last: lastAct("suspend", sql`users.id`) })
    .from(users)
    .where(isNotNull(users.suspendedAt))
    .orderBy(desc(users.suspendedAt))
    .limit(MAX_ROWS);
  return rows.map(({ person, last }) => ({ person: toPerson(person.id, person), ...reasonIn(last) }));
}

async function listHiddenNames(catalogue: Catalogue): Promise<Moderation["hiddenNames"]> {
  const name = sql<string>`${users.hiddenFirstName} || ' ' || ${users.hiddenLastName}`;
  const rows = await catalogue
    .select({ person: PUBLIC_PERSON, name, last: lastAct("hideName", sql`users.id`) })
    .from(users)
    .where(isNotNull(users.hiddenFirstName))
    .orderBy(desc(users.createdAt))
    .limit(MAX_ROWS);
  return rows.map(({ person, name: hidden, last }) => ({
    person: toPerson(person.id, person),
    name: hidden,
    ...reasonIn(last),
  }));
}

async function listHiddenCategories(catalogue: Catalogue): Promise<Moderation["hiddenCategories"]> {
  const { id: _id, name, description, hiddenAt } = categories;
  const rows = await catalogue
    .select({ category: { _id, name, description }, last: lastAct("hideCategory", sql`categories.id`) })
    .from(categories)
    .where(isNotNull(hiddenAt))
    .orderBy(desc(hiddenAt))
    .limit(MAX_ROWS);
  return rows.map(({ category, last }) => ({ category, ...reasonIn(last) }));
}
