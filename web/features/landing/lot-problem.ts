import type { Refetched } from "../../ui/query-state.ts";

/** The featured auctions could not be fetched: why, and what to do. */
export type LotProblem = { readonly reason: string; readonly query: Refetched };
