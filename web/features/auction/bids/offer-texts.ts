/**
 * The bid form's text about an offer before it's sent. Pure. It uses public numbers only, because other bidders'
 * maximums are secret. All amounts are in major units.
 */
import { describeRefusal } from "../../../../worker/contract/describe-refusal.ts";
import { toMinorOrThrow, toMajor } from "../../../../worker/rules/money.ts";
import { priceText } from "../../../ui/items/price.tsx";

/** `exact`: the amount is the bid. `upTo`: the amount is the maximum for automatic bidding. */
export type OfferKind = "exact" | "upTo";

/** The auction's current numbers on the page, and the person's own maximum. */
export type OfferSituation = {
  /** The minimum bid. */
  readonly minimum: number;
  /** Null while no one has bid. */
  readonly price: number | null;
  readonly currency: string;
  /** Whether the person's own bid leads. */
  readonly leads: boolean;
  /** The leading bid's maximum. Null if it has none or we don't know it yet. */
  readonly ownMaximum: number | null;
  /** Null if there is no hidden reserve. */
  readonly reserveMet: boolean | null;
  /** The most a new member can bid. Null for everyone else. */
  readonly newMemberMaximum: number | null;
};

/**
 * The lowest amount that the server accepts. A leader can lower their maximum to the price. They can't while a hidden
 * reserve is unmet, because raising and lowering the maximum would reveal it.
 */
export function minimumOffer(kind: OfferKind, situation: OfferSituation): number {
  const { minimum, price, leads, ownMaximum, reserveMet } = situation;
  if (kind === "exact" || !leads || price === null) return minimum;
  return reserveMet === false && ownMaximum !== null ? ownMaximum : price;
}

/** Quick raises over the price, as multiples of the smallest raise. */
const RAISES = [1, 5, 10];

/** The price plus each of the quick raises. None for a first bid, which has no price to raise. */
export function suggestedAmounts({ minimum, price }: OfferSituation): readonly number[] {
  if (price === null) return [];
  const raiseMinor = toMinorOrThrow(minimum) - toMinorOrThrow(price);
  return RAISES.map((raises) => toMajor(toMinorOrThrow(price) + raises * raiseMinor));
}

/** Predicts the server's refusal as a message. Undefined if it would accept. */
export function predictedRefusal(kind: OfferKind, amount: number, situation: OfferSituation): string | undefined {
  const { currency, leads, ownMaximum, newMemberMaximum } = situation;
  const minimumMinor = toMinorOrThrow(minimumOffer(kind, situation));
  if (toMinorOrThrow(amount) < minimumMinor) {
    const code = kind === "upTo" && leads ? "maximum_too_low" : "bid_too_low";
    return describeRefusal({ code, minimumMinor }, currency).message;
  }
  if (kind === "exact" && ownMaximum !== null && amount <= ownMaximum) {
    return describeRefusal({ code: "below_own_maximum", maximumMinor: toMinorOrThrow(ownMaximum) }, currency).message;
  }
  // Only someone who used to be a known member can have a maximum above this limit. They can still lower it.
  const isLowered = ownMaximum !== null && amount <= ownMaximum;
  if (newMemberMaximum !== null && amount > newMemberMaximum && !isLowered) {
    return describeRefusal({ code: "new_member_amount", maximumMinor: toMinorOrThrow(newMemberMaximum) }, currency)
      .message;
  }
  return undefined;
}

/** Describes what this maximum would do. Null if it would be refused. */
export function maximumPreview(maximum: number, situation: OfferSituation): string | null {
  const { minimum, price, currency, leads, reserveMet } = situation;
  if (maximum < minimumOffer("upTo", situation)) return null;
  const reserve = reserveMet === false ? "If it reaches the hidden reserve, the price rises to the reserve. " : "";
  const most = `${reserve}You never pay more than ${priceText(maximum, currency)}.`;
  if (price === null) return `You would lead at ${priceText(minimum, currency)}. ${most}`;
  if (leads) return `You would still lead at ${priceText(price, currency)}. ${most}`;
  return `You would lead at ${priceText(minimum, currency)} unless someone's maximum is higher. ${most}`;
}
