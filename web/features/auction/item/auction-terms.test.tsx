import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";

import type { AuctionDetails, SellerTerms } from "../../../../worker/contract/auction.ts";
import { bid, view } from "../../../testing/auctions.ts";
import { zonedDateTimeText } from "../../../ui/date-time.tsx";
import { AuctionTerms } from "./auction-terms.tsx";

const FLAT: SellerTerms = { increments: "flat", softCloseMs: 120_000 };

function show(terms: SellerTerms, more: Partial<AuctionDetails> = {}, bids = [bid("b1", 1_500)]) {
  render(<AuctionTerms view={view(bids, 2, { terms, ...more })} stage="live" />);
}

it("the terms describe flat increments and a soft close with the latest possible end", () => {
  show(FLAT, { scheduledEndTime: "2030-11-21T09:00:00.000Z" });
  expect(screen.getByText("Each bid must be at least $1 higher than the one before.")).toBeVisible();
  const softCloseNote = screen.getByText(/^If the price changes in the last 2 minutes/);
  // Ten windows of two minutes after the scheduled end, in whichever zone the tests run.
  const latestEnd = zonedDateTimeText("2030-11-21T09:20:00.000Z");
  expect(latestEnd).toMatch(/^Nov 21, 2030, /);
  expect(softCloseNote).toHaveTextContent(`It ends no later than ${latestEnd}`);
});

it.each<[string, SellerTerms, Partial<AuctionDetails>, RegExp | string]>([
  [
    "tiered increments at the current price",
    { ...FLAT, increments: "tiered" },
    {},
    /next bid must be at least \$25 higher\.$/,
  ],
  ["no soft close", { ...FLAT, softCloseMs: 0 }, {}, "Late bids don't extend the auction."],
  ["a scheduled start", FLAT, { startsAt: "2030-11-20T10:00:00.000Z" }, /^Bidding starts Nov 20, 2030, .+\.$/],
  ["themselves as final once someone has bid", FLAT, {}, "Someone has bid, so these terms can no longer change."],
  ["a hidden reserve, without its amount", FLAT, { reserveMet: false }, /hidden reserve\. It isn't met\./],
])("the terms describe %s", (_what, terms, more, text) => {
  show(terms, more);
  expect(screen.getByText(text)).toBeVisible();
});

it("the terms say that the seller can change them until someone bids", () => {
  show(FLAT, {}, []);
  expect(screen.getByText("The seller can change these terms until someone bids.")).toBeVisible();
});

const PAST = "No longer available. The price was $5,000.";
it.each<[string, Partial<AuctionDetails>, string]>([
  [
    "below the reserve",
    { reserveMet: false, buyNowPrice: 5_000 },
    "Anyone can buy it right away for $5,000, until the reserve is met.",
  ],
  [
    "before the start",
    { status: "Upcoming", bidCount: 0, bids: [] },
    "Anyone can buy it right away for $5,000, until someone bids.",
  ],
  ["once someone has bid", {}, PAST],
  ["once the reserve is met", { reserveMet: true }, PAST],
  ["after the end", { status: "Expired" }, PAST],
])("the terms say whether Buy Now is available %s", (_when, more, text) => {
  show({ ...FLAT, buyNowPrice: 5_000 }, { buyNowPrice: null, ...more }, more.bids ?? undefined);
  expect(screen.getByText(text)).toBeVisible();
});
