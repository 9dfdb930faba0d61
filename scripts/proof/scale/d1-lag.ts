/**
 * How late lists are, by simulation: rooms that write to D1 in rounds, and databases that do one round after the other.
 * Bids come at random times, on auctions that Zipf's law makes popular. A room has one round under way at most, and spaces
 * them as worker/room/delivery/feed.ts does, with its figures: a round gathers bids after the first one that D1 lacks; a
 * database that is slow to answer gets rarer and larger ones. Pure: the seed decides everything. Times are milliseconds.
 */
import { Random } from "../random.ts";
import { OURS, shares } from "./costs.ts";
import { evenly, PARTS } from "./sharded-catalogue.ts";

const { gatherMs, firstPauseMs, pauseFactor, maxPauseMs } = OURS.rounds;
/** What is promised is without the round itself. One that takes longer than this no longer makes the pauses longer. */
const LONGEST_ROUND_MS = maxPauseMs / pauseFactor;
/** Later than this, a bid is in lists too late. */
export const IN_TIME_MS = OURS.promisedLagMs + LONGEST_ROUND_MS;

export type LagLoad = {
  readonly auctions: number;
  readonly bidsPerSecond: number;
  /** How long a database takes for one round, if it does nothing else. */
  readonly roundMs: number;
  /** The share of its time that a database has for rounds: reads take the rest. */
  readonly share?: number;
  readonly databases: number;
  readonly seconds: number;
  readonly seed: string;
};

export type Lag = {
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly rounds: number;
  readonly bids: number;
};

type Room = {
  readonly database: number;
  waiting: number[];
  state: "quiet" | "due" | "under way";
  steadyPauseMs: number;
  pauseUntil: number;
};

export function simulateLag(load: LagLoad): Lag {
  const { auctions, roundMs, share = 1, databases, seconds, seed } = load;
  const random = new Random(`${seed}: databases`);
  const table = evenly(databases);
  const rooms = Array.from({ length: auctions }, (): Room => ({
    database: table[random.whole(0, PARTS - 1)] ?? 0,
    waiting: [],
    state: "quiet",
    steadyPauseMs: firstPauseMs,
    pauseUntil: 0,
  }));
  const freeAt = Array.from({ length: databases }, () => 0);
  const due = new Calendar<Room>();
  const done = new Calendar<{ readonly room: Room; readonly bidAt: readonly number[]; readonly askedAt: number }>();
  const lags: number[] = [];
  const endMs = seconds * 1_000;
  const bids = randomBids(load);
  let next = bids.next();
  let rounds = 0;

  const wait = (room: Room, now: number) => {
    const waitMs = room.pauseUntil - now;
    room.steadyPauseMs = waitMs > 0 ? Math.min(room.steadyPauseMs * 2, maxPauseMs) : firstPauseMs;
    room.state = "due";
    due.add(now + Math.max(gatherMs, waitMs), room);
  };
  // Runs until every bid has arrived.
  for (let now = 0; now < endMs || due.size + done.size > 0; now += 1) {
    for (; !next.done && next.value.at <= now; next = bids.next()) {
      const room = rooms[next.value.auction];
      if (!room) throw new Error("an auction has no room");
      room.waiting.push(next.value.at);
      if (room.state === "quiet") wait(room, now);
    }
    for (const { room, bidAt, askedAt } of done.take(now)) {
      lags.push(...bidAt.map((at) => now - at));
      room.pauseUntil = now + Math.min(Math.max(room.steadyPauseMs, pauseFactor * (now - askedAt)), maxPauseMs);
      if (room.waiting.length > 0) wait(room, now);
      else room.state = "quiet";
    }
    for (const room of due.take(now)) {
      const finishedAt = Math.max(now, freeAt[room.database] ?? 0) + roundMs / share;
      freeAt[room.database] = finishedAt;
      rounds += 1;
      room.state = "under way";
      done.add(Math.ceil(finishedAt), { room, bidAt: room.waiting, askedAt: now });
      room.waiting = [];
    }
  }
  lags.sort((one, other) => one - other);
  return {
    medianMs: lags[Math.floor(lags.length / 2)] ?? 0,
    p99Ms: lags[Math.floor(lags.length * 0.99)] ?? 0,
    rounds,
    bids: lags.length,
  };
}

/** When bids come, and on which auctions. */
export function* randomBids({
  auctions,
  bidsPerSecond,
  seconds,
  seed,
}: LagLoad): Generator<{ readonly at: number; readonly auction: number }, void> {
  const random = new Random(seed);
  const draw = drawing(shares(auctions), random);
  for (let at = between(random, bidsPerSecond); at < seconds * 1_000; at += between(random, bidsPerSecond)) {
    yield { at, auction: draw() };
  }
}

/** Bids a second that are tried, each a quarter more than the one before. */
const RATES = [
  10, 12.5, 16, 20, 25, 32, 40, 50, 63, 80, 100, 125, 160, 200, 250, 320, 400, 500, 630, 800, 1_000, 1_250, 1_600,
  2_000, 2_500,
] as const;
export const MAX_RATE = 2_500;

/** The highest of `RATES` at which 99 of 100 bids are in lists in time; null if even the highest is no problem. */
export function mostBidsInTime(load: Omit<LagLoad, "bidsPerSecond">): { bids: number; rounds: number } | null {
  let low = -1;
  let high: number = RATES.length;
  let rounds = 0;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    const lag = simulateLag({ ...load, bidsPerSecond: RATES[middle] ?? 0 });
    if (lag.p99Ms <= IN_TIME_MS) {
      low = middle;
      rounds = lag.rounds / load.seconds;
    } else high = middle;
  }
  return high === RATES.length ? null : { bids: RATES[low] ?? 0, rounds };
}

/** The events due in each millisecond. */
class Calendar<Entry> {
  readonly #entries = new Map<number, Entry[]>();
  size = 0;

  add(at: number, entry: Entry): void {
    const time = Math.ceil(at);
    const entries = this.#entries.get(time);
    if (entries) entries.push(entry);
    else this.#entries.set(time, [entry]);
    this.size += 1;
  }

  take(time: number): readonly Entry[] {
    const entries = this.#entries.get(time) ?? [];
    this.#entries.delete(time);
    this.size -= entries.length;
    return entries;
  }
}

/** The time until the next bid: bids are independent of each other. */
function between(random: Random, perSecond: number): number {
  return (-Math.log(1 - random.next()) * 1_000) / perSecond;
}

/** Draws an index, each as often as its weight says. */
function drawing(weights: readonly number[], random: Random): () => number {
  let sum = 0;
  const upTo = weights.map((weight) => (sum += weight));
  return () => {
    const at = random.next() * sum;
    let low = 0;
    let high = upTo.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((upTo[middle] ?? Infinity) > at) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
