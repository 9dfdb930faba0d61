import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import type { PublicBid, OwnMaximumState } from "../../../../worker/contract/bid.ts";
import { applyFrame } from "../../../api/auction-view.ts";
import { showAuctionPage } from "../../../testing/auction-page.tsx";
import { ACCEPTED, bid, eventsFrame, newBidEvent, standing, view } from "../../../testing/auctions.ts";
import { clickNext } from "../../../testing/click.ts";
import { fakeApiAt, success } from "../../../testing/fake-api.ts";
import { BidPanel } from "../bid-panel.tsx";
import { BidDialogs } from "./bid-dialogs.tsx";

/** The panel of an auction with these bids. `change` updates the view as a message from the room would. */
function show(bids: PublicBid[]) {
  return showAuctionPage(view(bids, 3), (page) => (
    <>
      <BidPanel {...page} />
      <BidDialogs {...page} />
    </>
  ));
}

/** Fakes the room's response to `GET /auction/lot/maximum`. A test may change it. */
function roomWith(maximum: OwnMaximumState) {
  const room = { maximum };
  const sent = fakeApiAt({
    "/auction/lot/maximum": () => success({ maximum: room.maximum })(),
    "/bid/editBid/a": success({ updatedBid: bid("a", 120), auction: standing(120, 1), ...ACCEPTED }),
  });
  return { room, sent };
}
const shownMaximum = () => screen.queryByText(/Your maximum:/);

it("the leader sees their own maximum, even when another tab changes it", async () => {
  const { room } = roomWith({ bidId: "a", maxBid: 250, isPublic: false });
  const change = show([bid("a", 120)]);
  expect(await screen.findByText("$250")).toBeVisible();
  expect(shownMaximum()).toHaveTextContent("Your maximum: $250Hidden until a bid reaches it.");
  room.maximum = { bidId: "a", maxBid: 300, isPublic: false };
  change((known) => applyFrame(known, eventsFrame([{ seq: 4, type: "maximumChanged" }], standing(120, 1))).view);
  expect(await screen.findByText("$300")).toBeVisible();
});

it("the leader changes a maximum on the page, which edits the leading bid", async () => {
  const { sent } = roomWith({ bidId: "a", maxBid: 250, isPublic: false });
  show([bid("a", 120)]);
  await clickNext("Change your maximum");
  const field = screen.getByRole("textbox", { name: "Your maximum" });
  expect(field).toHaveValue("250");
  await userEvent.clear(field);
  await userEvent.type(field, "180{Enter}");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent.find(({ method }) => method === "PUT")).toMatchObject({
    path: "/api/v1/bid/editBid/a",
    body: { maxBid: 180 },
  });
});

it("a leader without a maximum sets one with the bid button", async () => {
  const { sent } = roomWith(null);
  show([bid("a", 120)]);
  await userEvent.click(screen.getByRole("button", { name: "Place Bid" }));
  await userEvent.click(screen.getByRole("radio", { name: "Bid for me up to" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Your maximum" }), "200{Enter}");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent.find(({ method }) => method !== "GET")).toMatchObject({
    path: "/api/v1/bid/editBid/a",
    body: { maxBid: 200 },
  });
});

it("the page neither shows nor requests a maximum once another bidder leads", async () => {
  const { sent } = roomWith({ bidId: "a", maxBid: 250, isPublic: false });
  const change = show([bid("a", 120)]);
  expect(await screen.findByText("$250")).toBeVisible();
  change((known) => applyFrame(known, eventsFrame([newBidEvent(4, bid("b", 260, "bob"))], standing(260, 2))).view);
  await vi.waitFor(() => expect(shownMaximum()).toBeNull());
  expect(sent.filter(({ path }) => path.endsWith("/maximum"))).toHaveLength(1);
});

it("the dialog for editing a bid updates when the bid's amount changes", async () => {
  roomWith({ bidId: "a", maxBid: 250, isPublic: false });
  const change = show([bid("a", 120)]);
  await clickNext("Change your maximum");
  expect(screen.getByText("Current Bid: $120")).toBeVisible();
  change((known) => ({ ...known, bids: [bid("a", 140)] }));
  expect(await screen.findByText("Current Bid: $140")).toBeVisible();
});

it("an anonymous leader gets no one-tap bid button", async () => {
  const aliases = Promise.withResolvers<Response>();
  fakeApiAt({
    "/auction/lot/aliases": () => aliases.promise,
    "/auction/lot/maximum": success({ maximum: null }),
  });
  const change = show([bid("a", 120, "bidder-1")]);
  expect(await screen.findByRole("button", { name: "Place Bid" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Bid \$/ })).toBeNull();
  await act(async () => aliases.resolve(success({ own: "bidder-1", people: [] })()));
  expect(await screen.findByRole("button", { name: /^Undo/ })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Bid \$/ })).toBeNull();
  // Another anonymous bidder leads. The page still has the user's own alias.
  aliases.promise = new Promise(() => {});
  change((known) => applyFrame(known, eventsFrame([newBidEvent(4, bid("b", 150, "bidder-2"))], standing(150, 2))).view);
  expect(await screen.findByRole("button", { name: /^Bid \$/ })).toBeVisible();
});

const auto = (id: string, amount: number, who = "ann") => ({ ...bid(id, amount, who), auto: true });

it.each<[string, OwnMaximumState, PublicBid[], string]>([
  [
    "a bid has passed it",
    null,
    [bid("b", 300, "bob"), auto("a", 250)],
    "Your maximum of $250 became public when a bid passed it.",
  ],
  [
    "an equal, earlier bid has reached it",
    null,
    [auto("b", 250, "bob"), auto("a", 250)],
    "Your maximum of $250 became public when a bid reached it.",
  ],
  [
    "a released bid has lowered the price again",
    { bidId: "a", maxBid: 250, isPublic: true },
    [auto("a", 120)],
    "It's public, because a bid has reached it.",
  ],
])("the page calls a maximum public after %s", async (_what, maximum, bids, text) => {
  roomWith(maximum);
  show(bids);
  expect(await screen.findByText(text)).toBeVisible();
});

it("a bidder whose maximum was passed can raise it", async () => {
  roomWith(null);
  show([bid("b", 300, "bob"), auto("a", 250)]);
  await clickNext("Raise your maximum");
  expect(screen.getByRole("dialog", { name: "Edit Bid Amount" })).toBeVisible();
});

it("the page shows no maximum for an exact bid that was outbid", () => {
  roomWith(null);
  show([bid("b", 300, "bob"), bid("a", 250)]);
  expect(screen.queryByText(/Your maximum/)).toBeNull();
});
