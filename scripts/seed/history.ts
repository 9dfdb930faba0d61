/**
 * Generates a seeded auction's opening and bids from its story. Pure. Times are in ms relative to the seeding, and
 * negative before it, so that an interrupted seeding can continue. Every bid obeys the rules:
 * at least one increment higher, before the end, never by the seller.
 */
import { incrementAt } from "../../worker/rules/money.ts";
import { MINOR_PER_MAJOR } from "../../worker/rules/money.ts";
import { PEOPLE, type PersonName } from "./people.ts";
import { Random } from "./random.ts";
import { roundAmount } from "./round-amount.ts";
import type { SampleItem } from "./sample-item.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** No bid comes within this time after the opening, or within this time before a live auction is seeded. */
const MARGIN_MS = 40_000;
/** The last bids come within this time before the end, inside the default soft-close window. */
const FINALE_MS = 100_000;
/** The time between consecutive bids in the finale. */
const FINALE_STEP_MS = 17_000;
/** Other bids come at least this long before the end, so that they don't extend it. */
const CALM_MS = 4 * MINUTE_MS;
/** Bids become more frequent over time, especially in the last hours. 1 would be an even distribution. */
const EARLY_EXPONENT = 0.55;
const LATE_EXPONENT = 0.22;
const LAST_HOURS_MS = 2 * HOUR_MS;

export type PastBid = { readonly bidder: PersonName; readonly amountMinor: number; readonly afterMs: number };
export type SeedHistory = {
  readonly opensAfterMs: number;
  readonly endsAfterMs: number;
  readonly bids: readonly PastBid[];
};

export function historyOf(item: SampleItem): SeedHistory {
  const { story } = item;
  const random = new Random(`history ${item.slug}`);
  const opensAfterMs = -story.openedHoursAgo * HOUR_MS;
  const endsAfterMs = story.endsInMinutes * MINUTE_MS;
  const times = timesOf(story.bidCount, story.lateBidCount ?? 0, opensAfterMs, endsAfterMs, random);
  const amounts = amountsOf(item, times.length, random);
  const bidders = biddersOf(item, times.length, random);
  const bids = times.map((afterMs, index) => ({
    bidder: bidders[index] ?? "mateo",
    amountMinor: amounts[index] ?? 0,
    afterMs,
  }));
  return { opensAfterMs, endsAfterMs, bids };
}

function timesOf(
  count: number,
  finaleCount: number,
  opensAfterMs: number,
  endsAfterMs: number,
  random: Random,
): number[] {
  const isOver = endsAfterMs < 0;
  const first = opensAfterMs + MARGIN_MS;
  const last = isOver ? endsAfterMs - CALM_MS : -MARGIN_MS;
  const exponent = endsAfterMs < LAST_HOURS_MS ? LATE_EXPONENT : EARLY_EXPONENT;
  const calmTimes = Array.from(
    { length: count - finaleCount },
    () => first + (last - first) * random.next() ** exponent,
  );
  const finaleTimes = Array.from(
    { length: finaleCount },
    (_, index) => endsAfterMs - FINALE_MS + index * FINALE_STEP_MS,
  );
  return [...calmTimes.toSorted((a, b) => a - b), ...finaleTimes].map(Math.round);
}

/** Amounts that rise from the starting price by the story's factor, in uneven steps and mostly to round sums. */
function amountsOf({ startingPrice, increments, story }: SampleItem, count: number, random: Random): number[] {
  const startMinor = startingPrice * MINOR_PER_MAJOR;
  const climb = story.priceMultiple ?? 1;
  const stepMinor = roundAmount((startMinor * (climb - 1)) / count / 2);
  const weights = Array.from({ length: Math.max(0, count - 1) }, () => random.between(0.3, 1.7));
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  const amounts: number[] = [];
  let share = 0;
  for (let index = 0; index < count; index += 1) {
    share += index === 0 ? 0 : (weights[index - 1] ?? 0) / totalWeight;
    const target = Math.round((startMinor * climb ** share) / stepMinor) * stepMinor;
    const before = amounts.at(-1);
    const minimum = before === undefined ? startMinor : before + incrementAt(increments, before);
    amounts.push(target >= minimum ? target : minimum);
  }
  return amounts;
}

/** Picks a few bidders, never the same one twice in a row. The last is `story.leader`, if it's set. */
function biddersOf({ slug, seller, story }: SampleItem, count: number, random: Random): PersonName[] {
  const requiredBidders = [...(story.leader ? [story.leader] : []), ...(story.otherBidders ?? [])];
  const others = PEOPLE.map(({ name }) => name).filter((name) => name !== seller && !requiredBidders.includes(name));
  const extraCount = Math.min(others.length, 2 + Math.floor(count / 9));
  const shuffled = others
    .map((name) => ({ name, sortKey: new Random(`${slug} ${name}`).next() }))
    .toSorted((a, b) => a.sortKey - b.sortKey)
    .map(({ name }) => name);
  const pool = [...requiredBidders, ...shuffled.slice(0, extraCount)];
  const bidders: PersonName[] = [];
  for (let index = count - 1; index >= 0; index -= 1) {
    const next = bidders[0];
    const eligible = pool.filter((name) => name !== next);
    const chosen =
      index === count - 1 && story.leader ? story.leader : eligible[random.integer(0, eligible.length - 1)];
    bidders.unshift(chosen ?? "mateo");
  }
  return bidders;
}
