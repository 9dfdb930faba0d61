import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { fakeApiAt, refusal } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import GoneAuction from "./gone-auction.tsx";

it.each([
  ["there is none", refusal(404, "auction_not_found", "Auction not found")],
  ["the server fails", refusal(500, "internal_error", "Something went wrong")],
])("a missing auction's page offers no journal to verify if %s", async (_, respond) => {
  fakeApiAt({ "/auction/lot/journal": respond });
  showPart(<GoneAuction auctionId="lot" />);
  expect(await screen.findByRole("heading", { name: "This auction doesn't exist" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Verify this auction" })).toBeNull();
});
