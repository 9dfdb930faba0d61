import { expect, it } from "vitest";

import { listedAuction } from "../../testing/auctions.ts";
import { sortWatched } from "./watch-order.ts";

const at = (day: number) => `2030-11-${day}T09:00:00.000Z`;

it("the watchlist puts live items first by end, then upcoming by start, then ended", () => {
  const watched = [
    { ...listedAuction("ended-early"), status: "Sold" as const, auctionEndTime: at(10) },
    { ...listedAuction("upcoming-later"), status: "Upcoming" as const, startsAt: at(25), auctionEndTime: at(26) },
    { ...listedAuction("live-later"), auctionEndTime: at(22) },
    { ...listedAuction("ended-late"), status: "Expired" as const, auctionEndTime: at(12) },
    { ...listedAuction("live-sooner"), auctionEndTime: at(21) },
    { ...listedAuction("upcoming-sooner"), status: "Upcoming" as const, startsAt: at(23), auctionEndTime: at(28) },
  ];
  expect(sortWatched(watched).map(({ _id }) => _id)).toEqual([
    "live-sooner",
    "live-later",
    "upcoming-sooner",
    "upcoming-later",
    "ended-late",
    "ended-early",
  ]);
});
