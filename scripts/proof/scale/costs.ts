/**
 * The inputs of the arithmetic in docs/scale.md: what we measured, and what we assume about people. Each figure names
 * its source. `npm run scale` writes the document's tables from it.
 */
import { TIMINGS } from "../../../worker/room/delivery/delivery.ts";

/** Rows that are written, as the platform bills them: an index is a row, too. `rows-written.test.ts` counts them. */
export const ROWS = {
  /** A turn of a room: the responses to idempotency keys, and the current state. */
  turn: 2,
  /** Each bid in it: a fact of the journal, and the bid. */
  bidInTurn: 2,
  /** How far each reader is, D1 and inboxes, written with the next turn or at the alarm: at most this many. */
  cursors: 3,
  /** Each `setAlarm` is billed as a row: a quiet room sets one when a bid comes, and one when that has fired. */
  alarm: 1,
  /** A round to D1 in which the price, the leader and the number of bids change: the auction's row and five indexes. */
  round: 6,
  /** The same in which the end moves: the whole row and all its indexes. */
  roundThatMovesTheEnd: 13,
  /** Each bid in it: the row and four indexes. */
  bidInRound: 5,
  /** An inbox's first note of its kind about an auction, and how far that auction is: two rows and their indexes. */
  firstNote: 4,
  /** A later one, which takes the row of the one before it. */
  note: 2,
  /** An inbox notes that a room knows a session of its person. */
  session: 3,
} as const;

/**
 * Medians of `npm run bench` of 2026-11-27 (docs/results/benchmarks.md), everything on one thread of one small machine.
 */
export const BENCH = {
  socketBidsPerSecond: 8_346,
  restBidsPerSecond: 3_296,
  socketBidsUnder1000Watchers: 6_629,
  lastOf1000WatchersMs: 28.9,
  relayMsPerFrame: 0.96,
  auctionPagesPerSecond: 8_662,
  listsPerSecond: 10_373,
  /** Lists read from D1 each time, of 10,000 auctions, with the HTTP around them: an upper bound for D1's part. */
  uncachedListsPerSecond: 1_690,
  /** Searches that nobody made before, over 100,000 auctions. */
  newSearchesPerSecond: 350,
} as const;

/** Settings and constants of ours that bound what grows. */
export const OURS = {
  /** `RELAY_AFTER`, and the most relays of one auction. */
  watchersPerObject: 1_000,
  maxRelays: 200,
  /** How a room spaces its rounds to D1. */
  rounds: TIMINGS.catalogue,
  /** What docs/reliability.md promises of lists at most: without the time that a round takes. */
  promisedLagMs: 4_000,
  /** A seller is notified of an auction's new bids once in so long. */
  sellerNoteMs: TIMINGS.sellerInbox.gatherMs,
  /** A room with one bid stays active until the last of its readers has it. */
  loneBidMs: Math.max(...Object.values(TIMINGS).map(({ gatherMs }) => gatherMs)),
  /** For how long a list is served from memory before it is read from D1 again. */
  listFreshMs: 2_000,
  /** A room whose number of watchers changes stays active this long, to send it. */
  presenceMs: 1_000,
} as const;

/** Assumptions, not measured: put your own figures in, and run `npm run scale`. */
export const ASSUMED = {
  /** The platform says that a write "can take several milliseconds"; a round is one transaction of three statements. */
  roundMs: 5,
  /** The platform says that a read by an index takes less than a millisecond. */
  sessionReadMs: 0.5,
  /**
   * The share of people who are signed in, and how often each of them makes a call that reads their session from D1.
   */
  signedIn: 0.3,
  secondsBetweenCalls: 30,
  /** How rarely a person bids, and how rarely they fetch a list. */
  secondsBetweenBids: 600,
  secondsBetweenLists: 60,
  /** How rarely a person opens an auction. */
  secondsBetweenVisits: 120,
  /** Lists that many read, in so many data centres, each of which has its own cache. */
  popularLists: 20,
  dataCentres: 30,
  /** The share of lists that are searches which no one has made in the last seconds. */
  newSearches: 0.02,
  /** How long a delivery keeps an inbox active. */
  inboxActiveMs: 50,
  /** Of the Worker, for a request. */
  requestCpuMs: 1,
  /** Bids of a month, by those of the busiest second: the average second has a fifth of them. */
  averageOfPeak: 0.2,
  /** The images of a listing, and the sizes of each that some page asks for. */
  imagesOfListing: 3,
  sizesOfImage: 12,
} as const;

/**
 * Of `count` auctions by Zipf's law the most popular one has this share of people and bids, the n-th a n-th of that.
 */
export function shares(count: number): number[] {
  const weights = Array.from({ length: count }, (_, index) => 1 / (index + 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/**
 * Rounds to D1 a second, at most: each auction gathers bids after the first one that D1 lacks, so bids meanwhile cost no
 * round. Auctions with steady bids make fewer, because their pauses get longer.
 */
export function roundsPerSecond(bidsPerSecond: number, auctions: number): number {
  const gatherSeconds = OURS.rounds.gatherMs / 1_000;
  return shares(auctions).reduce((sum, share) => {
    const rate = share * bidsPerSecond;
    return sum + rate / (1 + rate * gatherSeconds);
  }, 0);
}

export type Load = {
  readonly people: number;
  readonly auctions: number;
  readonly bidsPerSecond: number;
  /** Of the most popular auction. */
  readonly hottestBids: number;
  readonly hottestWatchers: number;
  readonly rounds: number;
  /** Shares of D1's one thread; more than 1 in all is more than one D1 can do. */
  readonly d1: { readonly bids: number; readonly sessions: number; readonly lists: number; readonly searches: number };
};

/** People who are there at once, in the busiest second. */
export const PEOPLE: readonly number[] = [1_000, 100_000, 1_000_000];

export const SECONDS_OF_MONTH = 30 * 24 * 3_600;

export function loadOf(people: number, auctions: number): Load {
  const bidsPerSecond = people / ASSUMED.secondsBetweenBids;
  const [hottest = 1] = shares(auctions);
  const rounds = roundsPerSecond(bidsPerSecond, auctions);
  const sessionReads = (people * ASSUMED.signedIn) / ASSUMED.secondsBetweenCalls;
  const lists = people / ASSUMED.secondsBetweenLists;
  const cached = (ASSUMED.popularLists * ASSUMED.dataCentres) / (OURS.listFreshMs / 1_000);
  return {
    people,
    auctions,
    bidsPerSecond,
    hottestBids: bidsPerSecond * hottest,
    hottestWatchers: people * hottest,
    rounds,
    d1: {
      bids: (rounds * ASSUMED.roundMs) / 1_000,
      sessions: (sessionReads * ASSUMED.sessionReadMs) / 1_000,
      lists: Math.min(lists * (1 - ASSUMED.newSearches), cached) / BENCH.uncachedListsPerSecond,
      searches: (lists * ASSUMED.newSearches) / BENCH.newSearchesPerSecond,
    },
  };
}
