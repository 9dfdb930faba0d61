/** The additional waiting time that is tolerated by a Worker's clock. */
const CLOCK_SLACK_MS = 500;
/** A room is under load when it has decided this many bids within the timeout. It can decide hundreds a second. */
const BIDS_UNDER_LOAD = 20;

/** When a bid arrived (epoch ms): at the room, by its clock, and before that at a Worker or a relay, by theirs. */
export type BidTimes = { readonly roomReceivedAt: number; readonly stampedAt: number | undefined };

/**
 * Whether a bid has waited too long to be decided. Its bidder has given up or tries again, and a room that decided old
 * bids would fall further and further behind, so it is refused undecided. Waiting counts from the Worker's receipt,
 * because queues form in front of a room, where the room does not see them.
 *
 * The Worker's stamp is of another clock. Clocks of the platform differ by milliseconds, which the slack covers; a
 * stamp from the future is ignored. A clock that is far behind would make every bid look old, and must not stop an
 * auction: a stamp counts only in a room under load, which has just decided some bids. In any other room no bid has had
 * to wait. A room that refuses all bids for their stamps is soon no longer under load, and decides again.
 */
export class BidAges {
  readonly #timeoutMs: number;
  /** Bids decided since `#countedFrom` (epoch ms), which starts again once the timeout has passed. */
  #decided = 0;
  #countedFrom = -Infinity;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Whether a bid that would be decided at `now` (epoch ms) is too late. If it is not, it counts as decided. */
  isLate({ roomReceivedAt, stampedAt = roomReceivedAt }: BidTimes, now: number): boolean {
    if (now - roomReceivedAt > this.#timeoutMs) return true;
    if (now - this.#countedFrom > this.#timeoutMs) {
      this.#countedFrom = now;
      this.#decided = 0;
    }
    if (now - stampedAt > this.#timeoutMs + CLOCK_SLACK_MS && this.#decided >= BIDS_UNDER_LOAD) return true;
    this.#decided += 1;
    return false;
  }
}
