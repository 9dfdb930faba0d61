import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { AuctionDetails } from "../../../../worker/contract/auction.ts";
import type { PublicBid } from "../../../../worker/contract/bid.ts";
import { applyFrame } from "../../../api/auction-view.ts";
import { showAuctionPage } from "../../../testing/auction-page.tsx";
import { bid, END, eventsFrame, standing, view } from "../../../testing/auctions.ts";
import { click, clickElement } from "../../../testing/click.ts";
import { type FakeResponses, fakeApiAt, refusal, success } from "../../../testing/fake-api.ts";
import { BidPanel } from "../bid-panel.tsx";
import { BidDialogs } from "./bid-dialogs.tsx";
import { BidList } from "./bid-list.tsx";

/** The page as this person sees it. `change` updates the view as a message from the room would. */
function show(userId: string, bids: PublicBid[], responses: FakeResponses = {}, more: Partial<AuctionDetails> = {}) {
  const sent = fakeApiAt({
    "/auction/lot/maximum": success({ maximum: null }),
    "/auction/getAuctions": success({ auctions: [] }),
    "/user/blocks": success({ blocked: [] }),
    ...responses,
  });
  const change = showAuctionPage(
    view(bids, 3, more),
    (page) => (
      <>
        <BidPanel {...page} />
        <BidList {...page} actionsFor={undefined} />
        <BidDialogs {...page} />
      </>
    ),
    userId,
  );
  return { sent, change };
}

/** A bid placed just now. */
const bidPlaced = (id: string, amount: number, who: string, more: Partial<PublicBid> = {}): PublicBid => ({
  ...bid(id, amount, who),
  createdAt: new Date(Date.now() - 1_000).toISOString(),
  ...more,
});
const dialog = (name: string) => within(screen.getByRole("dialog", { name }));
const buttons = (name: RegExp) => screen.queryAllByRole("button", { name });
const ASK_BUTTON = /^Ask to withdraw your bid of \$160/;

const clickAsk = () => clickElement(screen.getAllByRole("button", { name: ASK_BUTTON })[0] ?? document.body);

describe("a bid that its bidder can't withdraw alone", () => {
  it("a second withdrawal before the reserve is met needs the seller's release", async () => {
    show("ann", [bidPlaced("b", 160, "ann", { withdrawals: 1 })], {}, { reserveMet: false });
    await clickAsk();
    expect(dialog("Ask to withdraw").getByText(/could reveal the hidden reserve/)).toBeVisible();
  });

  it("a bidder can ask the seller when the room refuses to undo a bid", async () => {
    const message =
      "Undoing this bid would reveal another bidder's maximum or the reserve. Ask the seller to release it.";
    show("ann", [bidPlaced("b", 160, "ann")], { "/bid/deleteBid/b": refusal(409, "undo_reveals", message) });
    await userEvent.click(await screen.findByRole("button", { name: /^Undo/ }));
    const alert = await screen.findByText(message);
    expect(alert).toBeVisible();
    await click("Ask to withdraw");
    expect(screen.getByRole("dialog", { name: "Ask to withdraw" })).toBeVisible();
  });

  it.each(["withdrawal_reveals", "already_withdrawn"] as const)(
    "a bidder can ask the seller to release a bid if deleting it fails: %s",
    async (code) => {
      show("ann", [bidPlaced("c", 170, "bob"), bidPlaced("b", 160, "ann")], {
        "/bid/deleteBid/b": refusal(409, code, "Ask the seller to release it"),
      });
      await click("Delete your bid of $160");
      await userEvent.click(dialog("Delete your bid of $160?").getByRole("button", { name: "Yes" }));
      expect(await screen.findByText("Ask the seller to release it")).toBeVisible();
      expect(screen.queryByRole("button", { name: "Yes" })).toBeNull();
      await userEvent.click(dialog("Delete your bid of $160?").getByRole("button", { name: "Ask to withdraw" }));
      expect(await screen.findByRole("button", { name: "Ask the seller" })).toBeVisible();
    },
  );

  it("the dialog stays open with the reason when the seller can't be asked", async () => {
    const ended = refusal(409, "auction_ended", "This auction has ended");
    show("ann", [bidPlaced("b", 160, "ann", { reveals: true })], { "/bid/requestRelease/b": ended });
    await clickAsk();
    await click("Ask the seller");
    expect(await screen.findByText("This auction has ended")).toBeVisible();
    expect(dialog("Ask to withdraw").getByRole("button", { name: "Cancel" })).toHaveFocus();
  });

  it("a bidder can't ask the seller to release a bid in the last minutes", () => {
    const auctionEndTime = new Date(Date.now() + 60_000).toISOString();
    show("ann", [bidPlaced("b", 160, "ann", { reveals: true })], {}, { auctionEndTime });
    expect(buttons(/^Ask to withdraw/)).toEqual([]);
  });
});

describe("the seller's page", () => {
  const requestedBids = [
    bidPlaced("b", 4_999, "bob", { reveals: true, releaseRequested: true }),
    bidPlaced("a", 150, "ann"),
  ];

  it("the seller sees new requests right away, and at most three in the bid panel", async () => {
    const bids = ["e", "d", "c", "b", "a"].map((id, at) =>
      bidPlaced(id, 200 - at, `bidder ${id}`, { releaseRequested: true }),
    );
    const { change } = show("sue", [bidPlaced("f", 300, "bob"), ...bids.slice(1)]);
    const requests = await screen.findByRole("region", { name: "Release requests" });
    expect(within(requests).getByText("1 more in the list of bids")).toBeVisible();
    const requestEvent = { seq: 4, type: "releaseRequested", bidId: "f", bidder: bid("f", 300, "bob").bidder } as const;
    change((known) => applyFrame(known, eventsFrame([requestEvent], standing(300, 5))).view);
    expect(await within(requests).findByText("bob Test asked to withdraw a bid of $300")).toBeVisible();
    expect(within(requests).getByText("2 more in the list of bids")).toBeVisible();
  });

  it("the seller's dialog explains why a bid can't be released", async () => {
    const message = "It's too late to withdraw this bid";
    show("sue", requestedBids, { "/bid/releaseBid/b": refusal(409, "withdrawal_too_late", message) });
    await userEvent.click((await screen.findAllByRole("button", { name: /^Release \$4,999/ }))[0] ?? document.body);
    await userEvent.click(dialog("Release this bid?").getByRole("button", { name: "Release" }));
    expect(await screen.findByText(message)).toBeVisible();
  });

  it("the seller can't release a bid in the last minutes", async () => {
    const auctionEndTime = new Date(Date.now() + 60_000).toISOString();
    show("sue", requestedBids, {}, { auctionEndTime });
    expect(await screen.findAllByText("Too late to release")).toHaveLength(2);
    expect(buttons(/^Release/)).toEqual([]);
  });
});

describe("the list of bids", () => {
  it("the list shows how many bids were withdrawn, in total and by each bidder", () => {
    const bids = [
      bid("c", 170, "bob"),
      { ...bid("b", 160, "cem"), withdrawals: 2 },
      { ...bid("a", 150, "cem"), withdrawals: 2 },
    ];
    show("ann", bids, {}, { withdrawals: 2 });
    expect(screen.getByText("3 bids are live · 2 bids withdrawn")).toBeVisible();
    expect(screen.getAllByText(/Withdrew 2 bids/)).toHaveLength(1);
    expect(screen.getAllByRole("listitem")[1]).toHaveTextContent("Withdrew 2 bids");
  });

  it("every user sees in the list that a bidder asked to withdraw a bid", () => {
    show("ann", [{ ...bid("b", 160, "bob"), releaseRequested: true, reveals: true }]);
    expect(screen.getByRole("listitem")).toHaveTextContent("Highest · Asked to withdraw it");
    expect(screen.queryByRole("button", { name: /^Release/ })).toBeNull();
  });

  it.each([
    ["ann", "Your bid was voided."],
    ["bob", "A bid by ann Test was voided."],
  ])("the list shows %s that a bid was voided", async (who, text) => {
    const { change } = show(who, [bid("b", 160, "ann"), bid("a", 150, "bob")]);
    const voidEvent = {
      seq: 4,
      type: "bidVoided",
      bidId: "b",
      bidder: bid("b", 160, "ann").bidder,
      by: "admin",
    } as const;
    change((known) => applyFrame(known, eventsFrame([voidEvent], standing(150, 1, { auctionEndTime: END }))).view);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getAllByRole("listitem")).toHaveLength(1);
  });
});
