/**
 * Data points for Analytics Engine, from which operators make graphs (`docs/operations.md`). A point has a kind as its
 * index, a name and an auction as blobs, and two doubles: the number of events in it, and the largest value among them.
 * Without the binding it counts nothing. No point contains anything about a person.
 */
type MetricKind =
  /** Bids by outcome: `accepted` or the code of the refusal. The value is how long the room took, in milliseconds. */
  | "bid"
  /** Auctions that were closed, `in_time` or `late`: milliseconds after the end. */
  | "closed"
  /** Batches of facts delivered to a subscriber: milliseconds since the first of them. */
  | "delivered"
  /** Watchers of a room, once a minute while it has bids. */
  | "watchers"
  /** Sockets opened to an `auction` or an `inbox`. */
  | "socket"
  /** Requests that were refused or failed: `code route`. */
  | "refused"
  /** Errors that browsers have reported, by page. */
  | "browser_error";

type MetricTotals = { readonly kind: MetricKind; readonly name: string; count: number; max: number };

/** Writes a point immediately, for requests, which have few points each. */
export function writeMetric(dataset: AnalyticsEngineDataset | undefined, kind: MetricKind, name: string) {
  dataset?.writeDataPoint({ indexes: [kind], blobs: [name, ""], doubles: [1, 0] });
}

/**
 * Collects the points of one object. Events of one kind and name in the same turn of the event loop are one point. It's
 * written in the next turn, after the responses have been sent.
 */
export class Metrics {
  readonly #dataset: AnalyticsEngineDataset | undefined;
  readonly #auctionId: () => string;
  readonly #totals = new Map<string, MetricTotals>();

  /** `auctionId` is read when points are written, because a room does not have it before its opening. */
  constructor(dataset: AnalyticsEngineDataset | undefined, auctionId: () => string) {
    this.#dataset = dataset;
    this.#auctionId = auctionId;
  }

  add(kind: MetricKind, name: string, value: number): void {
    if (!this.#dataset) return;
    const key = `${kind} ${name}`;
    const totals = this.#totals.get(key);
    if (totals) {
      totals.count += 1;
      totals.max = Math.max(totals.max, value);
      return;
    }
    if (this.#totals.size === 0) setImmediate(() => this.#write());
    this.#totals.set(key, { kind, name, count: 1, max: value });
  }

  #write(): void {
    const auctionId = this.#auctionId();
    for (const { kind, name, count, max } of this.#totals.values()) {
      this.#dataset?.writeDataPoint({ indexes: [kind], blobs: [name, auctionId], doubles: [count, max] });
    }
    this.#totals.clear();
  }
}
