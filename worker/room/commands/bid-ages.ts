/** How far a Worker's clock may differ from the room's. */
const MAX_CLOCK_SKEW_MS = 500;
/** A room is under load when it has processed this many bids within the timeout. It can process thousands a second. */
const BIDS_UNDER_LOAD = 20;

/** When a bid arrived (epoch ms): at the room, by its clock, and before that at a Worker or a relay, by theirs. */
type BidTimes = { readonly roomReceivedAt: number; readonly workerReceivedAt: number | undefined };

/**
 * Whether a bid has waited too long. Its bidder has given up or is retrying, and a room that processed old bids would
 * fall further and further behind. So the room refuses it without processing it. The wait counts from when the Worker
 * received the bid, because queues form in front of a room, where the room can't see them.
 *
 * That time comes from another clock. Clocks on the platform differ by milliseconds, which the slack covers, and we
 * ignore a time in the future. A clock that is far behind would make every bid look old. So that it can't stop an
 * auction, the Worker's time counts only in a room under load, where bids may really have waited. A room that refuses
 * every bid is soon no longer under load and accepts bids again.
 */
export class BidAges {
  readonly #timeoutMs: number;
  /** Bids processed since `#countedFrom` (epoch ms), which restarts after the timeout. */
  #processed = 0;
  #countedFrom = -Infinity;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Returns whether a bid that would be processed at `now` (epoch ms) is too late. If not, counts it as processed. */
  recordAge({ roomReceivedAt, workerReceivedAt = roomReceivedAt }: BidTimes, now: number): boolean {
    if (now - roomReceivedAt > this.#timeoutMs) return true;
    if (now - this.#countedFrom > this.#timeoutMs) {
      this.#countedFrom = now;
      this.#processed = 0;
    }
    if (now - workerReceivedAt > this.#timeoutMs + MAX_CLOCK_SKEW_MS && this.#processed >= BIDS_UNDER_LOAD) return true;
    this.#processed += 1;
    return false;
  }
}
