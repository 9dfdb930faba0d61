/**
 * The filter that "/auctions" opens with: live auctions, soonest end first. It's in its own file because the first
 * pages load it.
 */
export const DEFAULT_FILTER = { status: "Live", sort: "ending" } as const;
