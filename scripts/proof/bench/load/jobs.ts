/** The jobs of load threads and their results, as plain data. Times are `nowMs()`. */

/** One clock for all threads of this process, in milliseconds. */
export function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

export type Session = { readonly headers: Readonly<Record<string, string>> };

/** Bidders in a closed loop: each sends its next bid when the last one is answered. */
export type BidJob = {
  readonly kind: "bid";
  readonly port: number;
  readonly over: "socket" | "rest";
  /** One connection each. */
  readonly users: readonly Session[];
  /** Bidder number n bids on auction n modulo the number of auctions. */
  readonly auctionIds: readonly string[];
  readonly durationMs: number;
  /** Not counted, at the start. */
  readonly warmUpMs: number;
  /** Wait between an answer and the next bid. */
  readonly pauseMs: number;
  readonly firstAmount: number;
  /** How much higher each bid is than the one before; 1 where it is absent. */
  readonly step?: number;
};
export type BidResult = {
  readonly accepted: number;
  readonly refused: number;
  /** Milliseconds over which they were counted. */
  readonly countedMs: number;
  /** From sending to the answer, each accepted bid that was counted. */
  readonly ackMs: Float64Array;
  /** When each accepted bid was sent, with its number; filled for slow bidders only. */
  readonly sent: readonly { readonly seq: number; readonly at: number }[];
  /** The highest number answered in each auction. */
  readonly lastSeq: Readonly<Record<string, number>>;
};

/** Watchers of one auction who check each frame's numbers. */
export type WatchJob = {
  readonly kind: "watch";
  readonly port: number;
  readonly auctionId: string;
  readonly count: number;
  /** The users whose pages these are, in turn; visitors without it. */
  readonly users?: readonly Session[];
};
export type WatchResult = {
  /** Sockets that missed a fact, received one twice, or were closed. */
  readonly wrong: number;
  readonly frames: number;
  readonly bytes: number;
  /** For each flush that ended at a number: when the last watcher had it. */
  readonly lastReceived: ReadonlyMap<number, number>;
};

/** Readers in a closed loop over paths. */
export type ReadJob = {
  readonly kind: "read";
  readonly port: number;
  readonly connections: number;
  readonly paths: readonly string[];
  readonly durationMs: number;
  readonly warmUpMs: number;
};
export type ReadResult = { readonly answered: number; readonly failed: number; readonly countedMs: number };

export type Job = BidJob | WatchJob | ReadJob;
export type ToThread = { readonly type: "finish"; readonly seq: number };
export type Results = {
  readonly bid?: BidResult;
  readonly watch?: WatchResult;
  readonly read?: ReadResult;
};
export type FromThread = { readonly type: "ready" } | { readonly type: "done"; readonly results: Results };
