/**
 * What D1 stores about one person, for the export of their data: page by page, each read from where the last one ended,
 * so that no read grows with the number of rows. Other people are named as on pages.
 */
import { and, asc, eq, gt, sql } from "drizzle-orm";

import type { DataExport } from "../contract/data-export.ts";
import { imageUrl } from "../contract/fields.ts";
import { imageOf } from "../contract/pictures.ts";
import { toMajor } from "../rules/money.ts";
import type { Catalogue } from "./database.ts";
import { draftsAfter, toDraft } from "./drafts.ts";
import {
  isNamedCategory,
  isOnRecord,
  isShown,
  ownReserveIn,
  PUBLIC_PERSON,
  toIso,
  toPerson,
  voidedIn,
  wasWonBy,
} from "./listings.ts";
import {
  auctions,
  bids,
  blocks,
  categories,
  type DraftRow,
  emailChanges,
  finishedSales,
  reports,
  users,
  watches,
} from "./schema.ts";
import { selectWinnings, toWinning, wonAt } from "./winnings.ts";

/** Rows of one read: with the longest descriptions a megabyte or two. */
export const ROWS_OF_A_READ = 250;

type Part<Name extends keyof DataExport> = AsyncGenerator<DataExport[Name]>;

/** Null for an account that is gone. `now` is epoch ms. */
export async function findOwnProfile(
  catalogue: Catalogue,
  userId: string,
  now: number,
): Promise<DataExport["profile"] | null> {
  const row = await catalogue
    .select({ user: users, change: { email: emailChanges.email, expiresAt: emailChanges.expiresAt } })
    .from(users)
    .leftJoin(emailChanges, and(eq(emailChanges.userId, users.id), gt(emailChanges.expiresAt, now)))
    .where(eq(users.id, userId))
    .get();
  if (!row) return null;
  const { user, change } = row;
  return {
    _id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email ?? "",
    emailProvenAt: user.emailProvenAt === null ? null : toIso(user.emailProvenAt),
    image: user.imageKey === null ? null : { url: imageUrl(user.imageKey) },
    role: user.role,
    createdAt: toIso(user.createdAt),
    anonymous: user.anonymous,
    isNameHidden: user.hiddenFirstName !== null,
    hasPassword: user.passwordHash !== null,
    signsInWithGoogle: user.googleSubject !== null,
    finishedSaleAt: user.finishedSaleAt === null ? null : toIso(user.finishedSaleAt),
    trust: user.trust,
    newEmail: change && { email: change.email, linkExpiresAt: toIso(change.expiresAt) },
  };
}

/** All of them, also those that the seller removed: their texts are still stored. */
export async function* ownListings(catalogue: Catalogue, sellerId: string): Part<"listings"> {
  const { createdAt, id } = auctions;
  const pages = inPages((last: { auction: { createdAt: number; id: string } } | null) =>
    catalogue
      .select({ auction: auctions, category: categories.name })
      .from(auctions)
      .leftJoin(categories, isNamedCategory)
      .where(
        and(
          eq(auctions.sellerId, sellerId),
          last ? sql`(${createdAt}, ${id}) > (${last.auction.createdAt}, ${last.auction.id})` : undefined,
        ),
      )
      .orderBy(asc(createdAt), asc(id))
      .limit(ROWS_OF_A_READ),
  );
  for await (const rows of pages) {
    yield rows.map(({ auction, category }) => ({
      _id: auction.id,
      title: auction.title,
      description: auction.description,
      pictures: auction.imageKeys.map(imageOf),
      category,
      startingPrice: toMajor(auction.startingPriceMinor),
      ...ownReserveIn(auction),
      ...(auction.buyNowMinor === null ? {} : { buyNowPrice: toMajor(auction.buyNowMinor) }),
      currentBid: toMajor(auction.priceMinor),
      currency: auction.currency,
      bidCount: auction.bidCount,
      createdAt: toIso(auction.createdAt),
      ...(auction.startsAt === null ? {} : { startsAt: toIso(auction.startsAt) }),
      scheduledEndTime: toIso(auction.scheduledEndsAt),
      auctionEndTime: toIso(auction.endsAt),
      state: auction.phase,
      ...voidedIn(auction),
    }));
  }
}

export async function* ownDrafts(catalogue: Catalogue, userId: string): Part<"drafts"> {
  const pages = inPages((last: DraftRow | null) => draftsAfter(catalogue, userId, last, ROWS_OF_A_READ));
  for await (const rows of pages) yield rows.map(toDraft);
}

/** Withdrawn ones, too. */
export async function* ownBids(catalogue: Catalogue, bidderId: string): Part<"bids"> {
  const { placedAt, id } = bids;
  const pages = inPages((last: { bid: { placedAt: number; id: string } } | null) =>
    catalogue
      .select({ bid: bids, title: auctions.title, currency: auctions.currency })
      .from(bids)
      .leftJoin(auctions, and(eq(auctions.id, bids.auctionId), isOnRecord))
      .where(
        and(
          eq(bids.bidderId, bidderId),
          last ? sql`(${placedAt}, ${id}) > (${last.bid.placedAt}, ${last.bid.id})` : undefined,
        ),
      )
      .orderBy(asc(placedAt), asc(id))
      .limit(ROWS_OF_A_READ),
  );
  for await (const rows of pages) {
    yield rows.map(({ bid, title, currency }) => ({
      _id: bid.id,
      auctionId: bid.auctionId,
      title,
      amount: toMajor(bid.amountMinor),
      currency,
      placedAt: toIso(bid.placedAt),
      auto: bid.auto,
      edited: bid.edited,
      withdrawn: bid.withdrawn,
    }));
  }
}

/** The auctions in which this person leads: their rooms have the maximum. */
export async function* ownLeads(
  catalogue: Catalogue,
  userId: string,
): AsyncGenerator<{ auctionId: string; currency: string }[]> {
  const { id: auctionId, currency, leaderId, phase } = auctions;
  const pages = inPages((last: { auctionId: string } | null) =>
    catalogue
      .select({ auctionId, currency })
      .from(auctions)
      .where(and(eq(leaderId, userId), eq(phase, "open"), last ? gt(auctionId, last.auctionId) : undefined))
      .orderBy(asc(auctionId))
      .limit(ROWS_OF_A_READ),
  );
  yield* pages;
}

/** `now` is epoch ms. */
export async function* ownWinnings(catalogue: Catalogue, userId: string, now: number): Part<"winnings"> {
  const pages = inPages((last: { wonAt: number; auction: { id: string } } | null) =>
    selectWinnings(catalogue)
      .where(
        and(
          wasWonBy(userId, now),
          last ? sql`(${wonAt}, ${auctions.id}) > (${last.wonAt}, ${last.auction.id})` : undefined,
        ),
      )
      .orderBy(asc(wonAt), asc(auctions.id))
      .limit(ROWS_OF_A_READ),
  );
  for await (const rows of pages) yield rows.map(toWinning);
}

export async function* ownWatches(catalogue: Catalogue, userId: string): Part<"watched"> {
  const { auctionId, createdAt } = watches;
  const pages = inPages((last: { auctionId: string } | null) =>
    catalogue
      .select({ auctionId, createdAt, title: auctions.title })
      .from(watches)
      .leftJoin(auctions, and(eq(auctions.id, auctionId), isShown))
      .where(and(eq(watches.userId, userId), last ? gt(auctionId, last.auctionId) : undefined))
      .orderBy(asc(auctionId))
      .limit(ROWS_OF_A_READ),
  );
  for await (const rows of pages) {
    yield rows.map((row) => ({ auctionId: row.auctionId, title: row.title, watchedAt: toIso(row.createdAt) }));
  }
}

export async function* ownReports(catalogue: Catalogue, reporterId: string): Part<"reports"> {
  const { auctionId, reason, text, createdAt } = reports;
  const pages = inPages((last: { auctionId: string } | null) =>
    catalogue
      .select({ auctionId, reason, text, createdAt, title: auctions.title })
      .from(reports)
      .leftJoin(auctions, and(eq(auctions.id, auctionId), isShown))
      .where(and(eq(reports.reporterId, reporterId), last ? gt(auctionId, last.auctionId) : undefined))
      .orderBy(asc(auctionId))
      .limit(ROWS_OF_A_READ),
  );
  for await (const rows of pages) {
    yield rows.map(({ createdAt: at, ...report }) => ({ ...report, reportedAt: toIso(at) }));
  }
}

export async function* ownFinishedSales(catalogue: Catalogue, personId: string): Part<"finishedSales"> {
  const { auctionId, at } = finishedSales;
  const pages = inPages((last: { auctionId: string } | null) =>
    catalogue
      .select({ auctionId, at, title: auctions.title })
      .from(finishedSales)
      .leftJoin(auctions, and(eq(auctions.id, auctionId), isOnRecord))
      .where(and(eq(finishedSales.personId, personId), last ? gt(auctionId, last.auctionId) : undefined))
      .orderBy(asc(auctionId))
      .limit(ROWS_OF_A_READ),
  );
  for await (const rows of pages) {
    yield rows.map((row) => ({ auctionId: row.auctionId, title: row.title, markedAt: toIso(row.at) }));
  }
}

export async function* ownBlocks(catalogue: Catalogue, sellerId: string): Part<"blocked"> {
  const { personId, createdAt } = blocks;
  const pages = inPages((last: { personId: string } | null) =>
    catalogue
      .select({ personId, createdAt, person: PUBLIC_PERSON })
      .from(blocks)
      .leftJoin(users, eq(users.id, personId))
      .where(and(eq(blocks.sellerId, sellerId), last ? gt(personId, last.personId) : undefined))
      .orderBy(asc(personId))
      .limit(ROWS_OF_A_READ),
  );
  for await (const rows of pages) {
    yield rows.map((row) => ({ person: toPerson(row.personId, row.person), blockedAt: toIso(row.createdAt) }));
  }
}

/**
 * Also hidden ones, because only their creator reads this. There is no index by creator: all pages together read the
 * table once.
 */
export async function* ownCategories(catalogue: Catalogue, userId: string): Part<"categories"> {
  const { id, name, description, createdAt, createdBy } = categories;
  const pages = inPages((last: { id: string } | null) =>
    catalogue
      .select({ id, name, description, createdAt })
      .from(categories)
      .where(and(eq(createdBy, userId), last ? gt(id, last.id) : undefined))
      .orderBy(asc(id))
      .limit(ROWS_OF_A_READ),
  );
  for await (const rows of pages) {
    yield rows.map((row) => ({
      _id: row.id,
      name: row.name,
      description: row.description,
      createdAt: toIso(row.createdAt),
    }));
  }
}

/** `read` reads what comes after a row, or from the beginning, at most `ROWS_OF_A_READ`. */
async function* inPages<Place, Row extends Place>(
  read: (last: Place | null) => PromiseLike<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | null = null;
  for (;;) {
    const rows: Row[] = await read(last);
    yield rows;
    if (rows.length < ROWS_OF_A_READ) return;
    last = rows.at(-1) ?? null;
  }
}
