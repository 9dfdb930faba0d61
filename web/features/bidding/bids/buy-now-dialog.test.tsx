import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef, useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";

import type { AuctionDetails } from "../../../../worker/contract/auction.ts";
import type { Bid } from "../../../../worker/contract/bid.ts";
import { announceProof } from "../../../api/email-proof.ts";
import { useTestScreen } from "../../../testing/auction-screen.ts";
import { ACCEPTED, bid, person, standing, view } from "../../../testing/auctions.ts";
import { fakeApi, fakeApiAt, refusal, success } from "../../../testing/fake-api.ts";
import { showPart } from "../../../testing/page.tsx";
import { account, profile } from "../../../testing/people.ts";
import { ToastHost } from "../../../ui/toast-host.tsx";
import { BidActions } from "./bid-actions.tsx";
import { BidDialogs } from "./bid-dialogs.tsx";
import { useBidDialogs } from "./use-bid-dialogs.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));

type Change = { bids?: Bid[]; details?: Partial<AuctionDetails>; stage?: "live" | "closing" | "sold" };

/** The buttons of an auction that can be bought for $500, until a message of the room (the `change`) has arrived. */
function Buttons({ change }: { change: Change }) {
  const [{ bids = [], details = {}, stage = "live" }, setChange] = useState<Change>({});
  const shown = view(bids, 2, { buyNowPrice: 500, ...details });
  const part = useTestScreen({ view: shown, standing: "watching", stage });
  const dialogs = useBidDialogs("ann");
  const listRef = useRef<HTMLElement>(null);
  return (
    <>
      {stage === "live" && <BidActions screen={part} dialogs={dialogs} onGone={() => {}} />}
      <BidDialogs screen={part} dialogs={dialogs} listRef={listRef} />
      <section ref={listRef} tabIndex={-1} aria-label="Bids" />
      <button type="button" onClick={() => setChange(change)}>
        The message arrives
      </button>
    </>
  );
}

const dialog = () => screen.getByRole("dialog", { name: "Buy now" });
const confirm = () => screen.queryByRole("button", { name: "Buy for $500" });
/** Opens it and waits until it can have been read. */
async function open(change: Change = {}) {
  showPart(<Buttons change={change} />);
  await userEvent.click(screen.getByRole("button", { name: "Buy now for $500" }));
  vi.advanceTimersByTime(500);
}
/** The dialog is modal, so no pointer reaches what is behind it. */
const arrive = () => vi.waitFor(() => screen.getByText("The message arrives").click());

it("buying asks first, says what happens, and sends the price that was shown", async () => {
  const bought = standing(500, 1, { status: "Sold", buyNowPrice: null });
  const sent = fakeApi(success({ newBid: bid("b", 500), auction: bought, ...ACCEPTED }));
  render(<ToastHost />);
  await open();
  expect(dialog()).toHaveTextContent(
    "You buy Clock for $500. That ends the auction at once, and you win it at this price.",
  );
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Cancel" })).toHaveFocus());
  expect(sent).toEqual([]);
  await userEvent.tab();
  expect(confirm()).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await screen.findByText("You bought this item")).toBeInTheDocument();
  expect(sent[0]).toMatchObject({ path: "/api/v1/auction/lot/buy", method: "POST", body: { price: 500 } });
});

it("the second press of a double click on the button that opens the dialog buys nothing", async () => {
  const sent = fakeApi(refusal(409, "buy_now_gone", "Gone"));
  showPart(<Buttons change={{}} />);
  await userEvent.click(screen.getByRole("button", { name: "Buy now for $500" }));
  vi.advanceTimersByTime(499);
  await userEvent.click(screen.getByRole("button", { name: "Buy for $500" }));
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  await userEvent.click(screen.getByRole("button", { name: "Buy for $500" }));
  expect(await screen.findByText("Gone")).toBeVisible();
  expect(sent[0]).toMatchObject({ path: "/api/v1/auction/lot/buy" });
});

it("when the button that opened the dialog is gone, the focus is at the bids", async () => {
  await open({ stage: "sold", details: { winner: person("ann"), bought: true } });
  await arrive();
  await userEvent.keyboard("{Escape}");
  await vi.waitFor(() => expect(screen.getByRole("region", { name: "Bids" })).toHaveFocus());
});

it.each<[string, Change, RegExp]>([
  [
    "somebody bids",
    { bids: [bid("b", 120, "bob")], details: { buyNowPrice: null } },
    /^Buy now is no longer available, so you didn't buy it\. The smallest next bid is \$121\.$/,
  ],
  [
    "the seller removes the price",
    { details: { buyNowPrice: null } },
    /^Buy now is no longer available, so you didn't buy it\. The smallest next bid is \$100\.$/,
  ],
  [
    "the seller changes the price",
    { details: { buyNowPrice: 600 } },
    /^The price just changed to \$600, so you didn't buy it\. Close this and choose again\.$/,
  ],
  [
    "another bidder buys it",
    { stage: "sold", details: { winner: person("bob"), bought: true } },
    /This auction has ended\. You didn't buy this item\./,
  ],
])("when %s while the dialog is open, nothing can be sent, and the dialog says why", async (_what, change, text) => {
  await open(change);
  await arrive();
  expect(await screen.findByRole("alert")).toHaveTextContent(text);
  expect(confirm()).toBeNull();
});

it.each<[string, Change, string]>([
  ["was bought by the person", { details: { winner: person("ann"), bought: true } }, "You bought this item for $500."],
  ["has no result yet", { details: { winner: null } }, "This auction has ended. The result is on its way…"],
  ["has passed its end", { stage: "closing" }, "This auction has ended. The result is on its way…"],
])(
  "when the answer is lost and the auction %s, the dialog does not say that nothing was bought",
  async (_, change, text) => {
    // The server's error leaves open whether it has bought.
    fakeApi(refusal(500, "internal_error", "Something went wrong"));
    await open({ stage: "sold", bids: [bid("b", 500)], ...change });
    await userEvent.click(screen.getByRole("button", { name: "Buy for $500" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Something went wrong");
    await arrive();
    expect(await within(dialog()).findByRole("status")).toHaveTextContent(text);
    expect(screen.queryByText(/Nothing was bought/)).toBeNull();
    expect(confirm()).toBeNull();
  },
);

it("after another's bid, bidding is offered instead", async () => {
  await open({ bids: [bid("b", 120, "bob")], details: { buyNowPrice: null } });
  await arrive();
  await userEvent.click(await screen.findByRole("button", { name: "Bid instead" }));
  expect(await screen.findByRole("textbox", { name: "Your bid" })).toHaveValue("121");
  await vi.waitFor(() => expect(screen.getByRole("textbox", { name: "Your bid" })).toHaveFocus());
});

it("the server's refusal is in the dialog, with its numbers", async () => {
  const message = "Buy Now is no longer available. The smallest next bid is $121.";
  fakeApi(refusal(409, "buy_now_gone", message));
  await open();
  await userEvent.click(screen.getByRole("button", { name: "Buy for $500" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
});

it("after a refusal the dialog says that nothing was bought, not that nothing was sent", async () => {
  fakeApi(refusal(409, "buy_now_gone", "Buy Now is no longer available. The smallest next bid is $121."));
  await open({ bids: [bid("b", 120, "bob")], details: { buyNowPrice: null } });
  await userEvent.click(screen.getByRole("button", { name: "Buy for $500" }));
  await screen.findByText(/Buy Now is no longer available/);
  await arrive();
  expect(await screen.findByText(/so you didn't buy it\. The smallest next bid is \$121\./)).toBeVisible();
  expect(screen.queryByText(/Nothing was sent/)).toBeNull();
});

it("a bidder who types at least the buy now price is reminded of it", async () => {
  showPart(<Buttons change={{}} />);
  await userEvent.click(screen.getByRole("button", { name: "Place Bid" }));
  const field = screen.getByRole("textbox", { name: "Your bid" });
  await userEvent.clear(field);
  await userEvent.type(field, "499");
  expect(screen.queryByText(/You could buy it now/)).toBeNull();
  await userEvent.clear(field);
  await userEvent.type(field, "500");
  expect(screen.getByText(/You could buy it now for \$500/)).toBeVisible();
});

it("a purchase that waits for a proven address is made by itself, at the price that was confirmed", async () => {
  let emailProven = false;
  const answers = [
    refusal(403, "email_not_proven", "No", { details: { address: "j•••@e•••.com" } }),
    success({ newBid: bid("b", 500), auction: standing(500, 1, { status: "Sold", buyNowPrice: null }), ...ACCEPTED }),
  ];
  const sent = fakeApiAt({
    "/user/profile": () => success({ data: profile({ user: account({ emailProven }) }) })(),
    "/auction/lot/buy": () => answers.shift()?.() ?? success()(),
    "/auction/fetchSpecificAuction": success(),
  });
  await open();
  await userEvent.click(screen.getByRole("button", { name: "Buy for $500" }));
  expect(await screen.findByText(/Confirm your email address to buy/)).toBeVisible();
  emailProven = true;
  announceProof();
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const prices = sent.flatMap(({ path, body }) => (path.endsWith("/buy") ? [body] : []));
  expect(prices).toEqual([{ price: 500 }, { price: 500 }]);
});
