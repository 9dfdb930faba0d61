/**
 * The list of all auctions that "/auctions" opens with: what runs, the soonest end first. The first pages load it, so it
 * is in a file of its own.
 */
export const DEFAULT_FILTER = { status: "Live", sort: "ending" } as const;
