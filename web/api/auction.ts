/** One auction's page, fetched over REST and kept up to date by the socket. Both write the same cache entry. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";

import { pageNow } from "../browser/page-clock.ts";
import { type AuctionView, mergeViews, MAX_BIDS, viewOf, withOlderBids } from "./auction-view.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import { auctionResponse, bidsResponse, relistedResponse } from "./response-schemas.ts";
import { recordServerTime } from "./server-clock.ts";

/** Bids per page of the list, unless the request sets a limit. */
const BIDS_PER_PAGE = 100;
/**
 * Paging starts at the newest bid, so the first pages repeat the bids that this browser already has (at most
 * `MAX_BIDS`). Two more pages allow for bids that arrive during paging.
 */
const MAX_OLDER_PAGES = MAX_BIDS / BIDS_PER_PAGE + 2;

export function auctionQuery(auctionId: string) {
  return queryOptions({
    queryKey: queryKeys.auction(auctionId),
    queryFn: async ({ signal, client }): Promise<AuctionView> => {
      const isPreloaded = consumePreload(auctionId);
      const sentAt = isPreloaded ? null : pageNow();
      const { auctionDetails } = await call(auctionResponse, "/auction/fetchSpecificAuction", {
        query: { auctionId },
        signal,
        isPreloaded,
      });
      recordServerTime(auctionDetails.serverTime, sentAt);
      return mergeViews(cachedAuction(client, auctionId), viewOf(auctionDetails));
    },
    // Each socket message already keeps the unchanged parts of the view as the same objects.
    structuralSharing: false,
  });
}

/**
 * Whether the next response is the one that the page's head requested (`worker/pages/auction-page.ts`). The browser
 * sent that request before the script ran, at an unknown time, and only the first call gets its response.
 */
function consumePreload(auctionId: string): boolean {
  const preload = document.head.querySelector<HTMLLinkElement>('link[rel="preload"][as="fetch"]');
  preload?.remove();
  return preload?.href.endsWith(`?auctionId=${encodeURIComponent(auctionId)}`) ?? false;
}

/** The auction that relists an expired one, or null. */
export function relistedQuery(auctionId: string) {
  return queryOptions({
    queryKey: queryKeys.relisted(auctionId),
    queryFn: async ({ signal }) =>
      (await call(relistedResponse, `/auction/${encodeURIComponent(auctionId)}/relisted`, { signal })).relistedAs,
  });
}

export function cachedAuction(client: QueryClient, auctionId: string): AuctionView | undefined {
  return client.getQueryData(auctionQuery(auctionId).queryKey);
}

/** Changes the auction if it's in the cache. */
export function updateCachedAuction(
  client: QueryClient,
  auctionId: string,
  change: (view: AuctionView) => AuctionView,
): void {
  const view = cachedAuction(client, auctionId);
  if (view) client.setQueryData(auctionQuery(auctionId).queryKey, change(view));
}

export async function loadOlderBids(client: QueryClient, auctionId: string): Promise<void> {
  const before = cachedAuction(client, auctionId)?.bids.length ?? 0;
  for (let page = 0; page < MAX_OLDER_PAGES; page += 1) {
    const known = cachedAuction(client, auctionId);
    if (!known || known.olderCursor === null || known.bids.length > before) return;
    // Each page starts where the previous one ended, so they can't be fetched in parallel.
    const { bids, nextCursor } = await call(bidsResponse, "/auction/bids", {
      query: { auctionId, cursor: known.olderCursor },
    });
    updateCachedAuction(client, auctionId, (view) => withOlderBids(view, bids, nextCursor));
  }
}
