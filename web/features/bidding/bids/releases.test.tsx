import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { AuctionDetails } from "../../../../worker/contract/auction.ts";
import type { Bid } from "../../../../worker/contract/bid.ts";
import { receive } from "../../../api/auction-view.ts";
import { showRoom } from "../../../testing/auction-room.tsx";
import { bid, END, eventsFrame, standing, view } from "../../../testing/auctions.ts";
import { fakeApiAt, refusal, type SentCall, success } from "../../../testing/fake-api.ts";
import { BidPanel } from "../bid-panel.tsx";
import { BidDialogs } from "./bid-dialogs.tsx";
import { BidList } from "./bid-list.tsx";

type Answers = Parameters<typeof fakeApiAt>[0];

/** The page as this person sees it; `change` is what a message of the room makes of the view. */
function show(who: string, bids: Bid[], answers: Answers = {}, more: Partial<AuctionDetails> = {}) {
  const sent = fakeApiAt({
    "/auction/lot/maximum": success({ maximum: null }),
    "/auction/getAuctions": success({ auctions: [] }),
    "/user/blocks": success({ blocked: [] }),
    ...answers,
  });
  const change = showRoom(
    view(bids, 3, more),
    (page) => (
      <>
        <BidPanel {...page} />
        <BidList {...page} menuFor={undefined} />
        <BidDialogs {...page} />
      </>
    ),
    who,
  );
  return { sent, change };
}

/** A bid of a moment ago. */
const placed = (id: string, amount: number, who: string, more: Partial<Bid> = {}): Bid => ({
  ...bid(id, amount, who),
  createdAt: new Date(Date.now() - 1_000).toISOString(),
  ...more,
});
const posts = (sent: readonly SentCall[]) => sent.filter(({ method }) => method !== "GET").map(({ path }) => path);
const dialog = (name: string) => within(screen.getByRole("dialog", { name }));
const buttons = (name: RegExp) => screen.queryAllByRole("button", { name });
const ASK = /^Ask to take back your bid of \$160/;

describe("a bid that its bidder can't take back alone", () => {
  it("has a question to the seller in place of undoing and deleting it", async () => {
    const met = [placed("b", 160, "ann", { reveals: true }), placed("a", 150, "bob")];
    const { sent } = show("ann", met, { "/bid/askRelease/b": success() });
    expect(buttons(/^Undo|^Delete/)).toEqual([]);
    // Beside the price, and in the list.
    await waitFor(() => expect(buttons(ASK)).toHaveLength(2));
    await userEvent.click(screen.getAllByRole("button", { name: ASK })[0] ?? document.body);
    const asking = dialog("Ask to take back");
    expect(asking.getByText(/met another bidder’s automatic bid, so taking it back would show how much/)).toBeVisible();
    expect(asking.getByRole("link", { name: /^What a bid means/ })).toHaveAttribute("href", "/help#what-a-bid-means");
    await userEvent.click(asking.getByRole("button", { name: "Ask the seller" }));
    expect(await screen.findAllByText("You asked the seller to release this bid")).toHaveLength(2);
    expect(posts(sent)).toEqual(["/api/v1/bid/askRelease/b"]);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(buttons(ASK)).toEqual([]);
  });

  it("is one under a hidden reserve, once its bidder has taken back another", async () => {
    show("ann", [placed("b", 160, "ann", { takenBack: 1 })], {}, { reserveMet: false });
    await userEvent.click(screen.getAllByRole("button", { name: ASK })[0] ?? document.body);
    expect(dialog("Ask to take back").getByText(/could reveal the hidden reserve/)).toBeVisible();
  });

  it("is any other one that the room says so of, when it is to be undone", async () => {
    const message =
      "Undoing this bid would reveal another bidder's maximum or the reserve. Ask the seller to release it.";
    show("ann", [placed("b", 160, "ann")], { "/bid/deleteBid/b": refusal(409, "undo_reveals", message) });
    await userEvent.click(await screen.findByRole("button", { name: /^Undo/ }));
    const alert = await screen.findByText(message);
    expect(alert).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Ask to take back" }));
    expect(screen.getByRole("dialog", { name: "Ask to take back" })).toBeVisible();
  });

  it.each(["withdrawal_reveals", "already_taken_back"] as const)(
    "is offered the question where deleting it is refused with %s",
    async (code) => {
      show("ann", [placed("c", 170, "bob"), placed("b", 160, "ann")], {
        "/bid/deleteBid/b": refusal(409, code, "Ask the seller to release it"),
      });
      await userEvent.click(screen.getByRole("button", { name: "Delete your bid of $160" }));
      await userEvent.click(dialog("Delete your bid of $160?").getByRole("button", { name: "Yes" }));
      expect(await screen.findByText("Ask the seller to release it")).toBeVisible();
      expect(screen.queryByRole("button", { name: "Yes" })).toBeNull();
      await userEvent.click(dialog("Delete your bid of $160?").getByRole("button", { name: "Ask to take back" }));
      expect(await screen.findByRole("button", { name: "Ask the seller" })).toBeVisible();
    },
  );

  it("keeps the dialog open, with the reason, when the seller can't be asked", async () => {
    const ended = refusal(409, "auction_ended", "This auction has ended");
    show("ann", [placed("b", 160, "ann", { reveals: true })], { "/bid/askRelease/b": ended });
    await userEvent.click(screen.getAllByRole("button", { name: ASK })[0] ?? document.body);
    await userEvent.click(screen.getByRole("button", { name: "Ask the seller" }));
    expect(await screen.findByText("This auction has ended")).toBeVisible();
    expect(dialog("Ask to take back").getByRole("button", { name: "Cancel" })).toHaveFocus();
  });

  it("offers nothing in the last window, in which no bid is released", () => {
    const auctionEndTime = new Date(Date.now() + 60_000).toISOString();
    show("ann", [placed("b", 160, "ann", { reveals: true })], {}, { auctionEndTime, lastWindowMs: 120_000 });
    expect(buttons(/^Ask to take back/)).toEqual([]);
  });
});

describe("the seller's page", () => {
  const requested = [placed("b", 4_999, "bob", { reveals: true, releaseAsked: true }), placed("a", 150, "ann")];

  it("names each request above the price and beside the bid, and releases it after a question", async () => {
    const { sent } = show("sue", requested, { "/bid/releaseBid/b": success({ auction: standing(150, 1) }) });
    const requests = within(await screen.findByRole("region", { name: "Requests to release" }));
    expect(requests.getByText("bob Test asks to take back $4,999")).toBeVisible();
    expect(await screen.findAllByText("bob Test asks to take back $4,999")).toHaveLength(2);
    await userEvent.click(requests.getByRole("button", { name: "Release $4,999 by bob Test" }));
    const question = dialog("Release this bid?");
    expect(question.getByText(/we work out price and leader again without it/)).toBeVisible();
    await userEvent.click(question.getByRole("button", { name: "Release" }));
    expect(await screen.findByText("A bid by bob Test was released by the seller.")).toBeVisible();
    expect(posts(sent)).toEqual(["/api/v1/bid/releaseBid/b"]);
    expect(screen.queryByRole("region", { name: "Requests to release" })).toBeNull();
    expect(screen.getByRole("region", { name: "Bids" })).toHaveFocus();
  });

  it("shows a request as it arrives, and at most three above the price", async () => {
    const bids = ["e", "d", "c", "b", "a"].map((id, at) =>
      placed(id, 200 - at, `bidder ${id}`, { releaseAsked: true }),
    );
    const { change } = show("sue", [placed("f", 300, "bob"), ...bids.slice(1)]);
    const requests = await screen.findByRole("region", { name: "Requests to release" });
    expect(within(requests).getByText("1 more in the list of bids")).toBeVisible();
    const asked = { seq: 4, type: "releaseAsked", bidId: "f", bidder: bid("f", 300, "bob").bidder } as const;
    change((known) => receive(known, eventsFrame([asked], standing(300, 5))).view);
    expect(await within(requests).findByText("bob Test asks to take back $300")).toBeVisible();
    expect(within(requests).getByText("2 more in the list of bids")).toBeVisible();
  });

  it("says why a bid can't be released, in the question", async () => {
    const message = "It's too late to withdraw this bid";
    show("sue", requested, { "/bid/releaseBid/b": refusal(409, "withdrawal_too_late", message) });
    await userEvent.click((await screen.findAllByRole("button", { name: /^Release \$4,999/ }))[0] ?? document.body);
    await userEvent.click(dialog("Release this bid?").getByRole("button", { name: "Release" }));
    expect(await screen.findByText(message)).toBeVisible();
  });

  it("has no button in the last window", async () => {
    const auctionEndTime = new Date(Date.now() + 60_000).toISOString();
    show("sue", requested, {}, { auctionEndTime, lastWindowMs: 120_000 });
    expect(await screen.findAllByText("Too late to release")).toHaveLength(2);
    expect(buttons(/^Release/)).toEqual([]);
  });
});

describe("the list of bids", () => {
  it("says how many were taken back, in all and by each bidder once", () => {
    const bids = [
      bid("c", 170, "bob"),
      { ...bid("b", 160, "cem"), takenBack: 2 },
      { ...bid("a", 150, "cem"), takenBack: 2 },
    ];
    show("ann", bids, {}, { takenBack: 2 });
    expect(screen.getByText("3 bids are live · 2 bids taken back")).toBeVisible();
    expect(screen.getAllByText(/took back 2 bids/)).toHaveLength(1);
    expect(screen.getAllByRole("listitem")[1]).toHaveTextContent("took back 2 bids");
  });

  it("shows everyone else that a bidder has asked", () => {
    show("ann", [{ ...bid("b", 160, "bob"), releaseAsked: true, reveals: true }]);
    expect(screen.getByRole("listitem")).toHaveTextContent("Highest · asked to take it back");
    expect(screen.queryByRole("button", { name: /^Release/ })).toBeNull();
  });

  it.each([
    ["ann", "Your bid was removed."],
    ["bob", "A bid by ann Test was removed."],
  ])("tells %s of a bid that was removed", async (who, text) => {
    const { change } = show(who, [bid("b", 160, "ann"), bid("a", 150, "bob")]);
    const voided = { seq: 4, type: "bidVoided", bidId: "b", bidder: bid("b", 160, "ann").bidder, by: "admin" } as const;
    change((known) => receive(known, eventsFrame([voided], standing(150, 1, { auctionEndTime: END }))).view);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getAllByRole("listitem")).toHaveLength(1);
  });
});
