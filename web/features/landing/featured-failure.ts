import type { Refetchable } from "../../ui/query-state.ts";

/** The reason why the featured auctions couldn't be loaded, and the query to retry. */
export type FeaturedFailure = { readonly reason: string; readonly query: Refetchable };
