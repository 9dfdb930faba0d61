import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";

import { showAuctionPage } from "../../../testing/auction-page.tsx";
import { bid, END, person, view } from "../../../testing/auctions.ts";
import { advanceTime } from "../../../testing/clock.ts";
import { Announcer } from "../announcer.tsx";
import { BidPanel } from "../bid-panel.tsx";

const endsAt = Date.parse(END);

beforeEach(() => {
  vi.useFakeTimers({ now: endsAt - 22_000 });
  vi.stubGlobal("fetch", () => Promise.withResolvers<Response>().promise);
});

/**
 * The panel of an auction that Bob leads. Returns a function that changes the view, as a message from the room does.
 */
function show() {
  return showAuctionPage(view([bid("b", 150, "bob"), bid("a", 140)], 3), ({ screen: shown, dialogs }) => (
    <>
      <BidPanel screen={shown} dialogs={dialogs} />
      <Announcer {...shown} />
    </>
  ));
}

it("the clock ends the auction, but only the room gives the result", () => {
  const change = show();
  screen.getByRole("button", { name: "Bid $151 now" }).focus();
  advanceTime(22_400);
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
