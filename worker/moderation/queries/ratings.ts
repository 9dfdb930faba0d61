/** The ratings that people have reported, and the ratings and replies that admins have hidden. */
import { desc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";

import { type ModeratedRating, type ReportedRating, ratingReportReason } from "../../contract/rating.ts";
import { type Database, isAmong } from "../../db/database.ts";
import { auctions, ratings, users } from "../../db/schema.ts";
import { PUBLIC_PERSON_COLUMNS, publicPersonColumnsOf, toPerson } from "../../listings/queries/listings.ts";
import { hiddenIn } from "./hidden-texts.ts";
import { listOpenReports } from "./reports.ts";

/** Hidden ratings in one response, newest first. */
const MAX_HIDDEN_RATINGS = 100;

/** Open reports by rating, oldest first. */
export async function listReportedRatings(db: Database): Promise<ReportedRating[]> {
  const openReports = await listOpenReports(db, "rating", ratingReportReason);
  const found = await selectModeratedRatings(db).where(isAmong(ratings.id, Array.from(openReports.keys())));
  const reported = new Map(found.map((row) => [row.rating.id, toModeratedRating(row)]));
  return Array.from(openReports, ([id, reports]) => {
    const rating = reported.get(id);
    return rating ? [{ rating, reports }] : [];
  }).flat();
}

/** Ratings that are hidden, or whose replies are. */
export async function listHiddenRatings(db: Database): Promise<ModeratedRating[]> {
  const rows = await selectModeratedRatings(db)
    .where(sql`coalesce(hidden_reason, reply_hidden_reason) IS NOT NULL`)
    .orderBy(desc(ratings.ratedAt))
    .limit(MAX_HIDDEN_RATINGS);
  return rows.map(toModeratedRating);
}

const rated = alias(users, "rated");

function selectModeratedRatings(db: Database) {
  return db
    .select({
      rating: ratings,
      title: auctions.title,
      by: PUBLIC_PERSON_COLUMNS,
      of: publicPersonColumnsOf(rated),
    })
    .from(ratings)
    .innerJoin(auctions, eq(auctions.id, ratings.auctionId))
    .leftJoin(users, eq(users.id, ratings.raterId))
    .leftJoin(rated, eq(rated.id, ratings.ratedId))
    .$dynamic();
}
type ModeratedRatingRow = Awaited<ReturnType<typeof selectModeratedRatings>>[number];

function toModeratedRating({ rating, title, by, of }: ModeratedRatingRow): ModeratedRating {
  const { id, auctionId, stars, text, raterId, ratedId, reply, hiddenReason, replyHiddenReason } = rating;
  return {
    _id: id,
    auction: { _id: auctionId, title },
    stars,
    text,
    by: toPerson(raterId, by),
    of: toPerson(ratedId, of),
    hidden: hiddenIn(hiddenReason),
    reply: reply === null ? null : { text: reply, hidden: hiddenIn(replyHiddenReason) },
  };
}
