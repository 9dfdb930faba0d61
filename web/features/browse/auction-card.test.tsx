import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";

import { END, listedAuction } from "../../testing/auctions.ts";
import { advanceTime } from "../../testing/clock.ts";
import { showPart } from "../../testing/page.tsx";
import { AuctionCard } from "./auction-card.tsx";

const START = Date.parse(END) - 2_000;

beforeEach(() => vi.useFakeTimers({ now: START - 2_000 }));

it("a card counts down to the start, then to the end, and then shows as ended", () => {
  const auction = listedAuction("a", { status: "Upcoming", startsAt: new Date(START).toISOString() });
  showPart(<AuctionCard auction={auction} isInFirstRow />);
  expect(screen.getByText("Starts in")).toBeVisible();
  expect(screen.getByRole("timer")).toHaveTextContent("2s");
  advanceTime(1_000);
  expect(screen.getByRole("timer")).toHaveTextContent("1s");
  advanceTime(1_000);
  expect(screen.queryByText("Starts in")).not.toBeInTheDocument();
  expect(screen.getByText("Time left:")).toBeInTheDocument();
  expect(screen.getByRole("timer")).toHaveTextContent("2s");
  advanceTime(2_000);
  expect(screen.getByRole("article")).toHaveTextContent(/^Ended/);
});

it("a card shows the Buy Now price only while its auction is live", () => {
  const auction = listedAuction("a", { status: "Live", buyNowPrice: 500 });
  showPart(<AuctionCard auction={auction} isInFirstRow />);
  expect(screen.getByText("Buy now")).toHaveTextContent("Buy now $500");
  advanceTime(10_000);
  expect(screen.queryByText("Buy now")).toBeNull();
});

it("a card shows how many users watch its auction, if any do", () => {
  showPart(
    <>
      <AuctionCard auction={listedAuction("a", { watchers: 18 })} isInFirstRow={false} />
      <AuctionCard auction={listedAuction("b")} isInFirstRow={false} />
    </>,
  );
  expect(screen.getAllByText(/watchlists/).map((element) => element.textContent)).toEqual(["On 18 watchlists"]);
});

const endedAuction = {
  status: "Sold",
  currentBid: 3_780,
  bidCount: 12,
  auctionEndTime: "2030-11-20T12:00:00.000Z",
} as const;

it.each([
  ["Sold", { ...endedAuction }, /Sold.*Sold for\$3,780.*12 bids.*Ended Nov 20, 2030.*Starting price \$100/],
  [
    "Expired",
    { ...endedAuction, status: "Expired", bidCount: 0 },
    /Not sold.*Starting price\$100.*No bids.*Ended Nov 20, 2030/,
  ],
  [
    "Expired below its reserve",
    { ...endedAuction, status: "Expired", bidCount: 1 },
    /Not sold.*Highest bid\$3,780.*1 bid.*Ended/,
  ],
  ["Voided", { ...endedAuction, status: "Voided" }, /Voided.*Highest bid\$3,780.*Ended Nov 20, 2030/],
] as const)("a card with the status %s shows the result and no heart", (_, more, text) => {
  const heart = () => <button type="button">Watch</button>;
  showPart(<AuctionCard auction={listedAuction("a", more)} isInFirstRow Action={heart} />);
  expect(screen.getByRole("article")).toHaveTextContent(text);
  expect(screen.getByRole("article")).not.toHaveTextContent(/Current bid|Time left/);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("timer")).toBeNull();
});

it("the user can still remove a watched auction from the watchlist after its end", () => {
  const heart = () => <button type="button">Watch</button>;
  showPart(<AuctionCard auction={listedAuction("a", endedAuction)} isInFirstRow Action={heart} showsActionAfterEnd />);
  expect(screen.getByRole("button")).toBeVisible();
});

it("a card shows when an upcoming auction starts and when a live one ends", () => {
  const upcoming = listedAuction("a", { status: "Upcoming", startsAt: new Date(START).toISOString() });
  showPart(<AuctionCard auction={upcoming} isInFirstRow />);
  expect(screen.getByRole("article")).toHaveTextContent(/Starts in.*Starting price\$100.*Starts Nov 21, 2030/);
  advanceTime(2_000);
  expect(screen.getByRole("article")).toHaveTextContent(/Starting price\$100No bids yet.*Ends Nov 21, 2030/);
});

it("a card uses the singular for one bid and a thousands separator for many", () => {
  showPart(
    <>
      <AuctionCard auction={listedAuction("a", { bidCount: 1, currentBid: 120 })} isInFirstRow={false} />
      <AuctionCard auction={listedAuction("b", { bidCount: 1_250, currentBid: 120 })} isInFirstRow={false} />
    </>,
  );
  expect(screen.getByText("1 bid")).toBeVisible();
  expect(screen.getByText("1,250 bids")).toBeVisible();
});
