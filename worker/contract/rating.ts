/** The ratings of a deal's two sides, and the public ratings of a seller. */
import * as z from "zod";

import { MAX_STARS, MIN_STARS } from "../rules/ratings.ts";
import { person } from "./catalogue.ts";
import { responseSchema, pageSize, text } from "./fields.ts";
import { MAX_RATING_LENGTH } from "./lengths.ts";
import { listCursor } from "./list-cursor.ts";
import { reportSchema } from "./report.ts";
import { ratingSummary } from "./seller.ts";
import { cleanLines } from "./text/clean-text.ts";

const STARS_MESSAGE = `Choose ${MIN_STARS} to ${MAX_STARS} stars`;

export const rateInput = z.object({
  stars: z
    .number({ error: STARS_MESSAGE })
    .int(STARS_MESSAGE)
    .min(MIN_STARS, STARS_MESSAGE)
    .max(MAX_STARS, STARS_MESSAGE),
  /** May be empty. */
  text: text(MAX_RATING_LENGTH, "Say what went well or didn't", cleanLines).or(z.literal("")).default(""),
});
export type RateInput = z.input<typeof rateInput>;

export const replyInput = z.object({ text: text(MAX_RATING_LENGTH, "Write your reply", cleanLines) });
export type ReplyInput = z.input<typeof replyInput>;

export const RATING_REPORT_REASONS = [
  { value: "offensive", label: "It's offensive" },
  { value: "private", label: "It shares someone's private details" },
  { value: "untrue", label: "It isn't true" },
  { value: "other", label: "Something else" },
] as const;
export const reportRatingInput = reportSchema(RATING_REPORT_REASONS);
export const ratingReportReason = reportRatingInput.shape.reason;

/** Why admins have hidden a rating or a reply, for its writer and for admins. */
const hidden = z.object({ reason: z.string() });

const stars = z.number();

/** A rating as one side of its deal sees it. They see their own right away, and the other one once both are shown. */
const dealRating = z
  .object({
    _id: z.string(),
    stars,
    /** Empty if there is none, and once the author's account is deleted. */
    text: z.string(),
    ratedAt: z.string(),
    hidden: hidden.exactOptional(),
    reply: z.nullable(z.object({ text: z.string(), repliedAt: z.string(), hidden: hidden.exactOptional() })),
  })
  .meta({ ref: "DealRating" });
export type DealRating = z.infer<typeof dealRating>;

/** The ratings of a deal that is done, as one side can see them. */
export const dealRatingPair = z
  .object({
    /** When rating ends for both sides. */
    rateUntil: z.string(),
    /** Whether the caller can still rate. */
    mayRate: z.boolean(),
    /** Whether everyone sees both, because both sides have rated or the time to rate is over. */
    shown: z.boolean(),
    own: z.nullable(dealRating),
    /** Whether the other side has rated. The caller sees this before the rating itself. */
    otherHasRated: z.boolean(),
    /** Null until it is shown, and while admins have hidden it. */
    other: z.nullable(dealRating),
  })
  .meta({ ref: "DealRatings" });
export type DealRatingPair = z.infer<typeof dealRatingPair>;

/** A buyer's rating of a sale, as everyone sees it. */
export const rating = z
  .object({
    _id: z.string(),
    auction: z.object({ _id: z.string(), title: z.string() }),
    stars,
    text: z.string(),
    /** Null for an anonymous bidder, and once the account is deleted. */
    by: z.nullable(person),
    /** When it was shown. */
    shownAt: z.string(),
    reply: z.nullable(z.object({ text: z.string(), repliedAt: z.string() })),
  })
  .meta({ ref: "Rating" });
export type Rating = z.infer<typeof rating>;

const RATINGS_PER_PAGE = 10;
export const ratingsQuery = z.object({ cursor: listCursor, limit: pageSize(RATINGS_PER_PAGE) });
/** Most recently shown first. */
export const ratingsResponse = responseSchema({
  rated: ratingSummary,
  ratings: z.array(rating),
  nextCursor: z.nullable(z.string()),
});

/** A rating as admins see it, with names and hidden text. */
export const moderatedRating = z
  .object({
    _id: z.string(),
    auction: z.object({ _id: z.string(), title: z.string() }),
    stars,
    text: z.string(),
    by: person,
    of: person,
    hidden: z.nullable(hidden),
    reply: z.nullable(z.object({ text: z.string(), hidden: z.nullable(hidden) })),
  })
  .meta({ ref: "ModeratedRating" });
export type ModeratedRating = z.infer<typeof moderatedRating>;

/** All open reports about one rating and its reply. */
export const reportedRating = z
  .object({
    rating: moderatedRating,
    reports: z.array(z.object({ reason: ratingReportReason, text: z.string(), by: person, at: z.string() })),
  })
  .meta({ ref: "ReportedRating" });
export type ReportedRating = z.infer<typeof reportedRating>;
