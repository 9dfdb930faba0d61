import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";

import type { AuctionDetails, SellersTerms } from "../../../../worker/contract/auction.ts";
import { bid, view } from "../../../testing/auctions.ts";
import { endText } from "../../../ui/moment.tsx";
import { AuctionTerms } from "./auction-terms.tsx";

const FLAT: SellersTerms = { increments: "flat", softCloseMs: 120_000 };

function show(terms: SellersTerms, more: Partial<AuctionDetails> = {}, bids = [bid("b1", 1_500)]) {
  render(<AuctionTerms view={view(bids, 2, { terms, ...more })} stage="live" />);
}

it("equal steps and a soft close are in words, with the latest end", () => {
  show(FLAT, { scheduledEndTime: "2030-11-21T09:00:00.000Z" });
  expect(screen.getByText("Each bid must be at least $1 higher than the one before.")).toBeVisible();
  const late = screen.getByText(/^If the price changes in the last 2 minutes/);
  // Ten windows of two minutes after the scheduled end, in whatever zone the tests run.
  const latest = endText("2030-11-21T09:20:00.000Z");
  expect(latest).toMatch(/^Nov 21, 2030, /);
  expect(late).toHaveTextContent(`It never moves past ${latest}`);
});

it("growing steps name the step at the current price", () => {
  show({ ...FLAT, increments: "tiered" });
  expect(screen.getByText(/the next bid must be at least \$25 higher\.$/)).toBeVisible();
});

it("an auction without a soft close says that late bids do not move its end", () => {
  show({ ...FLAT, softCloseMs: 0 });
  expect(screen.getByText("Late bids don't move the end.")).toBeVisible();
});

it("a start that was set is among the terms", () => {
  show(FLAT, { startsAt: "2030-11-20T10:00:00.000Z" });
  expect(screen.getByText(/^Bidding starts Nov 20, 2030, .+\.$/)).toBeVisible();
});

it("whether the terms can still change is said while the auction runs", () => {
  show(FLAT, {}, []);
  expect(screen.getByText("The seller can change these terms until someone bids.")).toBeVisible();
});

it("once someone has bid the terms are said to be final", () => {
  show(FLAT);
  expect(screen.getByText("Someone has bid, so these terms can no longer change.")).toBeVisible();
});

it("a hidden reserve and a buy now price are among the terms, the reserve without its amount", () => {
  show({ ...FLAT, buyNowPrice: 5_000 }, { reserveMet: false, buyNowPrice: 5_000 });
  expect(screen.getByText(/hidden reserve, which is not met\./)).toBeVisible();
  expect(screen.getByText("Anyone can buy it at once for $5,000, until the reserve is met.")).toBeVisible();
});

it("before the start, the buy now price is said to be on offer", () => {
  show({ ...FLAT, buyNowPrice: 5_000 }, { status: "Upcoming", buyNowPrice: null }, []);
  expect(screen.getByText("Anyone can buy it at once for $5,000, until someone bids.")).toBeVisible();
});

it.each<Partial<AuctionDetails>>([{}, { reserveMet: true }, { status: "Expired" }])(
  "once it is no longer on offer, the buy now price is said in the past: %o",
  (more) => {
    show({ ...FLAT, buyNowPrice: 5_000 }, { buyNowPrice: null, ...more });
    expect(screen.getByText("Anyone could buy it at once for $5,000.")).toBeVisible();
  },
);
