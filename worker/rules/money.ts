/**
 * Money. Internally an amount is an integer of minor units (cents, paise). In requests and responses it is a number of
 * major units with at most two decimals. Only this file converts between them.
 */

/** Minor units in one major unit. Deployments only use currencies with two decimals (`currencies.ts`). */
export const MINOR_PER_MAJOR = 100;

/** Decimals of a currency with `MINOR_PER_MAJOR` minor units. */
export const CURRENCY_DIGITS = 2;

/** The largest amount in requests and responses: 1,000,000,000 major units. Far below 2^53, so sums stay exact. */
export const MAX_AMOUNT_MINOR = 1_000_000_000 * MINOR_PER_MAJOR;

/**
 * Converts major units to minor units. Null if the number isn't money: not finite, negative, more than two decimals, or
 * above the largest amount.
 */
export function toMinor(major: number): number | null {
  if (!Number.isFinite(major) || major < 0) return null;
  // Adding 0 turns -0 into 0, which prints and compares differently.
  const minor = Math.round(major * MINOR_PER_MAJOR) + 0;
  if (minor > MAX_AMOUNT_MINOR) return null;
  // Division rounds correctly, so it gives back exactly the double that a two-decimal literal parses to.
  return minor / MINOR_PER_MAJOR === major ? minor : null;
}

/** Minor units to major units. */
export function toMajor(minor: number): number {
  return minor / MINOR_PER_MAJOR;
}

/** Formats minor units for people: `$1,250` or `$117.50`. Whole amounts have no decimals. */
export function formatMoney(minor: number, currency: string, locale = "en-US"): string {
  return formatOf(currency, locale, minor % MINOR_PER_MAJOR === 0 ? 0 : CURRENCY_DIGITS).format(toMajor(minor));
}

/** Creating a formatter takes fifty times as long as using one. There are two per currency and locale. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string, locale: string, decimals: number): Intl.NumberFormat {
  const name = `${currency} ${locale} ${decimals}`;
  let format = formats.get(name);
  // Stryker disable next-line ConditionalExpression: a cache miss only costs time.
  if (!format) {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    format = new Intl.NumberFormat(locale, { style: "currency", currency, ...digits });
    // Stryker disable next-line CallExpression: as above.
    formats.set(name, format);
  }
  return format;
}

/** Converts major units that a schema has validated as money to minor units. Throws RangeError for anything else. */
export function toMinorOrThrow(major: number): number {
  const minor = toMinor(major);
  if (minor === null) throw new RangeError("not an amount of money");
  return minor;
}

/** An exact amount, a maximum up to which the room bids for its bidder, or both. */
export type MinorOffer = { readonly amountMinor?: number; readonly maxMinor?: number };

/** Converts a client's offer from major units that a schema has validated. */
export function toMinorOffer(offer: {
  readonly bidAmount?: number | undefined;
  readonly maxBid?: number | undefined;
}): MinorOffer {
  const { bidAmount, maxBid } = offer;
  return {
    ...(bidAmount === undefined ? {} : { amountMinor: toMinorOrThrow(bidAmount) }),
    ...(maxBid === undefined ? {} : { maxMinor: toMinorOrThrow(maxBid) }),
  };
}

/**
 * Bid increments: how much more than the current price the next bid must be. `flat` is the specification's rule (one
 * major unit). `tiered` is the table that large auction companies publish.
 */
export type IncrementScheme = "flat" | "tiered";

const FLAT_INCREMENT_MINOR = 100;

/** [price below which the row applies, increment], both in minor units, ascending. */
const TIERS: readonly (readonly [belowMinor: number, incrementMinor: number])[] = [
  [100, 5],
  [500, 25],
  [2_500, 50],
  [10_000, 100],
  [25_000, 250],
  [50_000, 500],
  [100_000, 1_000],
  [250_000, 2_500],
  [500_000, 5_000],
];
const TOP_INCREMENT_MINOR = 10_000;

/** The smallest raise over `priceMinor`, in minor units. */
export function incrementAt(scheme: IncrementScheme, priceMinor: number): number {
  if (scheme === "flat") return FLAT_INCREMENT_MINOR;
  return TIERS.find(([belowMinor]) => priceMinor < belowMinor)?.[1] ?? TOP_INCREMENT_MINOR;
}
