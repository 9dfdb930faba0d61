/**
 * The facts that seal an amount that a later fact may open. If none does, the journal check assumes an amount.
 * All other seals (who a seller blocks, why a listing is hidden) stay secret and have no effect here.
 */
import type { Fact } from "../rules/facts.ts";

/** These seal a maximum only if it's hidden and the bid leads. */
const OFFER_FACT_TYPES = ["newBid", "bidEdited", "maximumChanged"] as const satisfies readonly Fact["type"][];

/** The bidder's offer: a bid, a raised bid, or another maximum. It may have set the bid's maximum. */
export type OfferFact = Extract<Fact, { type: (typeof OFFER_FACT_TYPES)[number] }>;

export function isOfferFact(fact: Fact | undefined): fact is OfferFact {
  return OFFER_FACT_TYPES.some((type) => type === fact?.type);
}

/** Whether a fact seals a reserve. `opened-reserves.ts` says what the check assumes if it is never opened. */
export function sealsReserve(fact: Fact | undefined): boolean {
  return fact?.type === "reserveSet";
}
