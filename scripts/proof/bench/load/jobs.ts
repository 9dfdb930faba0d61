/** The jobs of the load generator and their results, as plain data. Times are `nowMs()`. */

/** One clock for all threads, in milliseconds. */
export function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

export type BenchSession = { readonly headers: Readonly<Record<string, string>> };

type ClosedLoop = {
  readonly port: number;
  readonly durationMs: number;
  /** Not counted, at the start. */
  readonly warmUpMs: number;
};
type LoadCount = {
  /** How many milliseconds were counted. */
  readonly countedMs: number;
  /**
   * The share of one processor that the generator used in that time. Near 1, the generator was the limit, not the
   * server.
   */
  readonly processor: number;
};

/** Bidders in a closed loop. Each sends its next bid when the last one is answered. */
export type BidJob = ClosedLoop & {
  readonly kind: "bid";
  readonly over: "socket" | "rest";
  /** One connection each. */
  readonly users: readonly BenchSession[];
  /** Bidder number n bids on auction n modulo the number of auctions. */
  readonly auctionIds: readonly string[];
  /** Over REST only. After each bid, a bidder moves forward by as many auctions as there are bidders. */
  readonly moving?: boolean;
  /** Wait between an answer and the next bid. */
  readonly pauseMs: number;
  readonly firstAmount: number;
};
export type BidResult = LoadCount & {
  readonly accepted: number;
  readonly refused: number;
  /** Includes those outside the counted time. */
  readonly inAll: { readonly accepted: number; readonly refused: number };
  /** The time from sending to the answer, for each accepted bid that was counted. */
  readonly answerMs: Float64Array;
  /** When each accepted bid was sent, with its number. Filled only for slow bidders. */
  readonly sent: readonly { readonly seq: number; readonly at: number }[];
  /** The highest number answered in each auction. */
  readonly lastSeq: Readonly<Record<string, number>>;
};

/** Watchers of one auction, which check each frame's numbers. */
export type WatchJob = {
  readonly kind: "watch";
  readonly port: number;
  readonly auctionId: string;
  readonly count: number;
};
/** A frame that many received: its first and last number, and when the last watcher had it. */
export type Flush = { readonly from: number; readonly to: number; readonly lastAt: number };
export type WatchResult = {
  /** Sockets that missed a fact, received one twice, or were closed. */
  readonly wrong: number;
  readonly frames: number;
  /** Excludes snapshots. */
  readonly flushes: readonly Flush[];
  /** The share of one processor that the generator used from the first of these frames until the last number. */
  readonly processor: number;
};

export type HttpRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};
/** Requests in a closed loop. Each connection sends the next of the list when the last one is answered. */
export type RequestJob = ClosedLoop & {
  readonly kind: "request";
  readonly connections: number;
  readonly requests: readonly HttpRequest[];
};
export type RequestResult = LoadCount & {
  /** With a success status. */
  readonly answered: number;
  readonly failed: number;
  /** Includes those outside the counted time. */
  readonly inAll: { readonly answered: number; readonly failed: number };
  /** The time from sending to the answer, for each success that was counted. */
  readonly answerMs: Float64Array;
};

export type Job = BidJob | WatchJob | RequestJob;
export type Results = {
  readonly bid?: BidResult | undefined;
  readonly watch?: WatchResult | undefined;
  readonly request?: RequestResult | undefined;
};

export function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}

export function livePath(auctionId: string): string {
  return `/api/v1/auction/${auctionId}/live`;
}
