import { expect, it, vi } from "vitest";

import { bidsResponse } from "../contract/bid.ts";
import { expectRefusal, fetchPages, someoneSignedIn } from "../testing/http.ts";
import { aListing, bid, detailsOf } from "../testing/selling.ts";
import { watchAuction } from "../testing/sockets.ts";

it("an auction's bid history lists each bid once across pages while bids arrive", async () => {
  const { id } = await aListing();
  const { cookie } = await someoneSignedIn();
  for (let amount = 100; amount < 125; amount += 1) await bid(id, amount, cookie);
  const path = `/auction/bids?auctionId=${id}&limit=10`;
  const pages = await fetchPages(bidsResponse, path, {}, (page) => bid(id, 1_000 + page, cookie));
  expect(pages.flatMap(({ bids }) => bids.map(({ amount }) => amount))).toEqual(
    Array.from({ length: 25 }, (_, index) => 124 - index),
  );
  const { fields } = await expectRefusal("invalid_input", 400, `/auction/bids?auctionId=${id}&cursor=x`);
  expect(fields).toHaveProperty("cursor");
});

it("an auction's details count its watchers and drop those who disconnect", async () => {
  const { id } = await aListing();
  expect((await detailsOf(id)).watching).toBe(0);
  const [first, second] = [await watchAuction(id), await watchAuction(id)];
  expect((await detailsOf(id)).watching).toBe(2);
  first.socket.close();
  await vi.waitFor(async () => expect((await detailsOf(id)).watching).toBe(1));
  second.socket.close();
});
