/** The billed usage of bids and visits, and its cost at the published prices. */
import { ASSUMED, OURS, ROWS } from "./costs.ts";
import { MESSAGES_A_REQUEST, OBJECT_GB, PRICES } from "./published.ts";

export type Meter = keyof typeof PRICES;
export type Usage = Readonly<Record<Meter, number>>;

const gbSeconds = (activeMs: number) => (activeMs / 1_000) * OBJECT_GB;

/**
 * A bid that comes when its auction is quiet, as most do: it shares nothing. The room stays active until all its readers
 * have it, and wakes once more to note how far they are. It notifies the seller and the person who was outbid, both for
 * the first time: an upper bound.
 */
export function loneBid(over: "REST" | "socket"): Usage {
  const notes = 2;
  const isRest = over === "REST";
  return {
    workerRequests: isRest ? 1 : 0,
    workerCpuMs: isRest ? ASSUMED.requestCpuMs : 0,
    // The bid, a call to each inbox, and the alarm.
    objectRequests: (isRest ? 1 : 1 / MESSAGES_A_REQUEST) + notes + 1,
    objectGbSeconds: gbSeconds(OURS.loneBidMs + notes * ASSUMED.inboxActiveMs),
    objectRows: ROWS.turn + ROWS.bidInTurn + ROWS.cursors + 2 * ROWS.alarm + notes * ROWS.firstNote,
    d1Rows: ROWS.round + ROWS.bidInRound,
    // Two rounds of deliveries and the bid itself.
    figures: 3,
  };
}

/**
 * A bid in an auction with `rate` bids a second, over sockets: bids share rounds to D1 and notes to the seller. Each is
 * still counted as a turn of its own, and as outbidding a bidder who is notified: an upper bound.
 */
export function hotBid(rate: number): Usage {
  const roundsPerBid = 1_000 / OURS.rounds.gatherMs / rate;
  const notesPerBid = 1 + Math.min(1, 1_000 / OURS.sellerNoteMs / rate);
  return {
    workerRequests: 0,
    workerCpuMs: 0,
    objectRequests: 1 / MESSAGES_A_REQUEST + notesPerBid,
    objectGbSeconds: gbSeconds(1_000 / rate + notesPerBid * ASSUMED.inboxActiveMs),
    objectRows: ROWS.turn + ROWS.bidInTurn + roundsPerBid * ROWS.cursors + notesPerBid * ROWS.note,
    d1Rows: roundsPerBid * ROWS.round + ROWS.bidInRound,
    figures: 3,
  };
}

/** Calls of Cloudflare Images for a listing: each image is encoded and its colour found, each size is made once. */
export const IMAGE_CALLS = ASSUMED.imagesOfListing * (2 + ASSUMED.sizesOfImage);

/** A signed-in user opens a quiet auction's page for the first time, and closes it. */
export const VISIT: Usage = {
  // The page, the auction, and the sockets of the room and of the inbox.
  workerRequests: 4,
  workerCpuMs: 4 * ASSUMED.requestCpuMs,
  // The auction, the two sockets, and the room's question to the inbox about the session.
  objectRequests: 4,
  // The room sends the number of watchers once when the visitor connects and once when they disconnect.
  objectGbSeconds: gbSeconds(2 * OURS.presenceMs + 2 * ASSUMED.inboxActiveMs),
  objectRows: ROWS.session,
  d1Rows: 0,
  figures: 2,
};

export const METERS: readonly Meter[] = [
  "workerRequests",
  "workerCpuMs",
  "objectRequests",
  "objectGbSeconds",
  "objectRows",
  "d1Rows",
  "figures",
];

/** In dollars for a million, as if nothing were included: all prices are for a million. */
export function perMillion(usage: Usage, meter: Meter): number {
  return usage[meter] * PRICES[meter].value;
}

export function totalPerMillion(usage: Usage): number {
  return METERS.reduce((sum, meter) => sum + perMillion(usage, meter), 0);
}

/** How many a month, if nothing else is done, before the first of what is included is used up; and which it is. */
export function included(usage: Usage): { readonly count: number; readonly meter: Meter } {
  const counts = METERS.filter((meter) => usage[meter] > 0).map((meter) => ({
    count: PRICES[meter].included / usage[meter],
    meter,
  }));
  return counts.reduce((least, one) => (one.count < least.count ? one : least));
}
