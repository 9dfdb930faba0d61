import type { Refetchable } from "../../ui/query-state.ts";

/** Why the featured auctions couldn't be loaded, and what to do. */
export type FeaturedFailure = { readonly reason: string; readonly query: Refetchable };
