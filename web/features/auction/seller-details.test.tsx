import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { showAuctionPage } from "../../testing/auction-page.tsx";
import { ownAuction, view } from "../../testing/auctions.ts";
import { fakeApiAt, success } from "../../testing/fake-api.ts";
import { BidPanel } from "./bid-panel.tsx";
import { SellerDetails } from "./seller-details.tsx";

it("the seller sees the hidden reserve beside the price", async () => {
  fakeApiAt({ "/auction/getAuctions": success({ auctions: [ownAuction("lot", { reservePrice: 250 })] }) });
  showAuctionPage(view([], 1, { reserveMet: false }), BidPanel, "sue");
  expect(await screen.findByText("Your reserve: $250. No one else sees it.")).toBeVisible();
});

it.each([
  ["no request", "without", 0, {}],
  ["one request", "with", 1, { reserveMet: false }],
])("the page sends %s for the seller of an item %s a reserve", (_what, _reserve, count, more) => {
  const sent = fakeApiAt({ "/auction/getAuctions": success({ auctions: [] }) });
  showAuctionPage(view([], 1, more), SellerDetails, "sue");
  expect(sent).toHaveLength(count);
});
