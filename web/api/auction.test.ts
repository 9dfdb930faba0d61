import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";

import { bid, view } from "../testing/auctions.ts";
import { fakeApi, success } from "../testing/fake-api.ts";
import { auctionQuery, cachedAuction, loadOlderBids } from "./auction.ts";

/** The number of bids in one page of the list. */
const PAGE_SIZE = 100;

/** `count` bids, the newest with number `newest`. */
function bidsFrom(newest: number, count: number) {
  return Array.from({ length: count }, (_, index) => bid(`bid${newest - index}`, newest - index));
}

it("the page loads older bids without gaps even if new bids have arrived", async () => {
  const client = new QueryClient();
  client.setQueryData(auctionQuery("lot").queryKey, view(bidsFrom(1_000, 700), 1_001));
  const pages = Array.from({ length: 10 }, (_, page) => {
    const newest = 1_000 - page * PAGE_SIZE;
    return success({
      bids: bidsFrom(newest, PAGE_SIZE),
      nextCursor: newest === PAGE_SIZE ? null : String(newest - PAGE_SIZE + 1),
    });
  });
  const sent = fakeApi(...pages);
  await loadOlderBids(client, "lot");
  expect(cachedAuction(client, "lot")?.bids.map(({ amount }) => amount)).toEqual(
    bidsFrom(1_000, 800).map(({ amount }) => amount),
  );
  expect(sent).toHaveLength(8);
  // The next request continues where this one ended.
  await loadOlderBids(client, "lot");
  expect(cachedAuction(client, "lot")?.bids).toHaveLength(900);
  expect(sent).toHaveLength(9);
});
