import { render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";

import type { AuctionDetails } from "../../../worker/contract/auction.ts";
import { bid, END, view } from "../../testing/auctions.ts";
import { advanceTime } from "../../testing/clock.ts";
import { EndClock } from "./end-clock.tsx";
import { finalCallAt } from "./last-minutes/final-calls.ts";

const endsAt = Date.parse(END);

beforeEach(() => vi.useFakeTimers());

function clock(more: Partial<AuctionDetails> = {}) {
  const auctionView = view([bid("a", 150)], 1, more);
  const end = Date.parse(auctionView.auction.auctionEndTime);
  return <EndClock view={auctionView} stage="live" endsAt={end} finalCall={finalCallAt(end, Date.now())} />;
}

/** The time as screen readers get it, and as it is drawn. */
function shownTime() {
  const timer = screen.getByRole("timer");
  const drawnTime = timer.querySelector("span[aria-hidden]")?.textContent;
  return [timer.querySelector(".sr-only")?.textContent, drawnTime];
}

it("the clock shows hours, minutes and seconds until the last two minutes", () => {
  vi.setSystemTime(endsAt - 179_500);
  render(clock());
  expect(screen.getByText("Time left")).toBeVisible();
  expect(screen.getByRole("timer")).toHaveTextContent("00h 03m 00s");
});

it("the clock shows m:ss in the last two minutes, and one digit below ten seconds", () => {
  vi.setSystemTime(endsAt - 71_500);
  const { rerender } = render(clock());
  expect(screen.getByText("Last two minutes")).toBeVisible();
  expect(shownTime()).toEqual(["00h 01m 12s", "1:12"]);
  advanceTime(62_000);
  rerender(clock());
  expect(screen.getByText("Going twice")).toBeVisible();
  expect(shownTime()).toEqual(["00h 00m 10s", "0:10"]);
  advanceTime(600);
  expect(shownTime()).toEqual(["00h 00m 09s", "9"]);
});

it("the clock's ring empties as time runs out", () => {
  vi.setSystemTime(endsAt - 120_500);
  const { rerender } = render(clock());
  const ringShare = () => {
    const ring = screen.getByRole("timer").querySelector("[stroke-dashoffset]");
    return Number(ring?.getAttribute("stroke-dasharray")) - Number(ring?.getAttribute("stroke-dashoffset"));
  };
  expect(ringShare()).toBe(121);
  advanceTime(61_000);
  rerender(clock());
  expect(ringShare()).toBe(60);
  advanceTime(60_000);
  rerender(<EndClock view={view()} stage="live" endsAt={endsAt} finalCall="twice" />);
  expect(ringShare()).toBe(0);
});

it("an extension shows the added time and cancels the auctioneer's call", () => {
  vi.setSystemTime(endsAt - 9_000);
  const { rerender } = render(clock());
  expect(screen.getByText("Going twice")).toBeVisible();
  rerender(clock({ extensions: 1, auctionEndTime: new Date(endsAt + 15_000).toISOString() }));
  expect(screen.getByText("+15 s")).toBeVisible();
  expect(screen.getByText("Last minute")).toBeVisible();
  expect(screen.queryByText("Going twice")).toBeNull();
});

it("the clock of an ended auction shows zeros and the end date", () => {
  vi.setSystemTime(endsAt + 1_000);
  render(<EndClock view={view()} stage="sold" endsAt={endsAt} finalCall="none" />);
  expect(screen.getByRole("timer")).toHaveTextContent("00h 00m 00s");
  expect(screen.getByText(/Nov 21, 2030/)).toBeVisible();
});
