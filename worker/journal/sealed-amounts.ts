/**
 * The facts that seal an amount that a later fact may open. The check of a journal assumes such an amount until then;
 * what else a fact seals (whom a seller blocks, why a listing is hidden) stays secret, and nothing follows from it.
 */
import type { Fact } from "../rules/facts.ts";

/**
 * "maximum": always a seal if the offer leads with a secret maximum, and none otherwise. "reserve": always a seal. Null:
 * it seals no amount. A new fact gets its entry here; what the check assumes of a reserve that is never opened is in
 * `known-reserve.ts`.
 */
const SEALED_AMOUNT = {
  opened: null,
  newBid: "maximum",
  bidEdited: "maximum",
  bidAdjusted: null,
  maximumChanged: "maximum",
  bidWithdrawn: null,
  releaseAsked: null,
  bidVoided: null,
  buyerReleased: null,
  listingEdited: null,
  reserveSet: "reserve",
  reserveRemoved: null,
  extended: null,
  closed: null,
  cancelled: null,
  removed: null,
  bidderBlocked: null,
  bidderUnblocked: null,
  hidden: null,
  shown: null,
  voided: null,
} as const satisfies Readonly<Record<Fact["type"], "maximum" | "reserve" | null>>;

type Sealing<Amount> = {
  [Type in keyof typeof SEALED_AMOUNT]: (typeof SEALED_AMOUNT)[Type] extends Amount ? Type : never;
}[keyof typeof SEALED_AMOUNT];

/** The bidder's offer: a bid, a raised bid, or another maximum. It may have set the bid's maximum. */
export type OfferFact = Extract<Fact, { type: Sealing<"maximum"> }>;

export function isOffer(fact: Fact | undefined): fact is OfferFact {
  return fact !== undefined && SEALED_AMOUNT[fact.type] === "maximum";
}

/** Whether a fact seals a reserve. */
export function sealsReserve(fact: Fact | undefined): boolean {
  return fact !== undefined && SEALED_AMOUNT[fact.type] === "reserve";
}
