import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { showAuctionPage } from "../../testing/auction-page.tsx";
import { ownAuction, view } from "../../testing/auctions.ts";
import { fakeApiAt, success } from "../../testing/fake-api.ts";
import { BidPanel } from "./bid-panel.tsx";
import { SellerDetails } from "./seller-details.tsx";

it.each([
  [false, "Your reserve of $250 isn't met yet."],
  [true, "Your reserve of $250 is met."],
])("the seller sees the reserve and whether a bid meets it: reserveMet is %s", async (reserveMet, text) => {
  fakeApiAt({ "/auction/getAuctions": success({ auctions: [ownAuction("lot", { reservePrice: 250 })] }) });
  showAuctionPage(view([], 1, { reserveMet }), BidPanel, "sue");
  expect(await screen.findByText(text)).toBeVisible();
});

it.each([
  ["no request", "without", 0, {}],
  ["one request", "with", 1, { reserveMet: false }],
])("the page sends %s for the seller of an item %s a reserve", (_what, _reserve, count, more) => {
  const sent = fakeApiAt({ "/auction/getAuctions": success({ auctions: [] }) });
  showAuctionPage(view([], 1, more), SellerDetails, "sue");
  expect(sent).toHaveLength(count);
});
