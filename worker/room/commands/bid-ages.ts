/**
 * Whether a bid has waited too long to be decided. Its bidder has given up or tries again, and a room that decided old bids
 * would only get later and later, so it is refused undecided. Waiting counts from the Worker's receipt, because queues form
 * in front of a room, where the room does not see them.
 *
 * The Worker's stamp is of another clock. Clocks of the platform differ by milliseconds, which the slack covers; a stamp
 * from the future is worth nothing. A clock that is far behind would make every bid look old, and must not stop an auction:
 * a stamp counts only in a room under load, which has just decided some bids. A room that is not could not have kept a bid
 * waiting. One that refuses all of them for their stamps is soon not under load, and decides again.
 */

/** A bid that waited longer is refused. */
export const BID_TIMEOUT_SECONDS = 2;
/** What a bid may seem to have waited beyond that, by a Worker's clock. */
const CLOCK_SLACK_MS = 500;
/** A room is under load when it has decided this many bids within the timeout: it can decide hundreds a second. */
const BIDS_UNDER_LOAD = 20;

/** When a bid arrived (epoch ms): at the room, by its clock, and before that at a Worker or a relay, by theirs. */
export type BidTimes = { readonly arrivedAt: number; readonly receivedAt: number | undefined };

export class BidAges {
  readonly #timeoutMs: number;
  /** When the last bids were found in time, in a ring. */
  readonly #inTime: number[] = Array.from({ length: BIDS_UNDER_LOAD }, () => -Infinity);
  #next = 0;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Whether a bid that would be decided at `now` (epoch ms) is too late. One that is not counts as decided. */
  isLate({ arrivedAt, receivedAt = arrivedAt }: BidTimes, now: number): boolean {
    if (now - arrivedAt > this.#timeoutMs) return true;
    if (now - receivedAt > this.#timeoutMs + CLOCK_SLACK_MS && this.#isUnderLoad(now)) return true;
    this.#inTime[this.#next] = now;
    this.#next = (this.#next + 1) % BIDS_UNDER_LOAD;
    return false;
  }

  #isUnderLoad(now: number): boolean {
    const oldest = this.#inTime[this.#next] ?? -Infinity;
    return now - oldest <= this.#timeoutMs;
  }
}
