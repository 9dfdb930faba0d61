/** D1's side of the moderation page. Lists open reports and everything hidden or suspended, and dismisses reports. */
import { desc, eq, isNotNull, sql } from "drizzle-orm";

import { type Moderation, reportReason } from "../../contract/moderation.ts";
import { type Database, isAmong } from "../../db/database.ts";
import { type AuctionRow, auctions, categories, users } from "../../db/schema.ts";
import { PUBLIC_PERSON_COLUMNS, toPerson } from "../../listings/queries/listings.ts";
import { addAdminAction, lastAdminAction, type NewAdminAction, parseLastAdminAction } from "./admin-actions.ts";
import { listHiddenNotes, listReportedNotes } from "./deal-notes.ts";
import { listHiddenQuestions, listReportedQuestions } from "./questions.ts";
import { listHiddenRatings, listReportedRatings } from "./ratings.ts";
import { closeReports, listOpenReports } from "./reports.ts";

/** Rows of each list of hidden or suspended things in one response. */
const MAX_ROWS = 100;

export async function findPhase(db: Database, auctionId: string) {
  const row = await db.select({ phase: auctions.phase }).from(auctions).where(eq(auctions.id, auctionId)).get();
  return row?.phase ?? null;
}

/** Closes the open reports about a listing without changing it. The action records that. */
export async function dismissReports(db: Database, action: NewAdminAction): Promise<void> {
  await db.batch([addAdminAction(db, action), closeReports(db, "listing", action.targetId, action.at)]);
}

export async function listModeration(db: Database): Promise<Moderation> {
  const openReports = await listOpenReports(db, "listing", reportReason);
  const [
    reported,
    hidden,
    suspended,
    hiddenNames,
    hiddenCategories,
    reportedQuestions,
    hiddenQuestions,
    reportedRatings,
    hiddenRatings,
    reportedNotes,
    hiddenNotes,
  ] = await Promise.all([
    listModeratedListings(db, Array.from(openReports.keys())),
    listHiddenListings(db),
    listSuspendedPeople(db),
    listHiddenNames(db),
    listHiddenCategories(db),
    listReportedQuestions(db),
    listHiddenQuestions(db),
    listReportedRatings(db),
    listHiddenRatings(db),
    listReportedNotes(db),
    listHiddenNotes(db),
  ]);
  return {
    reported: Array.from(openReports, ([id, reports]) =>
      reported.flatMap((listing) => (listing._id === id ? { listing, reports } : [])),
    ).flat(),
    hidden,
    suspended,
    hiddenNames,
    hiddenCategories,
    reportedQuestions,
    hiddenQuestions,
    reportedRatings,
    hiddenRatings,
    reportedNotes,
    hiddenNotes,
  };
}

const MODERATED_LISTING_COLUMNS = {
  id: auctions.id,
  title: auctions.title,
  phase: auctions.phase,
  sellerId: auctions.sellerId,
  voidedReason: auctions.voidedReason,
};
type ModeratedListingRow = Pick<AuctionRow, keyof typeof MODERATED_LISTING_COLUMNS>;

function toModeratedListing(
  { id, title, phase, sellerId, voidedReason }: ModeratedListingRow,
  seller: Parameters<typeof toPerson>[1],
) {
  const state = { hidden: phase === "hidden", voided: voidedReason !== null };
  return { _id: id, title, seller: toPerson(sellerId, seller), ...state };
}

async function listModeratedListings(db: Database, ids: readonly string[]) {
  const rows = await db
    .select({ listing: MODERATED_LISTING_COLUMNS, seller: PUBLIC_PERSON_COLUMNS })
    .from(auctions)
    .leftJoin(users, eq(users.id, auctions.sellerId))
    .where(isAmong(auctions.id, ids));
  return rows.map(({ listing, seller }) => toModeratedListing(listing, seller));
}

async function listHiddenListings(db: Database): Promise<Moderation["hidden"]> {
  const rows = await db
    .select({
      listing: MODERATED_LISTING_COLUMNS,
      seller: PUBLIC_PERSON_COLUMNS,
      last: lastAdminAction("hide", sql`auctions.id`),
    })
    .from(auctions)
    .leftJoin(users, eq(users.id, auctions.sellerId))
    .where(eq(auctions.phase, "hidden"))
    .orderBy(desc(auctions.createdAt))
    .limit(MAX_ROWS);
  return rows.map(({ listing, seller, last }) => ({
    listing: toModeratedListing(listing, seller),
    ...parseLastAdminAction(last),
  }));
}

async function listSuspendedPeople(db: Database): Promise<Moderation["suspended"]> {
  const rows = await db
    .select({ person: PUBLIC_PERSON_COLUMNS, last: lastAdminAction("suspend", sql`users.id`) })
    .from(users)
    .where(isNotNull(users.suspendedAt))
    .orderBy(desc(users.suspendedAt))
    .limit(MAX_ROWS);
  return rows.map(({ person, last }) => ({ person: toPerson(person.id, person), ...parseLastAdminAction(last) }));
}

async function listHiddenNames(db: Database): Promise<Moderation["hiddenNames"]> {
  const name = sql<string>`${users.hiddenFirstName} || ' ' || ${users.hiddenLastName}`;
  const rows = await db
    .select({ person: PUBLIC_PERSON_COLUMNS, name, last: lastAdminAction("hideName", sql`users.id`) })
    .from(users)
    .where(isNotNull(users.hiddenFirstName))
    .orderBy(desc(users.createdAt))
    .limit(MAX_ROWS);
  return rows.map(({ person, name: hidden, last }) => ({
    person: toPerson(person.id, person),
    name: hidden,
    ...parseLastAdminAction(last),
  }));
}

async function listHiddenCategories(db: Database): Promise<Moderation["hiddenCategories"]> {
  const { id: _id, name, description, hiddenAt } = categories;
  const rows = await db
    .select({ category: { _id, name, description }, last: lastAdminAction("hideCategory", sql`categories.id`) })
    .from(categories)
    .where(isNotNull(hiddenAt))
    .orderBy(desc(hiddenAt))
    .limit(MAX_ROWS);
  return rows.map(({ category, last }) => ({ category, ...parseLastAdminAction(last) }));
}
