import { render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";

import type { AuctionDetails } from "../../../worker/contract/auction.ts";
import { showAuctionPage } from "../../testing/auction-page.tsx";
import { END, view } from "../../testing/auctions.ts";
import { advanceTime } from "../../testing/clock.ts";
import { Announcer } from "./announcer.tsx";
import { BidPanel } from "./bid-panel.tsx";
import { ConnectionNote } from "./connection-note.tsx";

const START = Date.parse(END) - 3_600_000;
const startsAt = new Date(START).toISOString();

beforeEach(() => {
  vi.useFakeTimers({ now: START - 2_500 });
  vi.stubGlobal("fetch", () => Promise.withResolvers<Response>().promise);
});

function show(more: Partial<AuctionDetails> = {}) {
  showAuctionPage(view([], 1, { status: "Upcoming", startsAt, ...more }), ({ screen: shown, dialogs }) => (
    <>
      <BidPanel screen={shown} dialogs={dialogs} />
      <Announcer {...shown} />
    </>
  ));
}

it.each([
  ["without a reserve", {}],
  ["below a reserve", { reserveMet: false }],
])("an open page offers Buy Now once the auction starts: %s", (_what, reserve) => {
  const terms = { increments: "flat", softCloseMs: 120_000, buyNowPrice: 500 } as const;
  show({ terms, buyNowPrice: null, ...reserve });
  advanceTime(2_000);
  expect(screen.queryByRole("button", { name: /Buy now/ })).not.toBeInTheDocument();
  advanceTime(1_000);
  expect(screen.getByRole("button", { name: "Buy now for $500" })).toBeEnabled();
});

it("the page offers no Buy Now if the room gives no Buy Now price after the start", () => {
  const terms = { increments: "flat", softCloseMs: 120_000, buyNowPrice: 500 } as const;
  show({ terms, buyNowPrice: null, status: "Live" });
  advanceTime(3_000);
  expect(screen.getByRole("button", { name: "Bid $100 now" })).toBeEnabled();
  expect(screen.queryByRole("button", { name: /Buy now/ })).not.toBeInTheDocument();
});

it("the page announces the start once", () => {
  show();
  expect(screen.queryByText("Bidding has started.")).not.toBeInTheDocument();
  advanceTime(3_000);
  expect(screen.getByText("Bidding has started.")).toBeInTheDocument();
  advanceTime(6_000);
  expect(screen.queryByText("Bidding has started.")).not.toBeInTheDocument();
});

it("a connected page shows that its auction is upcoming, not live", () => {
  const connection = { phase: "live", failures: 0, waitMs: null } as const;
  render(<ConnectionNote connection={connection} onRetry={() => {}} watching={2} stage="upcoming" />);
  expect(screen.getByRole("status")).toHaveTextContent("Upcoming");
  expect(screen.getByText("2 here now")).toBeVisible();
});

it("a voided auction doesn't start", () => {
  show({ status: "Voided", voided: { reason: "A copy" } });
  advanceTime(3_000);
  expect(screen.queryByText("Time left")).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /Bid/ })).not.toBeInTheDocument();
});
