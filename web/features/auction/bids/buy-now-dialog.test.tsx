import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef, useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";

import type { AuctionDetails } from "../../../../worker/contract/auction.ts";
import type { PublicBid } from "../../../../worker/contract/bid.ts";
import { useTestScreen } from "../../../testing/auction-screen.ts";
import { ACCEPTED, bid, person, standing, view } from "../../../testing/auctions.ts";
import { click } from "../../../testing/click.ts";
import { unverifiedRefusal, unverifiedPerson } from "../../../testing/email-verification.ts";
import { fakeApi, fakeApiAt, refusal, success } from "../../../testing/fake-api.ts";
import { showPart } from "../../../testing/page.tsx";
import { ToastHost } from "../../../ui/toast-host.tsx";
import { BidActions } from "./bid-actions.tsx";
import { BidDialogs } from "./bid-dialogs.tsx";
import { useBidDialogs } from "./use-bid-dialogs.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));

type BuyNowPageState = { bids?: PublicBid[]; details?: Partial<AuctionDetails>; stage?: "live" | "closing" | "sold" };

/** The buttons for an item that can be bought for $500, until `change` arrives as a message from the room. */
function Buttons({ change }: { change: BuyNowPageState }) {
  const [{ bids = [], details = {}, stage = "live" }, setChange] = useState<BuyNowPageState>({});
  const auctionView = view(bids, 2, { buyNowPrice: 500, ...details });
  const auctionScreen = useTestScreen({ view: auctionView, standing: "watching", stage });
  const dialogs = useBidDialogs("ann");
  const listRef = useRef<HTMLElement>(null);
  return (
    <>
      {stage === "live" && <BidActions screen={auctionScreen} dialogs={dialogs} onFocusLost={() => {}} />}
      <BidDialogs screen={auctionScreen} dialogs={dialogs} listRef={listRef} />
      <section ref={listRef} tabIndex={-1} aria-label="Bids" />
      <button type="button" onClick={() => setChange(change)}>
        The message arrives
      </button>
    </>
  );
}

const dialog = () => screen.getByRole("dialog", { name: "Buy now" });
const confirmButton = () => screen.queryByRole("button", { name: "Buy for $500" });
const buy = () => click("Buy for $500");
const bobBids: BuyNowPageState = { bids: [bid("b", 120, "bob")], details: { buyNowPrice: null } };
/** Opens the dialog and waits until the bidder could have read it. */
async function open(change: BuyNowPageState = {}) {
  showPart(<Buttons change={change} />);
  await click("Buy now for $500");
  vi.advanceTimersByTime(500);
}
/** The dialog is modal, so no pointer reaches what is behind it. */
const receiveMessage = () => vi.waitFor(() => screen.getByText("The message arrives").click());

it("the dialog asks to confirm a purchase and sends the price it showed", async () => {
  const bought = standing(500, 1, { status: "Sold", buyNowPrice: null });
  const sent = fakeApi(success({ newBid: bid("b", 500), auction: bought, ...ACCEPTED }));
  render(<ToastHost />);
  await open();
  expect(dialog()).toHaveTextContent(
    "You're buying Clock for $500. This ends the auction right away, and the item is yours.",
  );
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Cancel" })).toHaveFocus());
  expect(sent).toEqual([]);
  await userEvent.tab();
  expect(confirmButton()).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await screen.findByText("You bought this item")).toBeInTheDocument();
  expect(sent[0]).toMatchObject({ path: "/api/v1/auction/lot/buy", method: "POST", body: { price: 500 } });
});

it("a double click on the button that opens the dialog buys nothing", async () => {
  const sent = fakeApi(refusal(409, "buy_now_gone", "Gone"));
  showPart(<Buttons change={{}} />);
  await click("Buy now for $500");
  vi.advanceTimersByTime(499);
  await buy();
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  await buy();
  expect(await screen.findByText("Gone")).toBeVisible();
  expect(sent[0]).toMatchObject({ path: "/api/v1/auction/lot/buy" });
});

it("focus moves to the bids if the button that opened the dialog is gone", async () => {
  await open({ stage: "sold", details: { winner: person("ann"), bought: true } });
  await receiveMessage();
  await userEvent.keyboard("{Escape}");
  await vi.waitFor(() => expect(screen.getByRole("region", { name: "Bids" })).toHaveFocus());
});

it.each<[string, BuyNowPageState, RegExp]>([
  [
    "someone bids",
    bobBids,
    /^Buy now is no longer available, so you didn't buy this item\. The minimum bid is \$121\.$/,
  ],
  [
    "the seller removes the price",
    { details: { buyNowPrice: null } },
    /^Buy now is no longer available, so you didn't buy this item\. The minimum bid is \$100\.$/,
  ],
  [
    "the seller changes the price",
    { details: { buyNowPrice: 600 } },
    /^The price just changed to \$600, so you didn't buy this item\. Close this and choose again\.$/,
  ],
  [
    "another bidder buys it",
    { stage: "sold", details: { winner: person("bob"), bought: true } },
    /This auction has ended\. You didn't buy this item\./,
  ],
])("the dialog explains why buying fails when %s", async (_what, change, text) => {
  await open(change);
  await receiveMessage();
  expect(await screen.findByRole("alert")).toHaveTextContent(text);
  expect(confirmButton()).toBeNull();
});

it.each<[string, BuyNowPageState, string]>([
  ["the purchase succeeded", { details: { winner: person("ann"), bought: true } }, "You bought this item for $500."],
  ["the auction has ended", { stage: "closing" }, "This auction has ended. The result is on its way…"],
])("after a server error, the dialog doesn't say that buying failed if %s", async (_, change, text) => {
  // The server's error doesn't say whether the purchase went through.
  fakeApi(refusal(500, "internal_error", "Something went wrong"));
  await open({ stage: "sold", bids: [bid("b", 500)], ...change });
  await buy();
  expect(await screen.findByRole("alert")).toHaveTextContent("Something went wrong");
  await receiveMessage();
  expect(await within(dialog()).findByRole("status")).toHaveTextContent(text);
  expect(screen.queryByText(/didn't buy/)).toBeNull();
  expect(confirmButton()).toBeNull();
});

it("the dialog offers to bid instead after someone else has bid", async () => {
  await open(bobBids);
  await receiveMessage();
  await userEvent.click(await screen.findByRole("button", { name: "Bid instead" }));
  expect(await screen.findByRole("textbox", { name: "Your bid" })).toHaveValue("121");
  await vi.waitFor(() => expect(screen.getByRole("textbox", { name: "Your bid" })).toHaveFocus());
});

it("the dialog shows a refusal and says that nothing was bought", async () => {
  const message = "Buy now is no longer available. The minimum bid is $121.";
  fakeApi(refusal(409, "buy_now_gone", message));
  await open(bobBids);
  await buy();
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
  await receiveMessage();
  expect(await screen.findByText(/so you didn't buy this item\. The minimum bid is \$121\./)).toBeVisible();
});

it("the bid dialog offers Buy Now to a bidder who types the Buy Now price or more", async () => {
  showPart(<Buttons change={{}} />);
  await click("Place Bid");
  const field = screen.getByRole("textbox", { name: "Your bid" });
  await userEvent.clear(field);
  await userEvent.type(field, "499");
  expect(screen.queryByText(/You could buy it now/)).toBeNull();
  await userEvent.clear(field);
  await userEvent.type(field, "500");
  expect(screen.getByText(/You could buy it now for \$500/)).toBeVisible();
});

it("a purchase that waits for a confirmed email address keeps its price", async () => {
  const buyer = unverifiedPerson();
  const bought = standing(500, 1, { status: "Sold", buyNowPrice: null });
  const sent = fakeApiAt({
    "/user/profile": buyer.profile,
    "/auction/lot/buy": () =>
      buyer.isVerified() ? success({ newBid: bid("b", 500), auction: bought, ...ACCEPTED })() : unverifiedRefusal(),
    "/auction/fetchSpecificAuction": success(),
  });
  await open();
  await buy();
  expect(await screen.findByText(/Confirm your email address to buy/)).toBeVisible();
  buyer.verify();
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const prices = sent.flatMap(({ path, body }) => (path.endsWith("/buy") ? [body] : []));
  expect(prices).toEqual([{ price: 500 }, { price: 500 }]);
});
