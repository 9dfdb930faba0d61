/** The load generator's jobs and their results, as plain data. Times come from `nowMs()`. */

/** The time in milliseconds, by a clock that all threads share. */
export function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

export type BenchSession = { readonly headers: Readonly<Record<string, string>> };

type ClosedLoop = {
  readonly port: number;
  readonly durationMs: number;
  /** How long the loop runs before it counts. */
  readonly warmUpMs: number;
};
type LoadCount = {
  /** How long the counted part took, in milliseconds. */
  readonly countedMs: number;
  /**
   * The share of one processor that the generator used in that time. Near 1, the generator was the limit, not the
   * server.
   */
  readonly processor: number;
};

/** Bidders in a closed loop. Each sends its next bid when its last one is answered. */
export type BidJob = ClosedLoop & {
  readonly kind: "bid";
  readonly over: "socket" | "rest";
  /** The bidders. Each has its own connection. */
  readonly users: readonly BenchSession[];
  /** Bidder number n bids on auction n modulo the number of auctions. */
  readonly auctionIds: readonly string[];
  /** Over REST only. After each bid, a bidder moves forward by as many auctions as there are bidders. */
  readonly moving?: boolean;
  /** How long a bidder waits between an answer and its next bid. */
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
/** A frame that went to many watchers: its first and last fact number, and when the last watcher received it. */
export type Flush = { readonly from: number; readonly to: number; readonly lastAt: number };
export type WatchResult = {
  /** Sockets that missed a fact, received one twice, or were closed. */
  readonly wrong: number;
  readonly frames: number;
  /** All frames except snapshots. */
  readonly flushes: readonly Flush[];
  /** The share of one processor that the generator used from the first of these frames until the last fact arrived. */
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
  /** How many requests got a success status. */
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
