/**
 * Ratings after a deal: who may rate the other side or reply, until when, and from when others see it. Given the deal,
 * the ratings so far, the person and the time, each function says what to store, or why not. Neither side sees the
 * other's rating while it could still answer with its own, so no one rates out of revenge. Pure: the caller has the
 * clock, stores what was decided, and decides again if the other side was faster.
 */
import { sideOf } from "./deal-steps.ts";
import { type Deal, dealAt, otherSide, type Side } from "./deal.ts";
import { refuse, type Refusal } from "./refusal.ts";

/** After a deal is done, both sides have this long to rate: longer than anyone needs to try what they bought. */
export const RATING_MS = 60 * 24 * 3_600_000;
export const MIN_STARS = 1;
export const MAX_STARS = 5;

/** One side's rating of the other. `text` may be empty. */
export type GivenRating = { readonly stars: number; readonly text: string };
/** Each side's rating, null until it has rated. */
export type Given = { readonly [Name in Side]: GivenRating | null };

/** The end of the time to rate (epoch ms). Null while the deal isn't done, or has failed. */
export function rateUntil(deal: Deal, now: number): number | null {
  const current = dealAt(deal, now);
  return current.state === "done" ? current.at + RATING_MS : null;
}

/** Whether others see a rating that is shown from `shownAt` on (both epoch ms). */
export function isRatingShown({ shownAt }: { readonly shownAt: number }, now: number): boolean {
  return shownAt <= now;
}

type RatingDecision =
  | {
      readonly ok: true;
      readonly side: Side;
      /**
       * The time at which both ratings are shown (epoch ms): at once if the other side has rated, or else when no one
       * can rate any more. Null for the same rating again, which changes nothing.
       */
      readonly shownAt: number | null;
    }
  | { readonly ok: false; readonly refusal: Refusal<"deal_not_found" | "deal_not_done" | "rated" | "rating_too_late"> };

/**
 * A person rates the other side of their deal at `now` (epoch ms). Enforces (in order):
 * 1. the person is its buyer or its seller: `deal_not_found`
 * 2. the deal is done: `deal_not_done`, which names its state
 * 3. this side has not given another rating: `rated`
 * 4. it was done less than 60 days ago: `rating_too_late`, with the time until which it was possible
 *
 * The same rating once more is accepted, whatever happened since.
 */
export function rate(deal: Deal, given: Given, personId: string, rating: GivenRating, now: number): RatingDecision {
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
  | { readonly ok: true; readonly isRepeat: boolean }
  | {
      readonly ok: false;
      readonly refusal: Refusal<"rating_not_found" | "rating_not_shown" | "rating_hidden" | "rating_replied">;
    };

/**
 * A side of a deal replies to the other side's rating at `now` (epoch ms), once. Enforces (in order):
 * 1. the other side has rated: `rating_not_found`
 * 2. that is shown: `rating_not_shown`, with the time from which it is
 * 3. it is not hidden by an admin: `rating_hidden`
 * 4. there is no other reply: `rating_replied`
 *
 * The same reply once more is accepted, whatever happened since.
 */
export function replyTo(rating: RatingToReply | null, reply: string, now: number): ReplyDecision {
  if (!rating) return refuse({ code: "rating_not_found" });
  if (rating.reply === reply) return { ok: true, isRepeat: true };
  if (!isRatingShown(rating, now)) return refuse({ code: "rating_not_shown", shownAt: rating.shownAt });
  if (rating.isHidden) return refuse({ code: "rating_hidden" });
  return rating.reply === null ? { ok: true, isRepeat: false } : refuse({ code: "rating_replied" });
}
