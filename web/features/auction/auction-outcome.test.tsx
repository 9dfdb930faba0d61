import { render } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";

import type { AuctionDetails } from "../../../worker/contract/auction.ts";
import { bid, person, view } from "../../testing/auctions.ts";
import { AuctionOutcome } from "./auction-outcome.tsx";

const BIDS = [bid("b", 150, "bob"), bid("a", 120, "ann")];

function show(stage: "sold" | "expired", userId: string, more: Partial<AuctionDetails>, bids = BIDS) {
  const { container } = render(
    <MemoryRouter>
      <AuctionOutcome view={view(bids, 4, more)} stage={stage} userId={userId} />
    </MemoryRouter>,
  );
  return container;
}

it.each([
  ["the highest bidder", "bob", /^Your bid of \$150 was the highest, but it didn't meet the seller's reserve/],
  ["another bidder", "ann", /^The highest bid of \$150 didn't meet the seller's reserve, so no one won\.$/],
  ["the seller", "sue", /^The highest bid of \$150 didn't meet your reserve.+You can list it again in My Auctions\.$/],
])("%s sees why no one won an auction below its reserve", (_who, userId, text) => {
  expect(show("expired", userId, { reserveMet: false })).toHaveTextContent(text);
});

it("an auction without a bid shows as expired, even with a reserve", () => {
  expect(show("expired", "ann", { reserveMet: false }, [])).toHaveTextContent("This auction expired without a sale.");
});

it("the outcome says that an item was bought instead of won", () => {
  const bought = { winner: person("bob"), bought: true } as const;
  expect(show("sold", "ann", bought)).toHaveTextContent("Sold for $150Bought by bob Test");
});

it("the buyer sees that they bought the item", () => {
  const bought = { winner: person("bob"), bought: true } as const;
  expect(show("sold", "bob", bought)).toHaveTextContent(
    "Sold for $150You bought this item. You'll find it in My Winnings.",
  );
});

it.each([
  ["the buyer", "bob", "This sale was canceled. You no longer owe anything. See the deal for the reason."],
  ["the seller", "sue", "The sale was canceled. See the deal for details."],
  ["everyone else", "ann", "This sale was canceled, so no one won."],
])("%s sees that the sale was canceled once the seller releases the buyer", (_who, userId, text) => {
  expect(show("expired", userId, { buyerReleased: true }).textContent).toBe(text);
});
