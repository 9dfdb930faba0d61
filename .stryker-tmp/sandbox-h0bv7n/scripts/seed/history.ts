/**
 * The history of a seeded auction, from its story: when it opened, who bid how much, and when. Pure, and relative to
 * the moment of seeding (milliseconds, negative before it), so that an interrupted seeding can be taken up again.
 * Every bid obeys the law: upward, by an increment at least, before the end, never by the seller.
 */
// @ts-nocheck

import { incrementAt } from "../../worker/rules/increments.ts";
import { MINOR_PER_MAJOR } from "../../worker/rules/money.ts";
import type { Lot } from "./lot.ts";
import { PEOPLE, type PersonName } from "./people.ts";
import { type Random, seededRandom } from "./seeded-random.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The quiet before a live auction is looked at, and after it opens. */
const MARGIN_MS = 40_000;
/** Bids of a finale come this close to the end, inside the usual soft-close window. */
const FINALE_MS = 100_000;
/** How far a bid in a finale follows the one before. */
const FINALE_STEP_MS = 17_000;
/** Before the last minutes nobody moves the end. */
const CALM_MS = 4 * MINUTE_MS;
/** How much more people bid near the end: 1 would be evenly over time. */
const HURRY = 0.55;

export type PastBid = { readonly bidder: PersonName; readonly amountMinor: number; readonly afterMs: number };
export type History = {
  readonly opensAfterMs: number;
  readonly endsAfterMs: number;
  readonly bids: readonly PastBid[];
};

export function historyOf(lot: Lot): History {
  const { story } = lot;
  const random = seededRandom(`history ${lot.slug}`);
  const opensAfterMs = -story.openedHoursAgo * HOUR_MS;
  const endsAfterMs = story.endsInMinutes * MINUTE_MS;
  const times = timesOf(story.bids, story.finale ?? 0, opensAfterMs, endsAfterMs, random);
  const amounts = amountsOf(lot, times.length, random);
  const bidders = biddersOf(lot, times.length, random);
  const bids = times.map((afterMs, index) => ({
    bidder: bidders[index] ?? "mateo",
    amountMinor: amounts[index] ?? 0,
    afterMs,
  }));
  return { opensAfterMs, endsAfterMs, bids };
}

function timesOf(count: number, finale: number, opensAfterMs: number, endsAfterMs: number, random: Random): number[] {
  const over = endsAfterMs < 0;
  const first = opensAfterMs + MARGIN_MS;
  const last = over ? endsAfterMs - CALM_MS : -MARGIN_MS;
  const calm = Array.from({ length: count - finale }, () => first + (last - first) * random.unit() ** HURRY);
  const late = Array.from({ length: finale }, (_, index) => endsAfterMs - FINALE_MS + index * FINALE_STEP_MS);
  return [...calm.toSorted((a, b) => a - b), ...late].map(Math.round);
}

/** Rising from the starting price to the story's climb in uneven steps, in the round sums that people like. */
function amountsOf({ startingPrice, increments, story }: Lot, count: number, random: Random): number[] {
  const startMinor = startingPrice * MINOR_PER_MAJOR;
  const climb = story.climb ?? 1;
  const stepMinor = roundStep((startMinor * (climb - 1)) / count / 2);
  const weights = Array.from({ length: Math.max(0, count - 1) }, () => random.between(0.3, 1.7));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const amounts: number[] = [];
  let share = 0;
  for (let index = 0; index < count; index += 1) {
    share += index === 0 ? 0 : (weights[index - 1] ?? 0) / whole;
    const wished = Math.round((startMinor * climb ** share) / stepMinor) * stepMinor;
    const before = amounts.at(-1);
    const least = before === undefined ? startMinor : before + incrementAt(increments, before);
    amounts.push(wished >= least ? wished : least);
  }
  return amounts;
}

/** The largest round sum that is not above `minor`: 1, 5, 10, 25, 50 … dollars. */
function roundStep(minor: number): number {
  const steps = [1, 10, 100, 1_000, 10_000].flatMap((power) => [power, 2.5 * power, 5 * power]);
  return (steps.findLast((step) => Number.isInteger(step) && step * MINOR_PER_MAJOR <= minor) ?? 1) * MINOR_PER_MAJOR;
}

/** A handful of people, no one twice in a row, and at the end the one whom the story names. */
function biddersOf({ slug, seller, story }: Lot, count: number, random: Random): PersonName[] {
  const wanted = [...(story.leader ? [story.leader] : []), ...(story.among ?? [])];
  const others = PEOPLE.map(({ name }) => name).filter((name) => name !== seller && !wanted.includes(name));
  const extra = Math.min(others.length, 2 + Math.floor(count / 9));
  const shuffled = others
    .map((name) => ({ name, at: seededRandom(`${slug} ${name}`).unit() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ name }) => name);
  const pool = [...wanted, ...shuffled.slice(0, extra)];
  const bidders: PersonName[] = [];
  for (let index = count - 1; index >= 0; index -= 1) {
    const next = bidders[0];
    const able = pool.filter((name) => name !== next);
    const chosen = index === count - 1 && story.leader ? story.leader : able[random.whole(0, able.length - 1)];
    bidders.unshift(chosen ?? "mateo");
  }
  return bidders;
}
