/**
 * Ratings as each reader sees them: a side of the deal, everyone on the seller's page, and the person they are about.
 */
import { and, desc, eq, isNull, lte, or, sql } from "drizzle-orm";
import type * as z from "zod";

import type { DealRating, DealRatingPair, Rating, ratingsQuery } from "../contract/rating.ts";
import type { Database } from "../db/database.ts";
import { NEWEST_POSITION, pageOf } from "../db/list-page.ts";
import { auctions, ratings, users } from "../db/schema.ts";
import { PUBLIC_PERSON_COLUMNS, toIso, toPerson } from "../listings/queries/listings.ts";
import { type Deal, otherSide, type Side } from "../rules/deal.ts";
import { isRatingShown, rateUntil } from "../rules/ratings.ts";
import type { StoredRating, StoredRatings } from "./rating-rows.ts";

/** The ratings as one side of the deal can see them. Null until it's done. `now` is epoch ms. */
export function toDealRatings(deal: Deal, given: StoredRatings, side: Side, now: number): DealRatingPair | null {
  const until = rateUntil(deal, now);
  if (until === null) return null;
  const [own, other] = [given[side], given[otherSide(side)]];
  const shown = now >= until || (own !== null && other !== null);
  return {
    rateUntil: toIso(until),
    mayRate: own === null && now < until,
    shown,
    own: own && toDealRating(own, "rater"),
    otherHasRated: other !== null,
    other: other && isRatingShown(other, now) && other.hiddenReason === null ? toDealRating(other, "rated") : null,
  };
}

/** Only its writer sees hidden text, with the reason. */
function toDealRating(rating: StoredRating, reader: "rater" | "rated"): DealRating {
  const { id, stars, text, ratedAt, reply, repliedAt, hiddenReason, replyHiddenReason } = rating;
  const seesReply = reply !== null && repliedAt !== null && (replyHiddenReason === null || reader === "rated");
  return {
    _id: id,
    stars,
    text,
    ratedAt: toIso(ratedAt),
    ...(hiddenReason === null ? {} : { hidden: { reason: hiddenReason } }),
    reply: seesReply
      ? {
          text: reply,
          repliedAt: toIso(repliedAt),
          ...(replyHiddenReason === null ? {} : { hidden: { reason: replyHiddenReason } }),
        }
      : null,
  };
}

/** The public ratings: buyers' ratings of sales, except those of hidden or voided listings. `now` is epoch ms. */
function isPublic(now: number) {
  return and(
    eq(ratings.side, "buyer"),
    lte(ratings.shownAt, now),
    isNull(ratings.hiddenReason),
    sql`${auctions.phase} NOT IN ('hidden', 'voided')`,
  );
}

/** The number and the average of a seller's ratings. `now` is epoch ms. */
export function selectRatingSummary(db: Database, sellerId: string, now: number) {
  return db
    .select({
      count: sql<number>`count(*)`.as("rating_count"),
      average: sql<number | null>`round(avg(${ratings.stars}), 1)`.as("rating_average"),
    })
    .from(ratings)
    .innerJoin(auctions, eq(auctions.id, ratings.auctionId))
    .where(and(eq(ratings.ratedId, sellerId), isPublic(now)));
}

type RatingsPage = {
  readonly ratings: Rating[];
  readonly nextCursor: string | null;
};

/** One page of a seller's ratings, most recently shown first. `now` is epoch ms. */
export async function listRatings(
  db: Database,
  { sellerId, cursor: after = NEWEST_POSITION, limit }: z.output<typeof ratingsQuery> & { sellerId: string },
  now: number,
): Promise<RatingsPage> {
  const isAfter = sql`(${ratings.shownAt}, ${ratings.id}) < (${after.at}, ${after.id})`;
  const rows = await db
    .select({
      rating: ratings,
      title: auctions.title,
      by: PUBLIC_PERSON_COLUMNS,
      isAnonymous: users.anonymous,
    })
    .from(ratings)
    .innerJoin(auctions, eq(auctions.id, ratings.auctionId))
    .leftJoin(users, eq(users.id, ratings.raterId))
    .where(and(eq(ratings.ratedId, sellerId), isPublic(now), isAfter))
    .orderBy(desc(ratings.shownAt), desc(ratings.id))
    .limit(limit + 1);
  const { page, nextCursor } = pageOf(rows, limit, ({ rating }) => ({ at: rating.shownAt, id: rating.id }));
  return {
    ratings: page.map(({ rating, title, by, isAnonymous }) => ({
      _id: rating.id,
      auction: { _id: rating.auctionId, title },
      stars: rating.stars,
      text: rating.text,
      // Everyone can see an anonymous bidder's bids. Naming the rater would reveal whose they are. A deleted person
      // (null) may have been one.
      by: isAnonymous === false ? toPerson(rating.raterId, by) : null,
      shownAt: toIso(rating.shownAt),
      reply:
        rating.reply === null || rating.repliedAt === null || rating.replyHiddenReason !== null
          ? null
          : { text: rating.reply, repliedAt: toIso(rating.repliedAt) },
    })),
    nextCursor,
  };
}

/** Whether this person can read a rating. Everyone can read public ones, and both sides can read their own. */
export async function canReadRating(db: Database, id: string, personId: string, now: number): Promise<boolean> {
  const isOwn = or(eq(ratings.raterId, personId), eq(ratings.ratedId, personId));
  const isShown = and(lte(ratings.shownAt, now), isNull(ratings.hiddenReason));
  const row = await db
    .select({ id: ratings.id })
    .from(ratings)
    .innerJoin(auctions, eq(auctions.id, ratings.auctionId))
    .where(and(eq(ratings.id, id), or(isPublic(now), and(isOwn, isShown))))
    .get();
  return row !== undefined;
}
