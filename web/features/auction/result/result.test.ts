import { describe, expect, it } from "vitest";

import { bid, person, view } from "../../../testing/auctions.ts";
import { consolation, personalResult, resultText } from "./result.ts";

const BIDS = [bid("b", 160, "bob"), bid("a", 150, "ann")];
const sold = view(BIDS, 5, { status: "Sold", winner: person("bob") });
const unsold = view(BIDS, 5, { status: "Expired", reserveMet: false });

describe("the result", () => {
  it.each([
    ["the winner", sold, "sold", "leading", "bob", "won", "Yours for $160"],
    ["another bidder", sold, "sold", "outbid", "ann", "lost", "Sold for $160"],
    ["the seller", sold, "sold", "seller", "sue", "sellerSold", "Sold for $160"],
    ["a user without a bid", sold, "sold", "watching", "cem", null, "Sold for $160"],
    ["a visitor", sold, "sold", "visitor", undefined, null, "Sold for $160"],
    ["the highest bidder below the reserve", unsold, "expired", "leading", "bob", "unmet", "Ended without a sale"],
    ["another bidder below the reserve", unsold, "expired", "outbid", "ann", "unmet", "Ended without a sale"],
    ["the seller of an unsold item", unsold, "expired", "seller", "sue", "sellerUnsold", "Ended without a sale"],
    ["the leader before the result", view(BIDS), "closing", "leading", "bob", null, "Ended, waiting for the result"],
    ["the leader before the end", view(BIDS), "live", "leading", "bob", null, null],
    ["a bidder in a voided auction", view(BIDS), "voided", "outbid", "ann", null, null],
  ] as const)(
    "only sellers and bidders see a personal result, once there is one: %s",
    (_who, auctionView, stage, standing, userId, result, text) => {
      const ended = { view: auctionView, stage, standing, userId };
      expect([personalResult(ended), resultText(ended)]).toEqual([result, text]);
    },
  );

  it("no one sees a result while the listing is hidden", () => {
    const hiddenView = { ...sold, gone: "hidden" } as const;
    expect(personalResult({ view: hiddenView, stage: "sold", standing: "leading", userId: "bob" })).toBeNull();
  });
});

describe("the message for a losing bidder", () => {
  it.each([
    [150, "So close", "Your highest bid of $150 was $10 short. Thank you for bidding."],
    [100, "Not this time", "Your highest bid of $100 was $60 short. Thank you for bidding."],
    [160, "So close", "Someone bid the same amount before you."],
  ])("a losing bidder who bid %d at a price of 160 sees how close the bid was", (amount, title, text) => {
    const bids = [bid("b", 160, "bob"), bid("a", amount, "ann"), bid("z", 90, "ann")];
    expect(consolation({ view: view(bids), userId: "ann" })).toEqual({ title, text });
  });

  it("a losing bidder's message has no amount if the page doesn't have the bid", () => {
    expect(consolation({ view: view([bid("b", 160, "bob")]), userId: "ann" })).toEqual({
      title: "Not this time",
      text: "Thank you for bidding.",
    });
  });
});
