import { act, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";

import { receive } from "../../../api/auction-view.ts";
import { showRoom } from "../../../testing/auction-room.tsx";
import { bid, END, eventsFrame, newBidEvent, person, standing, view } from "../../../testing/auctions.ts";
import { Announcer } from "../announcer.tsx";
import { BidPanel } from "../bid-panel.tsx";

const endsAt = Date.parse(END);

beforeEach(() => {
  vi.useFakeTimers({ now: endsAt - 22_000 });
  vi.stubGlobal("fetch", () => Promise.withResolvers<Response>().promise);
});

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

/** The panel of an auction that Bob leads; the result changes the view, as a message of the room does. */
function show() {
  return showRoom(view([bid("b", 150, "bob"), bid("a", 140)], 3), ({ screen: shown, dialogs }) => (
    <>
      <BidPanel screen={shown} dialogs={dialogs} />
      <Announcer {...shown} />
    </>
  ));
}

it("the calls follow the server's clock, and a late bid takes them back on the same page", () => {
  const change = show();
  expect(screen.getByText("Last minute")).toBeVisible();
  pass(2_400);
  expect(screen.getByText("Going once")).toBeVisible();
  pass(10_000);
  expect(screen.getByText("Going twice")).toBeVisible();

  const auctionEndTime = new Date(endsAt + 15_000).toISOString();
  const events = [
    newBidEvent(4, bid("c", 160, "cem")),
    { seq: 5, type: "extended", auctionEndTime, extensions: 1 } as const,
  ];
  change((known) => receive(known, eventsFrame(events, standing(160, 3, { auctionEndTime, extensions: 1 }))).view);
  pass(400);
  expect(screen.queryByText("Going twice")).toBeNull();
  expect(screen.getByText("Last minute")).toBeVisible();
  expect(screen.getByText("+15 s")).toBeVisible();
  expect(screen.getByText("Extended after a late bid")).toBeVisible();
});

it("the clock ends the auction and the focus stays in the panel; the result comes only from the room", () => {
  const change = show();
  screen.getByRole("button", { name: "Bid $151 now" }).focus();
  pass(22_400);
  expect(screen.queryByRole("button", { name: /Bid/ })).toBeNull();
  expect(screen.getAllByText("Ended, waiting for the result")[0]).toBeVisible();
  expect(document.body).not.toHaveFocus();
  change((known) => ({ ...known, seq: 4, auction: { ...known.auction, status: "Sold", winner: person("bob") } }));
  expect(screen.getAllByText("Sold for $150")[0]).toBeVisible();
  expect(screen.getByText("To bob Test")).toBeVisible();
  expect(screen.getByText("00h 00m 00s")).toBeVisible();
  expect(screen.queryByText("Current Bid Price")).toBeNull();
  expect(screen.getByText("Final price")).toBeVisible();
});
