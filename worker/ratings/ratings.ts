/**
 * Rating the other side of a deal, and replying to its rating. The rules decide, and decide again if someone else was
 * faster.
 */
import type { Database } from "../db/database.ts";
import { findDealOf } from "../deals/deal-rows.ts";
import { sideOf } from "../rules/deal-steps.ts";
import { otherSide } from "../rules/deal.ts";
import { rate, type GivenRating, replyTo } from "../rules/ratings.ts";
import type { Refusal } from "../rules/refusal.ts";
import { insertRating, insertReply } from "./rating-rows.ts";

/** Only two writes can come first: the other side's rating, and the person's own from another tab. */
const MAX_TRIES = 3;

type RatingRequest = { readonly dealId: string; readonly personId: string };
type RatingResult<RuleRefusal extends Refusal> =
  | {
      readonly ok: true;
      /** The rating that was given or replied to. Null for a retry. */
      readonly ratingId: string | null;
    }
  /** Null if the account has just been deleted or suspended. */
  | { readonly ok: false; readonly refusal: RuleRefusal | null };

/** `now` is epoch ms. */
export async function rateDeal(
  db: Database,
  { dealId, personId, rating }: RatingRequest & { readonly rating: GivenRating },
  now: number,
): Promise<RatingResult<Refusal<"deal_not_found" | "deal_not_done" | "rated" | "rating_too_late">>> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const found = await findDealOf(db, dealId, personId);
    if (found?.row.id !== dealId) return { ok: false, refusal: { code: "deal_not_found" } };
    const decision = rate(found.deal, found.ratings, personId, rating, now);
    if (!decision.ok) return decision;
    const { side, shownAt } = decision;
    if (shownAt === null) return { ok: true, ratingId: null };
    const otherHasRated = found.ratings[otherSide(side)] !== null;
    const added = await insertRating(db, found.row, { ...rating, side, shownAt, otherHasRated }, now);
    if (added !== null) return { ok: true, ratingId: added };
  }
  return { ok: false, refusal: null };
}

/** `now` is epoch ms. */
export async function replyToRating(
  db: Database,
  { dealId, personId, reply }: RatingRequest & { readonly reply: string },
  now: number,
): Promise<
  RatingResult<Refusal<"deal_not_found" | "rating_not_found" | "rating_not_shown" | "rating_hidden" | "rating_replied">>
> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const found = await findDealOf(db, dealId, personId);
    const side = found && sideOf(found.deal, personId);
    if (!side || found.row.id !== dealId) return { ok: false, refusal: { code: "deal_not_found" } };
    const rating = found.ratings[otherSide(side)];
    const decision = replyTo(rating && { ...rating, isHidden: rating.hiddenReason !== null }, reply, now);
    if (!decision.ok) return decision;
    if (!rating || decision.isRetry) return { ok: true, ratingId: null };
    if (await insertReply(db, { id: rating.id, authorId: personId, reply }, now))
      return { ok: true, ratingId: rating.id };
  }
  return { ok: false, refusal: null };
}
