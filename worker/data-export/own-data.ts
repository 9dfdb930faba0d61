/** The rows in D1 about one person, for the data export, page by page. Other people are named as on the site. */
import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";

import { type BidRooms, listBidsInRoom } from "../activity/placed-bids.ts";
import { selectWinnings, toWinning, wonAt } from "../activity/winnings.ts";
import type { DataExportFile } from "../contract/data-export.ts";
import { imageUrl } from "../contract/fields.ts";
import { imageOf } from "../contract/image-sizes.ts";
import { fromStoredDetails } from "../contract/listing-details.ts";
import { ARCHIVE_AFTER_MS } from "../db/bid-archive.ts";
import type { Database } from "../db/database.ts";
import { noteKeyOf } from "../db/note-subject.ts";
import { readInPages } from "../db/read-in-pages.ts";
import {
  addresses,
  archivedBids,
  auctions,
  type BidRow,
  bids,
  blocks,
  categories,
  dealEvents,
  dealNotes,
  deals,
  drafts,
  emailChanges,
  paymentInstructions,
  questions,
  type RatingRow,
  ratings,
  type ReportRow,
  reports,
  users,
  watches,
} from "../db/schema.ts";
import { parseEvents, toPublicDealEvent } from "../deals/events.ts";
import { listInvoices, toInvoice } from "../deals/invoices.ts";
import { toDraft } from "../listings/queries/drafts.ts";
import {
  isNamedCategory,
  isOnRecord,
  isPublicListing,
  ownReserveIn,
  PUBLIC_PERSON_COLUMNS,
  toIso,
  toPerson,
  voidedIn,
  wasWonBy,
} from "../listings/queries/listings.ts";
import { SIDES } from "../rules/deal.ts";
import { toMajor } from "../rules/money.ts";

/** No download takes this long, so no bid is archived before the export has read it. */
const MAX_EXPORT_MS = 24 * 3_600_000;

type ExportPart<Name extends keyof DataExportFile> = AsyncGenerator<DataExportFile[Name]>;

/** Null for an account that is gone. `now` is epoch ms. */
export async function findOwnProfile(
  db: Database,
  userId: string,
  now: number,
): Promise<DataExportFile["profile"] | null> {
  const row = await db
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
    emailVerifiedAt: user.emailVerifiedAt === null ? null : toIso(user.emailVerifiedAt),
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

/** All listings, including those that the seller removed, because we still store their text. */
export function listOwnListings(db: Database, sellerId: string): ExportPart<"listings"> {
  return readInPages({
    query: db
      .select({ auction: auctions, category: categories.name })
      .from(auctions)
      .leftJoin(categories, isNamedCategory),
    ownCondition: eq(auctions.sellerId, sellerId),
    keys: [auctions.createdAt, auctions.id],
    positionOf: ({ auction }) => [auction.createdAt, auction.id],
    toEntry: ({ auction, category }) => ({
      _id: auction.id,
      title: auction.title,
      description: auction.description,
      pictures: auction.imageKeys.map(imageOf),
      category,
      startingPrice: toMajor(auction.startingPriceMinor),
      ...ownReserveIn(auction),
      ...(auction.buyNowMinor === null ? {} : { buyNowPrice: toMajor(auction.buyNowMinor) }),
      ...fromStoredDetails(auction.details),
      currentBid: toMajor(auction.priceMinor),
      currency: auction.currency,
      bidCount: auction.bidCount,
      createdAt: toIso(auction.createdAt),
      ...(auction.startsAt === null ? {} : { startsAt: toIso(auction.startsAt) }),
      scheduledEndTime: toIso(auction.scheduledEndsAt),
      auctionEndTime: toIso(auction.endsAt),
      state: auction.phase,
      ...voidedIn(auction),
    }),
  });
}

export function listOwnDrafts(db: Database, userId: string): ExportPart<"drafts"> {
  return readInPages({
    query: db.select().from(drafts),
    ownCondition: eq(drafts.userId, userId),
    keys: [drafts.auctionId],
    positionOf: ({ auctionId }) => [auctionId],
    toEntry: toDraft,
  });
}

/**
 * Includes withdrawn bids. First come the bids in auctions that ended long ago, auction by auction, from their rooms,
 * because D1 may archive them while the file is written. Then come all other bids, oldest first. `now` is epoch ms.
 */
export async function* listOwnBids(db: Database, rooms: BidRooms, bidderId: string, now: number): ExportPart<"bids"> {
  const before = now - ARCHIVE_AFTER_MS + MAX_EXPORT_MS;
  for await (const page of readAuctionsEndedBefore(db, bidderId, before)) {
    for (const auction of page) {
      const placed = await listBidsInRoom(rooms, auction.id, bidderId);
      yield placed.toReversed().map((bid) => toBid({ bid, ...auction }));
    }
  }
  const { id, auctionId, placedAt } = bids;
  yield* readInPages({
    query: db
      .select({ bid: bids, title: auctions.title, currency: auctions.currency })
      .from(bids)
      .leftJoin(auctions, and(eq(auctions.id, auctionId), isOnRecord)),
    ownCondition: and(
      eq(bids.bidderId, bidderId),
      sql`NOT EXISTS (SELECT 1 FROM auctions AS ended WHERE ended.id = ${auctionId} AND ended.ends_at < ${before})`,
    ),
    keys: [placedAt, id],
    positionOf: ({ bid }) => [bid.placedAt, bid.id],
    toEntry: toBid,
  });
}

/** Auctions with bids by this person that ended before a time (epoch ms). */
function readAuctionsEndedBefore(db: Database, bidderId: string, before: number) {
  const { id, endsAt, title, currency } = auctions;
  const hasOwnBids = sql`${id} IN (
    SELECT ${archivedBids.auctionId} FROM ${archivedBids} WHERE ${archivedBids.bidderId} = ${bidderId}
    UNION SELECT ${bids.auctionId} FROM ${bids} WHERE ${bids.bidderId} = ${bidderId}
  )`;
  return readInPages({
    query: db
      .select({
        id,
        endsAt,
        title: sql<string | null>`iif(${isOnRecord}, ${title}, NULL)`,
        currency: sql<string | null>`iif(${isOnRecord}, ${currency}, NULL)`,
      })
      .from(auctions),
    ownCondition: and(hasOwnBids, lt(endsAt, before)),
    keys: [endsAt, id],
    positionOf: (row) => [row.endsAt, row.id],
    toEntry: (row) => row,
  });
}

type TitledBid = { readonly bid: BidRow; readonly title: string | null; readonly currency: string | null };

function toBid({ bid, title, currency }: TitledBid): DataExportFile["bids"][number] {
  return {
    _id: bid.id,
    auctionId: bid.auctionId,
    title,
    amount: toMajor(bid.amountMinor),
    currency,
    placedAt: toIso(bid.placedAt),
    auto: bid.auto,
    edited: bid.edited,
    withdrawn: bid.withdrawn,
  };
}

/** The auctions in which this person leads, whose rooms have the maximum. */
export function listOwnLeads(db: Database, userId: string): AsyncGenerator<{ auctionId: string; currency: string }[]> {
  const { id: auctionId, currency, leaderId, phase } = auctions;
  const withBids = db.select({ id: bids.auctionId }).from(bids).where(eq(bids.bidderId, userId));
  return readInPages({
    query: db.select({ auctionId, currency }).from(auctions),
    ownCondition: and(inArray(auctionId, withBids), eq(leaderId, userId), sql`+${phase} = 'open'`),
    keys: [auctionId],
    positionOf: (row) => [row.auctionId],
    toEntry: (row) => row,
  });
}

/** `now` is epoch ms. */
export function listOwnWinnings(db: Database, userId: string, now: number): ExportPart<"winnings"> {
  return readInPages({
    query: selectWinnings(db),
    ownCondition: wasWonBy(userId, now),
    keys: [wonAt, auctions.id],
    positionOf: (row) => [row.wonAt, row.auction.id],
    toEntry: toWinning,
  });
}

export function listOwnWatches(db: Database, userId: string): ExportPart<"watched"> {
  const { auctionId, createdAt } = watches;
  return readInPages({
    query: db
      .select({ auctionId, createdAt, title: auctions.title })
      .from(watches)
      .leftJoin(auctions, and(eq(auctions.id, auctionId), isPublicListing)),
    ownCondition: eq(watches.userId, userId),
    keys: [auctionId],
    positionOf: (row) => [row.auctionId],
    toEntry: ({ createdAt: at, ...watched }) => ({ ...watched, watchedAt: toIso(at) }),
  });
}

export function listOwnReports(db: Database, reporterId: string): ExportPart<"reports"> {
  return readReports(db, "listing", reporterId, (auctionId, title) => ({ auctionId, title }));
}

/** Leaves out hidden answers, and includes only what the person can see of the item. */
export function listOwnQuestions(db: Database, askerId: string): ExportPart<"questions"> {
  const { id, auctionId, text, askedAt, answer, answerHiddenReason } = questions;
  return readInPages({
    query: db
      .select({ id, auctionId, text, askedAt, answer, answerHiddenReason, title: auctions.title })
      .from(questions)
      .leftJoin(auctions, and(eq(auctions.id, auctionId), isOnRecord)),
    ownCondition: eq(questions.askerId, askerId),
    keys: [auctionId, id],
    positionOf: (row) => [row.auctionId, row.id],
    toEntry: (row) => ({
      _id: row.id,
      auctionId: row.auctionId,
      title: row.title,
      text: row.text,
      askedAt: toIso(row.askedAt),
      answer: row.answerHiddenReason === null ? row.answer : null,
    }),
  });
}

/** A seller's answers, in the order of their auctions. */
export function listOwnAnswers(db: Database, sellerId: string): ExportPart<"answers"> {
  const { id, auctionId, answer, answeredAt, askedAt } = questions;
  return readInPages({
    query: db
      .select({
        id,
        auctionId,
        createdAt: auctions.createdAt,
        askedAt,
        title: auctions.title,
        answer: sql<string>`${answer}`,
        answeredAt: sql<number>`${answeredAt}`,
      })
      .from(auctions)
      .innerJoin(questions, eq(questions.auctionId, auctions.id)),
    ownCondition: and(eq(auctions.sellerId, sellerId), isNotNull(answer)),
    keys: [auctions.createdAt, auctionId, askedAt, id],
    positionOf: (row) => [row.createdAt, row.auctionId, row.askedAt, row.id],
    toEntry: (row) => ({
      questionId: row.id,
      auctionId: row.auctionId,
      title: row.title,
      text: row.answer,
      answeredAt: toIso(row.answeredAt),
    }),
  });
}

export function listOwnQuestionReports(db: Database, reporterId: string): ExportPart<"questionReports"> {
  return readReports(db, "question", reporterId, (questionId) => ({ questionId }));
}

export function listOwnRatingReports(db: Database, reporterId: string): ExportPart<"ratingReports"> {
  return readReports(db, "rating", reporterId, (ratingId) => ({ ratingId }));
}

export function listOwnNoteReports(db: Database, reporterId: string): ExportPart<"noteReports"> {
  return readReports(db, "note", reporterId, noteKeyOf);
}

/** Only a listing has a title. */
function readReports<Subject>(
  db: Database,
  kind: ReportRow["kind"],
  reporterId: string,
  toSubject: (id: string, title: string | null) => Subject,
) {
  const { subjectId, reason, text, createdAt } = reports;
  return readInPages({
    query: db
      .select({ subjectId, reason, text, createdAt, title: auctions.title })
      .from(reports)
      .leftJoin(auctions, and(eq(auctions.id, subjectId), isPublicListing)),
    ownCondition: and(eq(reports.reporterId, reporterId), eq(reports.kind, kind)),
    keys: [subjectId],
    positionOf: (row) => [row.subjectId],
    toEntry: (row) => ({
      ...toSubject(row.subjectId, row.title),
      reason: row.reason,
      text: row.text,
      reportedAt: toIso(row.createdAt),
    }),
  });
}

export function listOwnDeals(db: Database, personId: string): ExportPart<"deals"> {
  const { dealId, seq, at, maker, fact } = dealEvents;
  // A person can export only their own notes.
  const events = sql<string>`(SELECT json_group_array(json_object('seq', ${seq}, 'at', ${at}, 'by', ${maker},
      'fact', json(${fact}), 'note', ${dealNotes.text}, 'hiddenReason', ${dealNotes.hiddenReason}))
    FROM ${dealEvents} LEFT JOIN ${dealNotes} ON ${dealNotes.dealId} = ${dealId} AND ${dealNotes.seq} = ${seq}
      AND ${maker} = iif(${deals.buyerId} = ${personId}, 'buyer', 'seller')
    WHERE ${dealId} = ${deals.id})`;
  return readInPages({
    query: db
      .select({ deal: deals, title: auctions.title, events: events.mapWith(parseEvents) })
      .from(deals)
      .leftJoin(auctions, and(eq(auctions.id, deals.auctionId), isOnRecord)),
    ownCondition: or(eq(deals.buyerId, personId), eq(deals.sellerId, personId)),
    keys: [deals.id],
    positionOf: ({ deal }) => [deal.id],
    toEntry: ({ deal, title, events: storedEvents }) => ({
      _id: deal.id,
      auctionId: deal.auctionId,
      title,
      side: deal.buyerId === personId ? "buyer" : "seller",
      price: toMajor(deal.priceMinor),
      state: deal.state,
      address: deal.buyerId === personId ? deal.address : null,
      carrier: deal.carrier,
      trackingNumber: deal.trackingNumber,
      // Includes text that admins have hidden.
      events: storedEvents.map((event) => ({ ...toPublicDealEvent(event), note: event.note })),
    }),
  });
}

/** Leaves out replies that admins have hidden. */
export function listOwnRatingsGiven(db: Database, raterId: string): ExportPart<"ratingsGiven"> {
  return readInPages({
    query: selectRatings(db),
    ownCondition: eq(ratings.raterId, raterId),
    keys: [ratings.id],
    positionOf: ({ rating }) => [rating.id],
    toEntry: ({ rating, title }) => toRating(rating, title, rating.replyHiddenReason === null),
  });
}

/** The ratings that the person received and can see. `now` is epoch ms. */
export function listOwnRatingsReceived(db: Database, ratedId: string, now: number): ExportPart<"ratingsReceived"> {
  return readInPages({
    query: selectRatings(db),
    ownCondition: and(eq(ratings.ratedId, ratedId), lte(ratings.shownAt, now), isNull(ratings.hiddenReason)),
    keys: [ratings.side, ratings.shownAt, ratings.id],
    positionOf: ({ rating }) => [rating.side, rating.shownAt, rating.id],
    toEntry: ({ rating, title }) => toRating(rating, title, true),
  });
}

function selectRatings(db: Database) {
  return db
    .select({ rating: ratings, title: auctions.title })
    .from(ratings)
    .leftJoin(auctions, and(eq(auctions.id, ratings.auctionId), isOnRecord))
    .$dynamic();
}

function toRating(rating: RatingRow, title: string | null, withReply: boolean): DataExportFile["ratingsGiven"][number] {
  const { id, auctionId, stars, text, ratedAt, reply } = rating;
  return { _id: id, auctionId, title, stars, text, ratedAt: toIso(ratedAt), reply: withReply ? reply : null };
}

export async function* listOwnInvoices(db: Database, personId: string): ExportPart<"invoices"> {
  for (const side of SIDES) {
    for await (const page of listInvoices(db, side, personId)) {
      yield page.map(({ invoice }) => ({ dealId: invoice.dealId, side, ...toInvoice(invoice) }));
    }
  }
}

export function listOwnAddress(db: Database, userId: string): ExportPart<"savedAddress"> {
  return readInPages({
    query: db.select().from(addresses),
    ownCondition: eq(addresses.userId, userId),
    keys: [addresses.userId],
    positionOf: (row) => [row.userId],
    toEntry: ({ address }) => address,
  });
}

export function listOwnInstructions(db: Database, userId: string): ExportPart<"paymentInstructions"> {
  return readInPages({
    query: db.select().from(paymentInstructions),
    ownCondition: eq(paymentInstructions.userId, userId),
    keys: [paymentInstructions.userId],
    positionOf: (row) => [row.userId],
    toEntry: ({ instructions, changedAt }) => ({ instructions, changedAt: toIso(changedAt) }),
  });
}

export function listOwnBlocks(db: Database, sellerId: string): ExportPart<"blocked"> {
  const { personId, createdAt } = blocks;
  return readInPages({
    query: db
      .select({ personId, createdAt, person: PUBLIC_PERSON_COLUMNS })
      .from(blocks)
      .leftJoin(users, eq(users.id, personId)),
    ownCondition: eq(blocks.sellerId, sellerId),
    keys: [personId],
    positionOf: (row) => [row.personId],
    toEntry: (row) => ({ person: toPerson(row.personId, row.person), blockedAt: toIso(row.createdAt) }),
  });
}

/**
 * Includes hidden categories, because only their creator reads the export. There is no index by creator, so all pages
 * together read the table once.
 */
export function listOwnCategories(db: Database, userId: string): ExportPart<"categories"> {
  const { id, name, description, createdAt, createdBy } = categories;
  return readInPages({
    query: db.select({ _id: id, name, description, createdAt }).from(categories),
    ownCondition: eq(createdBy, userId),
    keys: [id],
    positionOf: (row) => [row._id],
    toEntry: ({ createdAt: at, ...category }) => ({ ...category, createdAt: toIso(at) }),
  });
}
