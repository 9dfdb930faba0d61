/** The featured auctions could not be fetched: why, and what to do. */
export type LotProblem = { readonly reason: string; readonly retrying: boolean; readonly onRetry: () => void };
