/**
 * Ratings after a deal: who can rate the other side or reply, for how long, and when others can see the rating. Takes
 * the deal, the ratings so far, the person and the time. Each function returns what to store, or a refusal. Neither
 * side sees the other's rating while it can still give its own, so no one rates out of revenge. Pure. The caller passes
 * the time, stores the result, and decides again if the other side was faster.
 */
import { sideOf } from "./deal-steps.ts";
import { type Deal, dealAt, otherSide, type Side } from "./deal.ts";
import { refuse } from "./decision.ts";
import type { Refusal } from "./refusal.ts";

/** How long both sides have to rate after a deal is done. That's plenty of time to try out a purchase. */
export const RATING_MS = 60 * 24 * 3_600_000;
export const MIN_STARS = 1;
export const MAX_STARS = 5;

/** One side's rating of the other. `text` may be empty. */
export type GivenRating = { readonly stars: number; readonly text: string };
/** Each side's rating, null until it has rated. */
export type GivenRatings = { readonly [Name in Side]: GivenRating | null };

/** When rating ends (epoch ms). Null while the deal isn't done, or if it failed. */
export function rateUntil(deal: Deal, now: number): number | null {
  const current = dealAt(deal, now);
  return current.state === "done" ? current.at + RATING_MS : null;
}

/** Whether others can see a rating that is shown from `shownAt` (both epoch ms). */
export function isRatingShown({ shownAt }: { readonly shownAt: number }, now: number): boolean {
  return shownAt <= now;
}

type RatingDecision =
  | {
      readonly ok: true;
      readonly side: Side;
      /**
       * When both ratings are shown (epoch ms): right away if the other side has rated, otherwise when rating ends.
       * Null for the same rating again, which changes nothing.
       */
      readonly shownAt: number | null;
    }
  | { readonly ok: false; readonly refusal: Refusal<"deal_not_found" | "deal_not_done" | "rated" | "rating_too_late"> };

/**
 * Rates the other side of a person's deal at `now` (epoch ms). Enforces (in order):
 * 1. the person is its buyer or its seller: `deal_not_found`
 * 2. the deal is done: `deal_not_done`, which contains its state
 * 3. this side has not given a different rating: `rated`
 * 4. it was done less than 60 days ago: `rating_too_late`, with the time when rating ended
 *
 * Sending the same rating again is accepted, no matter what has happened since.
 */
export function rate(
  deal: Deal,
  given: GivenRatings,
  personId: string,
  rating: GivenRating,
  now: number,
): RatingDecision {
  const side = sideOf(deal, personId);
  if (side === null) return refuse({ code: "deal_not_found" });
  const latestAt = rateUntil(deal, now);
  if (latestAt === null) return refuse({ code: "deal_not_done", state: dealAt(deal, now).state });
  const own = given[side];
  if (own) {
    const isSame = own.stars === rating.stars && own.text === rating.text;
    return isSame ? { ok: true, side, shownAt: null } : refuse({ code: "rated" });
  }
  if (now >= latestAt) return refuse({ code: "rating_too_late", latestAt });
  return { ok: true, side, shownAt: given[otherSide(side)] ? now : latestAt };
}

/** The part of the other side's rating that a reply depends on. `shownAt` is epoch ms. */
type RatingToReply = {
  readonly shownAt: number;
  /** Null until the rated person has replied. */
  readonly reply: string | null;
  /** Hidden by an admin. */
  readonly isHidden: boolean;
};

type ReplyDecision =
  | { readonly ok: true; readonly isRetry: boolean }
  | {
      readonly ok: false;
      readonly refusal: Refusal<"rating_not_found" | "rating_not_shown" | "rating_hidden" | "rating_replied">;
    };

/**
 * A side of a deal replies to the other side's rating at `now` (epoch ms), once. Enforces (in order):
 * 1. the other side has rated: `rating_not_found`
 * 2. others can see that rating: `rating_not_shown`, with the time from which they can
 * 3. it is not hidden by an admin: `rating_hidden`
 * 4. there is no other reply: `rating_replied`
 *
 * Sending the same reply again is accepted, no matter what has happened since.
 */
export function replyTo(rating: RatingToReply | null, reply: string, now: number): ReplyDecision {
  if (!rating) return refuse({ code: "rating_not_found" });
  if (rating.reply === reply) return { ok: true, isRetry: true };
  if (!isRatingShown(rating, now)) return refuse({ code: "rating_not_shown", shownAt: rating.shownAt });
  if (rating.isHidden) return refuse({ code: "rating_hidden" });
  return rating.reply === null ? { ok: true, isRetry: false } : refuse({ code: "rating_replied" });
}
