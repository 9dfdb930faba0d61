import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";

import { ApiFailure } from "../../../api/failure.ts";
import { click } from "../../../testing/click.ts";
import { unverifiedFailure, unverifiedPerson } from "../../../testing/email-verification.ts";
import { fakeApiAt } from "../../../testing/fake-api.ts";
import { BidAmountDialog } from "./bid-amount-dialog.tsx";

type Props = Parameters<typeof BidAmountDialog>[0];

function dialog(more: Partial<Props> = {}) {
  const props: Props = {
    open: true,
    title: "Bid Amount",
    description: "Highest Bid: $120",
    item: { title: "Brass clock", images: { url: "/clock.svg" }, category: null },
    endsAt: Date.now() + 3_600_000,
    minimum: 121,
    currency: "USD",
    isOver: false,
    price: 120,
    leads: false,
    ownMaximum: null,
    reserveMet: null,
    newMemberMaximum: null,
    buyNowPrice: null,
    resumedOffer: undefined,
    canSetMaximum: true,
    submitLabel: "Place Bid",
    busyLabel: "Placing...",
    isPending: false,
    send: vi.fn<Props["send"]>(),
    failureMessage: "Cannot place Bid",
    onClose: vi.fn<() => void>(),
    ...more,
  };
  const client = new QueryClient();
  const page = (shown: Props) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <BidAmountDialog {...shown} />
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender } = render(page(props));
  return { props, change: (changed: Partial<Props>) => rerender(page({ ...props, ...changed })) };
}

const field = () => screen.getByRole("textbox", { name: "Your bid" });
const maximumField = () => screen.getByRole("textbox", { name: "Your maximum" });
const exactRadio = () => screen.getByRole("radio", { name: "Bid exactly" });
const upToRadio = () => screen.getByRole("radio", { name: "Bid for me up to" });
const goBack = () => screen.getByRole("button", { name: "Go back" });
async function type(amount: string, input = field()) {
  await userEvent.clear(input);
  if (amount !== "") await userEvent.type(input, amount);
}
async function bid(amount: string) {
  await type(amount);
  await click("Place Bid");
}
async function typeMaximum(amount: string) {
  await userEvent.click(upToRadio());
  await type(amount, maximumField());
}
/** A `send` that fails with this error. */
const sendFailing = (error: ApiFailure) => vi.fn<Props["send"]>((_offer, { onError }) => onError(error));
const UNREACHABLE = new ApiFailure("unreachable", "no network", 0);

it("the bid dialog explains what a bid means and sends the typed amount", async () => {
  const { props } = dialog({ send: vi.fn<Props["send"]>((_offer, { onSuccess }) => onSuccess()) });
  const bidDialog = screen.getByRole("dialog", { name: "Bid Amount" });
  expect(bidDialog).toHaveTextContent(/Brass clock(59m 5\ds|1h 0m) left/);
  expect(bidDialog).toHaveTextContent("Highest Bid: $120");
  expect(bidDialog).toHaveTextContent("Bids are binding. The highest one wins the item.");
  const link = screen.getByRole("link", { name: /^What a bid means/ });
  expect(link).toHaveAttribute("href", "/help#what-a-bid-means");
  expect(link).toHaveAttribute("target", "_blank");
  expect(exactRadio()).toBeChecked();
  expect(exactRadio()).toHaveAccessibleDescription("Your bid is exactly this amount.");
  expect(upToRadio()).toHaveAccessibleDescription(/only as far as it takes to lead\. Your maximum stays hidden/);
  await vi.waitFor(() => expect(field()).toHaveFocus());
  expect(field()).toHaveValue("121");
  await bid("150.5");
  expect(props.send).toHaveBeenCalledExactlyOnceWith({ bidAmount: 150.5 }, expect.anything());
  expect(props.onClose).toHaveBeenCalledOnce();
});

it.each<[string, Partial<Props>, string]>([
  ["below a hidden reserve", { reserveMet: false }, "The highest one wins the item if it meets the reserve."],
  ["who leads", { leads: true }, "You're already leading at $120. A higher bid only raises your own price."],
  ["who is a new member", { limitsNote: "New members can bid up to $5,000" }, "New members can bid up to $5,000"],
])("the bid dialog warns a bidder %s until that changes", (_who, more, text) => {
  const { change } = dialog(more);
  expect(screen.getByRole("dialog")).toHaveTextContent(text);
  change({ leads: false, reserveMet: null, limitsNote: undefined });
  expect(screen.getByRole("dialog")).not.toHaveTextContent(text);
});

it("a suggestion button fills the field and keeps focus when the price changes", async () => {
  const { props, change } = dialog();
  const amounts = () => within(screen.getByRole("group", { name: "Suggested amounts" })).getAllByRole("button");
  expect(amounts().map((button) => button.textContent)).toEqual(["$121", "$125", "$130"]);
  await click("$130");
  expect(field()).toHaveValue("130");
  expect(props.send).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "$130", pressed: true })).toHaveFocus();
  change({ price: 130, minimum: 131 });
  expect(amounts().map((button) => button.textContent)).toEqual(["$131", "$135", "$140"]);
  expect(screen.getByRole("button", { name: "$140", pressed: false })).toHaveFocus();
  change({ price: null, minimum: 100 });
  expect(screen.queryByRole("group", { name: "Suggested amounts" })).toBeNull();
});

it.each<[string, Partial<Props>, string]>([
  ["", {}, "Valid bid amount is required"],
  ["12", {}, "The minimum bid is $121"],
  ["120.99", { minimum: 121.5 }, "The minimum bid is $121.50"],
  ["12.345", {}, "Did you mean $12,345? If so, enter 12345"],
  ["0.5", {}, "Valid bid amount is required"],
  ["5000.01", { newMemberMaximum: 5_000 }, "New members can bid up to $5,000"],
  ["300", { leads: true, ownMaximum: 300 }, "Enter more than your current maximum of $300"],
])("the bid dialog refuses %o on submit and sends nothing", async (typed, more, problem) => {
  const { props } = dialog(more);
  await userEvent.click(exactRadio());
  await type(typed);
  expect(field()).not.toHaveAccessibleDescription(problem);
  await click("Place Bid");
  expect(field()).toHaveAccessibleDescription(new RegExp(`^${problem.replaceAll(/[$.?]/g, String.raw`\$&`)}`));
  expect(field()).toHaveFocus();
  expect(props.send).not.toHaveBeenCalled();
});

it("the field shows how it reads the amount, in the user's number format", async () => {
  const { props } = dialog({ minimum: 1200, price: 1199 });
  await type("1.234,50");
  expect(field()).toHaveAccessibleDescription("You're bidding $1,234.50 Minimum bid: $1,200");
  await click("Place Bid");
  expect(props.send).toHaveBeenCalledExactlyOnceWith({ bidAmount: 1234.5 }, expect.anything());
});

it("a refused bid shows the server's numbers at the field and keeps the input", async () => {
  dialog({ send: sendFailing(new ApiFailure("bid_too_low", "The minimum bid is $140", 422)) });
  await bid("125");
  expect(field()).toHaveValue("125");
  expect(field()).toHaveAccessibleDescription("The minimum bid is $140");
  expect(field()).toHaveFocus();
});

it("a bidder can resend a bid without a response until the price passes it", async () => {
  const { props, change } = dialog({ send: sendFailing(UNREACHABLE) });
  await bid("125");
  expect(field()).toHaveAccessibleDescription(/^Cannot place Bid\. .*Try again\. Your bid can't count twice/);
  change({ minimum: 131 });
  expect(field()).toHaveAccessibleDescription("The minimum bid is $131");
  await click("Place Bid");
  expect(props.send).toHaveBeenCalledOnce();
  expect(field()).toHaveFocus();
  await userEvent.type(field(), "0");
  expect(field()).toHaveAccessibleDescription("You're bidding $1,250 Minimum bid: $131");
});

it("the dialog disables the bid button while sending and after the end", () => {
  const { change } = dialog({ isPending: true });
  expect(screen.getByRole("button", { name: "Placing..." })).toBeDisabled();
  change({ isPending: false, isOver: true });
  expect(field()).toHaveAccessibleDescription("This auction has ended");
  expect(screen.getByRole("button", { name: "Place Bid" })).toBeDisabled();
});

const question = () => screen.queryByText("Do you really want to bid $250,000?");
const yes = () => screen.getByRole("button", { name: "Yes, bid $250,000" });

it("the dialog asks to confirm an amount that looks like a typo before sending it", async () => {
  const { props, change } = dialog();
  await bid("250000");
  expect(question()).toBeVisible();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(goBack()).toHaveFocus();
  expect(goBack()).toHaveAccessibleDescription(
    /\$250,000\? Your bid \$250,000 Current price \$120 Minimum bid \$121 Your bid is 2,083.3 times the current price/,
  );
  // The amounts follow the price. At the new price it wouldn't look like a typo, but the question stays.
  change({ minimum: 200_001, price: 200_000 });
  expect(goBack()).toHaveAccessibleDescription(/Current price \$200,000 Minimum bid \$200,001/);
  expect(props.send).not.toHaveBeenCalled();
  await userEvent.tab();
  expect(yes()).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(props.send).toHaveBeenCalledExactlyOnceWith({ bidAmount: 250_000, confirmed: true }, expect.anything());
});

it("going back from the typo question keeps the input, and submitting asks again", async () => {
  const { props } = dialog();
  await bid("250000");
  await userEvent.keyboard("{Enter}");
  expect(question()).toBeNull();
  expect(field()).toHaveFocus();
  expect(field()).toHaveValue("250000");
  await userEvent.keyboard("{Enter}");
  expect(question()).toBeVisible();
  expect(props.send).not.toHaveBeenCalled();
});

it("the bidder can't confirm an amount that the price has passed", async () => {
  const { change } = dialog();
  await bid("250000");
  change({ minimum: 300_001, price: 300_000 });
  expect(screen.getAllByText("The minimum bid is $300,001")[0]).toBeVisible();
  expect(yes()).toBeDisabled();
  change({ isOver: true });
  expect(screen.getAllByText("This auction has ended")[0]).toBeVisible();
  expect(yes()).toBeDisabled();
});

it("a refused amount returns to the field with the reason, even if confirmed", async () => {
  dialog({ send: sendFailing(new ApiFailure("bid_too_low", "The minimum bid is $300,001", 422)) });
  await bid("250000");
  await userEvent.click(yes());
  expect(field()).toHaveFocus();
  expect(field()).toHaveValue("250000");
  expect(field()).toHaveAccessibleDescription("The minimum bid is $300,001");
});

it("the dialog asks to confirm a first bid above ten times the starting price", async () => {
  const { props } = dialog({ price: null, minimum: 100 });
  await bid("1000");
  expect(props.send).toHaveBeenCalledOnce();
  await bid("1000.01");
  expect(goBack()).toHaveAccessibleDescription(/Your bid \$1,000.01 Starting price \$100 Your bid is 10 times/);
  expect(props.send).toHaveBeenCalledOnce();
});

it("the dialog asks you to confirm an amount that only the room finds unusual", async () => {
  const details = { amount: 2_500, minimum: 100 };
  const send = sendFailing(new ApiFailure("bid_unusual", "Confirm it to place it", 422, { details }));
  // On this page the price is still high.
  const { change } = dialog({ price: 2_000, minimum: 2_001, send });
  await bid("2500");
  expect(send).toHaveBeenCalledExactlyOnceWith({ bidAmount: 2_500 }, expect.anything());
  expect(goBack()).toHaveFocus();
  expect(goBack()).toHaveAccessibleDescription(
    "Do you really want to bid $2,500? Your bid $2,500 Minimum bid $100 Your bid is 25 times the minimum bid.",
  );
  // The room's amounts give way to the page's own as soon as those have changed.
  change({ price: 110, minimum: 111 });
  expect(goBack()).toHaveAccessibleDescription(/Current price \$110 Minimum bid \$111/);
  await click("Yes, bid $2,500");
  expect(send).toHaveBeenLastCalledWith({ bidAmount: 2_500, confirmed: true }, expect.anything());
});

it("the bidder sets a maximum by keyboard and sees the price at which they'd lead", async () => {
  const { props } = dialog();
  await userEvent.tab({ shift: true });
  expect(exactRadio()).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  expect(upToRadio()).toBeChecked();
  await userEvent.tab();
  expect(maximumField()).toHaveValue("");
  await userEvent.keyboard("200");
  expect(maximumField()).toHaveAccessibleDescription(/^You would lead at \$121 .* Minimum bid: \$121$/);
  await userEvent.keyboard("{Enter}");
  expect(props.send).toHaveBeenCalledExactlyOnceWith({ maxBid: 200 }, expect.anything());
});

it("the input stays when the bidder switches between exact bid and maximum", async () => {
  dialog();
  await userEvent.click(upToRadio());
  expect(maximumField()).toHaveValue("");
  await userEvent.click(exactRadio());
  expect(field()).toHaveValue("121");
  await type("150");
  await userEvent.click(upToRadio());
  expect(maximumField()).toHaveValue("150");
});

it("the dialog refuses a maximum below the minimum bid and offers the minimum", async () => {
  const { props } = dialog();
  await typeMaximum("110");
  expect(maximumField()).toHaveAccessibleDescription("Up to $110 Minimum bid: $121");
  await click("Place Bid");
  expect(maximumField()).toHaveAccessibleDescription("The minimum bid is $121");
  expect(screen.getByRole("button", { name: "Use $121" })).toBeVisible();
  expect(props.send).not.toHaveBeenCalled();
});

it("the field shows a leader's maximum and accepts a lower one down to the price", async () => {
  const { props } = dialog({ leads: true, ownMaximum: 900 });
  expect(upToRadio()).toBeChecked();
  expect(maximumField()).toHaveValue("900");
  await type("119", maximumField());
  await click("Save maximum");
  expect(maximumField()).toHaveAccessibleDescription("The maximum must be at least $120");
  expect(props.send).not.toHaveBeenCalled();
  await userEvent.type(maximumField(), "{Backspace}{Backspace}{Backspace}800");
  expect(maximumField()).toHaveAccessibleDescription(
    /^You would still lead at \$120\. You never pay more than \$800\./,
  );
  // Far above the price, but less than before, so it's no typo.
  await click("Save maximum");
  expect(props.send).toHaveBeenCalledExactlyOnceWith({ maxBid: 800 }, expect.anything());
});

it("a leader can't lower their maximum before the reserve is met, and sees why", async () => {
  const { props } = dialog({ leads: true, ownMaximum: 300, reserveMet: false });
  expect(maximumField()).toHaveAccessibleDescription(
    /Minimum: \$300\. You can't lower your maximum until the reserve is met/,
  );
  await typeMaximum("250");
  await userEvent.keyboard("{Enter}");
  expect(props.send).not.toHaveBeenCalled();
});

it("a refused maximum stays in the field with the reason", async () => {
  const message = "The maximum must be at least $140";
  dialog({ leads: true, ownMaximum: 200, send: sendFailing(new ApiFailure("maximum_too_low", message, 422)) });
  await type("130", maximumField());
  await click("Save maximum");
  expect(maximumField()).toHaveValue("130");
  expect(maximumField()).toHaveAccessibleDescription(message);
  expect(maximumField()).toHaveFocus();
});

it("the dialog asks to confirm a maximum that looks like a typo", async () => {
  const { props } = dialog();
  await typeMaximum("250000");
  await userEvent.keyboard("{Enter}");
  expect(screen.getByText("Do you really want to bid up to $250,000?")).toBeVisible();
  expect(goBack()).toHaveAccessibleDescription(/Your maximum \$250,000 Current price \$120/);
  await click("Yes, bid up to $250,000");
  expect(props.send).toHaveBeenCalledExactlyOnceWith({ maxBid: 250_000, confirmed: true }, expect.anything());
});

it("the dialog offers no maximum for a bid below the bidder's own leading bid", () => {
  dialog({ leads: true, ownMaximum: 300, canSetMaximum: false });
  expect(screen.queryByRole("radio")).toBeNull();
  expect(field()).toHaveValue("121");
});

it("the field restores text typed before a sign-in and shows the minimum bid", async () => {
  const { props } = dialog({ resumedOffer: { bidAmount: 110 } });
  expect(field()).toHaveValue("110");
  expect(field()).toHaveAccessibleDescription("The minimum bid is $121");
  expect(props.send).not.toHaveBeenCalled();
  cleanup();
  dialog({ resumedOffer: { maxBid: 300 } });
  expect(maximumField()).toHaveValue("300");
});

it("typing a new amount drops the bid that waits for a confirmed email address", async () => {
  fakeApiAt({ "/user/profile": unverifiedPerson().profile });
  dialog({ send: sendFailing(unverifiedFailure()) });
  await bid("150");
  expect(await screen.findByText(/Confirm your email address to bid/)).toBeVisible();
  await userEvent.type(field(), "0");
  expect(screen.queryByText(/Confirm your email address to bid/)).toBeNull();
});
