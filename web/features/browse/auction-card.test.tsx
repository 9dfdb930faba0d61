import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { END, listedAuction } from "../../testing/auctions.ts";
import { showPart } from "../../testing/page.tsx";
import { AuctionCard } from "./auction-card.tsx";

const START = Date.parse(END) - 2_000;

beforeEach(() => vi.useFakeTimers({ now: START - 2_000 }));
afterEach(() => vi.useRealTimers());

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

it("a card counts down to the start, then to the end, and then says that it has ended", () => {
  const auction = listedAuction("a", { status: "Upcoming", startsAt: new Date(START).toISOString() });
  showPart(<AuctionCard auction={auction} first />);
  expect(screen.getByText("Starts in")).toBeVisible();
  expect(screen.getByRole("timer")).toHaveTextContent("2s");
  pass(1_000);
  expect(screen.getByRole("timer")).toHaveTextContent("1s");
  pass(1_000);
  expect(screen.queryByText("Starts in")).not.toBeInTheDocument();
  expect(screen.getByText("Time left:")).toBeInTheDocument();
  expect(screen.getByRole("timer")).toHaveTextContent("2s");
  pass(2_000);
  expect(screen.getByText("Ended")).toBeVisible();
});

it("a card says for how much it can be bought now, while it is live", () => {
  const auction = listedAuction("a", { status: "Live", buyNowPrice: 500 });
  showPart(<AuctionCard auction={auction} first />);
  expect(screen.getByText("Buy now")).toHaveTextContent("Buy now $500");
  pass(10_000);
  expect(screen.queryByText("Buy now")).toBeNull();
});

it("a card says how many people watch its auction, if any do", () => {
  showPart(
    <>
      <AuctionCard auction={listedAuction("a", { watchers: 18 })} first={false} />
      <AuctionCard auction={listedAuction("b")} first={false} />
    </>,
  );
  expect(screen.getAllByText(/watchlists/).map((one) => one.textContent)).toEqual(["On 18 watchlists"]);
});
