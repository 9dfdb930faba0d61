/**
 * An auction as lists show it: a row of the read model in the contract's format. Its status comes from the row and the
 * clock together. So it never shows `Live` after the end, even if the closing has not reached D1.
 */
import { and, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { BuildAliasTable } from "drizzle-orm/sqlite-core";

import type { ListedAuction, Image, Person, Standing } from "../../contract/catalogue.ts";
import { imageUrl } from "../../contract/fields.ts";
import { imageOf } from "../../contract/image-sizes.ts";
import { fromStoredDetails } from "../../contract/listing-details.ts";
import { DELETED_NAME } from "../../contract/people.ts";
import type { Database } from "../../db/database.ts";
import { type AuctionRow, auctions, categories, users } from "../../db/schema.ts";
import { isOpenStatus, type Status } from "../../rules/closing.ts";
import { toMajor } from "../../rules/money.ts";

export const PUBLIC_PERSON_COLUMNS = {
  // Aliased, because D1 identifies the columns of a batch by name, and `id` is also the auction's.
  id: sql<string>`${users.id}`.as("person_id"),
  firstName: users.firstName,
  lastName: users.lastName,
  imageKey: users.imageKey,
};
type PublicPerson = { id: string; firstName: string; lastName: string; imageKey: string | null };

/**
 * The columns of `PUBLIC_PERSON_COLUMNS` from an alias of `users`, for a statement with several people. Not for
 * batches, because D1 identifies their columns by name, and `id` is also the auction's.
 */
export function publicPersonColumnsOf<Name extends string>(person: BuildAliasTable<typeof users, Name>) {
  const { id, firstName, lastName, imageKey } = person;
  return { id, firstName, lastName, imageKey };
}

export const LISTING_COLUMNS = { auction: auctions, seller: PUBLIC_PERSON_COLUMNS, categoryName: categories.name };
export type ListingRow = { auction: AuctionRow; seller: PublicPerson | null; categoryName: string | null };

/** Joins an auction with its category, unless an admin has hidden the category. */
export const isNamedCategory = and(eq(categories.id, auctions.categoryId), isNull(categories.hiddenAt));

export function selectListings(db: Database) {
  return db
    .select(LISTING_COLUMNS)
    .from(auctions)
    .leftJoin(users, eq(users.id, auctions.sellerId))
    .leftJoin(categories, isNamedCategory)
    .$dynamic();
}

/** Public lists show only these phases. */
export const PUBLIC_PHASES = ["open", "closed"] as const;
export const isPublicListing = inArray(auctions.phase, PUBLIC_PHASES);
/** The phases in the seller's own lists: voided and hidden ones, too. */
export const isInSellerLists = inArray(auctions.phase, [...PUBLIC_PHASES, "voided", "hidden"]);
/**
 * For sellers' and bidders' own lists. Includes voided auctions, hidden or not, because these people were
 * notified of them.
 */
export const isOnRecord = or(isPublicListing, isNotNull(auctions.voidedReason));

/**
 * Nearly every open row is live, so we check start and end row by row. The plus sign in `endsAfter` keeps SQLite off
 * the index on end times, which would make it read and sort every row. Instead, SQLite walks the index with the
 * requested order, and can stop early.
 */
export function isLiveAt(now: number): SQL | undefined {
  return and(eq(auctions.phase, "open"), isRunningAt(now));
}

/** Live or upcoming. */
export function isOpenAt(now: number): SQL | undefined {
  return and(eq(auctions.phase, "open"), endsAfter(now));
}

function isRunningAt(now: number): SQL | undefined {
  return and(endsAfter(now), sql`coalesce(${auctions.startsAt}, 0) <= ${now}`);
}

function endsAfter(now: number): SQL {
  return sql`+${auctions.endsAt} > ${now}`;
}

/** An auction that ends below its reserve has a leader and no winner. Null means that there is no reserve. */
const isAboveReserve = sql`${auctions.reserveMet} IS NOT 0`;

/**
 * Won by a person: recorded as won, or over with that person in the lead and no unmet reserve. The second condition
 * reads all open auctions past their end. There are few, because their rooms close them right away.
 */
export function isWonBy(userId: string, now: number): SQL | undefined {
  return or(
    eq(auctions.winnerId, userId),
    and(eq(auctions.leaderId, userId), eq(auctions.phase, "open"), lte(auctions.endsAt, now), isAboveReserve),
  );
}

/** Won by a person, even if the auction was voided later. */
export function wasWonBy(userId: string, now: number): SQL | undefined {
  const { leaderId, voidedReason, closedAt } = auctions;
  const wasWon = and(eq(leaderId, userId), isNotNull(voidedReason), isNotNull(closedAt), isAboveReserve);
  return or(isWonBy(userId, now), wasWon);
}

/**
 * The condition for a status in a phase. Null if that phase never has it. `isPreselected` means that another index
 * finds the rows, and each is then checked for the phase.
 */
export function hasStatus(
  status: Status | "all",
  phase: (typeof PUBLIC_PHASES)[number],
  now: number,
  isPreselected: boolean,
): SQL | undefined | null {
  const inPhase = isPreselected ? sql`+${auctions.phase} = ${phase}` : eq(auctions.phase, phase);
  if (status === "all") return inPhase;
  if (status === "Live") return phase === "open" ? and(inPhase, isRunningAt(now)) : null;
  if (status === "Upcoming") {
    const startsAt = isPreselected ? sql`+${auctions.startsAt}` : auctions.startsAt;
    return phase === "open" ? and(inPhase, sql`${startsAt} > ${now}`) : null;
  }
  if (phase === "closed")
    return and(inPhase, status === "Sold" ? isNotNull(auctions.winnerId) : isNull(auctions.winnerId));
  const hasBuyer = and(isNotNull(auctions.leaderId), isAboveReserve);
  const hasNoBuyer = or(isNull(auctions.leaderId), eq(auctions.reserveMet, false));
  return and(inPhase, lte(auctions.endsAt, now), status === "Sold" ? hasBuyer : hasNoBuyer);
}

type TimedRow = Pick<AuctionRow, "phase" | "startsAt" | "endsAt" | "leaderId" | "reserveMet" | "voidedReason">;

function statusOf(row: TimedRow, now: number): Status {
  if (row.voidedReason !== null) return "Voided";
  if ((row.phase === "open" || row.phase === "hidden") && now < row.endsAt) {
    return now < (row.startsAt ?? now) ? "Upcoming" : "Live";
  }
  return row.leaderId === null || row.reserveMet === false ? "Expired" : "Sold";
}

/** Live or upcoming. */
export function isOpenRow(row: TimedRow, now: number): boolean {
  return isOpenStatus(statusOf(row, now));
}

/** Null means that the account was deleted. Don't call this for someone who must not be named. */
export function toPerson(id: string, person: PublicPerson | null): Person {
  if (!person) return { _id: id, ...DELETED_NAME, image: null };
  const { firstName, lastName, imageKey } = person;
  return { _id: id, firstName, lastName, image: imageKey === null ? null : { url: imageUrl(imageKey) } };
}

export function coverOf({ imageKeys }: Pick<AuctionRow, "imageKeys">): Image | null {
  const [cover] = imageKeys;
  return cover === undefined ? null : imageOf(cover);
}

/** For anyone but the seller, who alone gets the image of a hidden listing. */
export function sharedCoverOf(row: Pick<AuctionRow, "imageKeys" | "phase">): Image | null {
  return row.phase === "hidden" ? null : coverOf(row);
}

/** Absent unless the auction is voided, as in the contract. */
export function voidedIn({ voidedReason: reason }: Pick<AuctionRow, "voidedReason">) {
  return reason === null ? {} : { voided: { reason } };
}

/** The seller's terms, as the contract has them. */
export function termsIn({ increments, windowMs, buyNowMinor, details }: AuctionRow) {
  const buyNow = buyNowMinor === null ? {} : { buyNowPrice: toMajor(buyNowMinor) };
  return { increments, softCloseMs: windowMs, ...buyNow, ...fromStoredDetails(details) };
}

/** The hidden reserve, for the listing's seller only. Absent if there's none. */
export function ownReserveIn({ reserveMinor }: Pick<AuctionRow, "reserveMinor">) {
  return reserveMinor === null ? {} : { reservePrice: toMajor(reserveMinor) };
}

/** Whether the reserve is met, and the current Buy It Now price. Each is absent if it doesn't apply. */
function reserveAndBuyNowIn(row: AuctionRow, now: number): Pick<ListedAuction, "reserveMet" | "buyNowPrice"> {
  const { reserveMet, reserveMinor, buyNowMinor, minNextMinor, leaderId } = row;
  // The same decision as `buyNowPriceAt` in the rules.
  const isOnOffer =
    buyNowMinor !== null &&
    buyNowMinor >= minNextMinor &&
    (leaderId === null || reserveMet === false) &&
    statusOf(row, now) === "Live";
  return {
    // Without a reserve, `reserveMet` means that the buyer was released (worker/room/delivery/rows.ts).
    ...(reserveMet === null || reserveMinor === null ? {} : { reserveMet }),
    ...(isOnOffer ? { buyNowPrice: toMajor(buyNowMinor) } : {}),
  };
}

export function toListedAuction({ auction, seller, categoryName }: ListingRow, now: number): ListedAuction {
  return {
    _id: auction.id,
    title: auction.title,
    description: auction.description,
    images: coverOf(auction),
    pictures: auction.imageKeys.map(imageOf),
    startingPrice: toMajor(auction.startingPriceMinor),
    currency: auction.currency,
    ...(auction.startsAt === null ? {} : { startsAt: toIso(auction.startsAt) }),
    createdAt: toIso(auction.createdAt),
    category: categoryName === null ? null : { _id: auction.categoryId, name: categoryName },
    seller: toPerson(auction.sellerId, seller),
    ...toStanding(auction, now),
  };
}

export function toStanding(row: AuctionRow, now: number): Standing {
  return {
    currentBid: toMajor(row.priceMinor),
    minNextBid: toMajor(row.minNextMinor),
    bidCount: row.bidCount,
    auctionEndTime: toIso(row.endsAt),
    scheduledEndTime: toIso(row.scheduledEndsAt),
    status: statusOf(row, now),
    extensions: row.extensions,
    ...reserveAndBuyNowIn(row, now),
  };
}

export function toIso(at: number): string {
  return new Date(at).toISOString();
}
