import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";

import { useTestScreen } from "../../../testing/auction-screen.ts";
import { bid, END, view } from "../../../testing/auctions.ts";
import { showPart } from "../../../testing/page.tsx";
import { BidList } from "./bid-list.tsx";
import { useBidDialogs } from "./use-bid-dialogs.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOW = Date.parse(END) - 3 * HOUR_MS;
const FREEZE_MS = 2 * MINUTE_MS;

beforeEach(() => vi.useFakeTimers({ now: NOW }));

/** Two bids each by Bob and Ann, in turn, placed between five seconds and two hours before `now`. */
function Bids({ now = NOW }: { now?: number }) {
  const bidPlaced = (id: string, amount: number, bidderId: string, agoMs: number) => ({
    ...bid(id, amount, bidderId),
    createdAt: new Date(now - agoMs).toISOString(),
  });
  const bids = [
    bidPlaced("d", 160, "bob", 5_000),
    bidPlaced("c", 150, "ann", 3 * MINUTE_MS),
    bidPlaced("b", 140, "bob", HOUR_MS),
    bidPlaced("a", 130, "ann", 2 * HOUR_MS),
  ];
  const auctionScreen = useTestScreen({ view: view(bids, 4, { freezeMs: FREEZE_MS }), standing: "outbid" });
  return (
    <BidList screen={auctionScreen} dialogs={useBidDialogs("ann")} listRef={{ current: null }} actionsFor={undefined} />
  );
}

const buttons = () =>
  screen.getAllByRole("button", { name: /your bid of/ }).map((button) => button.getAttribute("aria-label"));

it("a bidder can raise their highest bid and delete a recent one", () => {
  showPart(<Bids />);
  expect(buttons()).toEqual(["Edit your bid of $150", "Delete your bid of $150"]);
});

it("a bidder can't delete a bid in the last minutes", () => {
  const now = Date.parse(END) - FREEZE_MS + 1;
  vi.setSystemTime(now);
  showPart(<Bids now={now} />);
  expect(buttons()).toEqual(["Edit your bid of $150"]);
});

it("each bid shows its age, and its exact time and zone in a tooltip", () => {
  showPart(<Bids />);
  const times = Array.from(document.querySelectorAll("time"));
  expect(times.map((time) => time.firstElementChild?.textContent)).toEqual([
    "just now",
    "3 min ago",
    "1 h ago",
    "2 h ago",
  ]);
  const minutes = new Date("2030-11-21T09:57:00.000Z").getMinutes();
  expect(times[1]?.title).toMatch(new RegExp(`^Nov 21, 2030, \\d+:${minutes}:00\\s[AP]M \\S+$`));
});
