import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";

import { announceProof } from "../../../api/email-proof.ts";
import { ApiFailure } from "../../../api/failure.ts";
import { fakeApiAt, success } from "../../../testing/fake-api.ts";
import { account, profile } from "../../../testing/people.ts";
import { BidAmountDialog } from "./bid-amount-dialog.tsx";

type Props = Parameters<typeof BidAmountDialog>[0];

function dialog(more: Partial<Props> = {}) {
  const props: Props = {
    open: true,
    title: "Bid Amount",
    description: "Highest Bid: $120",
    lot: { title: "Brass clock", images: { url: "/clock.svg" }, category: null },
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
    offered: undefined,
    takesMaximum: true,
    submitLabel: "Place Bid",
    busyLabel: "Placing...",
    isPending: false,
    send: vi.fn<Props["send"]>(),
    failed: "Cannot place Bid",
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
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
async function type(amount: string, input = field()) {
  await userEvent.clear(input);
  if (amount !== "") await userEvent.type(input, amount);
}
async function bid(amount: string) {
  await type(amount);
  await press("Place Bid");
}

it("the bid dialog offers the smallest next bid and sends the amount that was typed", async () => {
  const { props } = dialog();
  expect(screen.getByRole("dialog", { name: "Bid Amount" })).toHaveTextContent("Highest Bid: $120");
  expect(field()).toHaveValue("121");
  await bid("150.5");
  expect(props.send).toHaveBeenCalledExactlyOnceWith({ bidAmount: 150.5 }, expect.anything());
});

it("the bid dialog names the lot, the time left and that a bid is binding", () => {
  dialog();
  const shown = screen.getByRole("dialog", { name: "Bid Amount" });
  expect(shown).toHaveTextContent(/Brass clock(59m 5\ds|1h 0m) left/);
  expect(shown).toHaveTextContent("A bid is binding. The highest one buys the item.");
});

it("below a hidden reserve the bid dialog says that the highest bid must meet it", () => {
  dialog({ reserveMet: false });
  const shown = screen.getByRole("dialog", { name: "Bid Amount" });
  expect(shown).toHaveTextContent("A bid is binding. The highest one buys the item if it meets the reserve.");
});

it("an amount that is chosen fills in the field and sends nothing, and keeps the focus when the price changes", async () => {
  const { props, change } = dialog();
  const amounts = () => within(screen.getByRole("group", { name: "Suggested amounts" })).getAllByRole("button");
  expect(amounts().map((button) => button.textContent)).toEqual(["$121", "$125", "$130"]);
  await press("$130");
  expect(field()).toHaveValue("130");
  expect(props.send).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "$130", pressed: true })).toHaveFocus();
  change({ price: 130, minimum: 131 });
  expect(amounts().map((button) => button.textContent)).toEqual(["$131", "$135", "$140"]);
  expect(screen.getByRole("button", { name: "$140", pressed: false })).toHaveFocus();
  change({ price: null, minimum: 100 });
  expect(screen.queryByRole("group", { name: "Suggested amounts" })).toBeNull();
});

it("the typed amount stays when the smallest next bid rises above it, and the new one is offered", async () => {
  const { props, change } = dialog();
  await type("125");
  change({ minimum: 131, description: "Highest Bid: $130" });
  expect(field()).toHaveValue("125");
  expect(field()).toHaveAccessibleDescription("The smallest next bid is $131");
  await press("Place Bid");
  expect(props.send).not.toHaveBeenCalled();
  await press("Use $131");
  await press("Place Bid");
  expect(props.send).toHaveBeenCalledExactlyOnceWith({ bidAmount: 131 }, expect.anything());
});

it("an amount that is too low shows an error on submit, not while it is typed", async () => {
  const { props } = dialog();
  await type("12");
  expect(field()).toHaveAccessibleDescription("You bid $12 Smallest next bid: $121");
  await press("Place Bid");
  expect(field()).toHaveAccessibleDescription("The smallest next bid is $121");
  expect(field()).toHaveFocus();
  expect(props.send).not.toHaveBeenCalled();
});

/** A `send` that fails with this error. */
const failing =
  (error: ApiFailure): Props["send"] =>
  (_offer, { onError }) =>
    onError(error);
const UNREACHABLE = new ApiFailure("unreachable", "no network", 0);

it("a refused bid shows at the field with the server's numbers, and the input stays", async () => {
  const details = { minimum: 140 };
  dialog({ send: failing(new ApiFailure("bid_too_low", "The smallest next bid is $140", 422, { details })) });
  await bid("125");
  expect(field()).toHaveValue("125");
  expect(field()).toHaveAccessibleDescription("The smallest next bid is $140");
  expect(field()).toHaveFocus();
});

it("a bid without a response says that repeating it is safe", async () => {
  dialog({ send: failing(UNREACHABLE) });
  await bid("125");
  expect(field()).toHaveAccessibleDescription(/^Cannot place Bid\. .*can't count twice/);
  await userEvent.type(field(), "0");
  expect(field()).toHaveAccessibleDescription("You bid $1,250 Smallest next bid: $121");
});

it("a failed bid that the price has passed meanwhile is not sent again", async () => {
  const send = vi.fn<Props["send"]>(failing(UNREACHABLE));
  const { change } = dialog({ send });
  await bid("125");
  expect(field()).toHaveAccessibleDescription(/Try again\. Your bid can't count twice/);
  change({ send, minimum: 131 });
  expect(field()).toHaveAccessibleDescription("The smallest next bid is $131");
  await press("Place Bid");
  expect(send).toHaveBeenCalledOnce();
  expect(field()).toHaveFocus();
});

it("the bid dialog closes when the bid is accepted", async () => {
  const { props } = dialog({ send: (_offer, { onSuccess }) => onSuccess() });
  await bid("125");
  expect(props.onClose).toHaveBeenCalledOnce();
});

it("the bid button is disabled while the bid is being sent", () => {
  dialog({ isPending: true });
  expect(screen.getByRole("button", { name: "Placing..." })).toBeDisabled();
});

it("the bid dialog accepts no bid after the auction has ended", () => {
  const { change } = dialog();
  change({ isOver: true });
  expect(field()).toHaveAccessibleDescription("This auction has ended");
  expect(screen.getByRole("button", { name: "Place Bid" })).toBeDisabled();
});

it.each([
  ["", 121, "Valid bid amount is required"],
  ["120.99", 121.5, "The smallest next bid is $121.50"],
  ["12.345", 121, "Did you mean $12,345? Then enter 12345"],
  ["12.3456", 121, "Enter the amount in digits, with at most two decimals"],
  ["-3", 121, "Enter the amount without a minus sign"],
  ["€150", 121, "Enter an amount in USD, in digits"],
  ["0.5", 121, "Valid bid amount is required"],
])("the bid dialog refuses %o with a smallest next bid of %d and sends nothing", async (typed, minimum, problem) => {
  const { props } = dialog({ minimum });
  await bid(typed);
  expect(field()).toHaveAccessibleDescription(problem);
  expect(props.send).not.toHaveBeenCalled();
});

it.each([
  ["2300,00", 2300, "You bid $2,300"],
  ["1.234,50", 1234.5, "You bid $1,234.50"],
  ["1,234", 1234, "You bid $1,234"],
  ["$ 1 234.5", 1234.5, "You bid $1,234.50"],
])("a bid of %s is understood as %d, which the field shows", async (typed, amount, understood) => {
  const { props } = dialog({ minimum: 1200, price: 1199 });
  await type(typed);
  expect(field()).toHaveAccessibleDescription(`${understood} Smallest next bid: $1,200`);
  await press("Place Bid");
  expect(props.send).toHaveBeenCalledExactlyOnceWith({ bidAmount: amount }, expect.anything());
});

it("a bidder who leads already reads that a higher bid raises only their own price", () => {
  const { change } = dialog({ leads: true });
  const note = "You already lead at $120. A higher bid only raises your own price.";
  expect(screen.getByText(note)).toBeVisible();
  change({ leads: false });
  expect(screen.queryByText(note)).toBeNull();
});

const question = () => screen.queryByText("Do you really want to bid $250,000?");
const yes = () => screen.getByRole("button", { name: "Yes, bid $250,000" });
const goBack = () => screen.getByRole("button", { name: "Go back" });

it("an amount that looks like a slip is asked about, with the figures, and is sent only when it is confirmed", async () => {
  const { props } = dialog();
  await bid("250000");
  expect(question()).toBeVisible();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(props.send).not.toHaveBeenCalled();
  expect(goBack()).toHaveFocus();
  expect(goBack()).toHaveAccessibleDescription(
    /\$250,000\? Your bid \$250,000 Current price \$120 Smallest next bid \$121 Your bid is 2,083.3 times the current price/,
  );
  await userEvent.tab();
  expect(yes()).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(props.send).toHaveBeenCalledExactlyOnceWith({ bidAmount: 250_000, confirmed: true }, expect.anything());
});

it("going back from the question keeps what was typed, and the next submit asks again", async () => {
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

it("while the question is asked its figures follow the price, and the amount stays the one that was read", async () => {
  const { props, change } = dialog();
  await bid("250000");
  change({ minimum: 131, price: 130 });
  expect(goBack()).toHaveAccessibleDescription(/Current price \$130 Smallest next bid \$131/);
  // At the new price it would not be a slip, but the question stays.
  change({ minimum: 200_001, price: 200_000 });
  expect(question()).toBeVisible();
  await userEvent.click(yes());
  expect(props.send).toHaveBeenCalledExactlyOnceWith({ bidAmount: 250_000, confirmed: true }, expect.anything());
});

it("an amount that the price passes while the question is asked cannot be confirmed, nor one after the end", async () => {
  const { change } = dialog();
  await bid("250000");
  change({ minimum: 300_001, price: 300_000 });
  expect(screen.getAllByText("The smallest next bid is $300,001")[0]).toBeVisible();
  expect(yes()).toBeDisabled();
  change({ isOver: true });
  expect(screen.getAllByText("This auction has ended")[0]).toBeVisible();
  expect(yes()).toBeDisabled();
});

it("a confirmed amount that is refused is back in the field with the reason", async () => {
  dialog({ send: failing(new ApiFailure("bid_too_low", "The smallest next bid is $300,001", 422)) });
  await bid("250000");
  await userEvent.click(yes());
  expect(field()).toHaveFocus();
  expect(field()).toHaveValue("250000");
  expect(field()).toHaveAccessibleDescription("The smallest next bid is $300,001");
});

it("a first bid is compared with the starting price", async () => {
  const { props } = dialog({ price: null, minimum: 100 });
  await bid("1000");
  expect(props.send).toHaveBeenCalledOnce();
  await bid("1000.01");
  expect(goBack()).toHaveAccessibleDescription(/Your bid \$1,000.01 Starting price \$100 Your bid is 10 times/);
  expect(props.send).toHaveBeenCalledOnce();
});

const exactly = () => screen.getByRole("radio", { name: "Bid exactly" });
const upTo = () => screen.getByRole("radio", { name: "Bid for me up to" });
const maximum = () => screen.getByRole("textbox", { name: "Your maximum" });

async function giveMaximum(amount: string) {
  await userEvent.click(upTo());
  await type(amount, maximum());
}

it("an exact bid is preselected, and its field has the focus", async () => {
  dialog();
  expect(exactly()).toBeChecked();
  expect(exactly()).toHaveAccessibleDescription("Your bid is exactly this amount.");
  expect(upTo()).toHaveAccessibleDescription(/only as far as you need to lead\. Your maximum stays hidden/);
  await vi.waitFor(() => expect(field()).toHaveFocus());
});

it("a maximum is chosen by keyboard, previewed with public numbers, and sent as a maximum", async () => {
  const { props } = dialog();
  await userEvent.tab({ shift: true });
  expect(exactly()).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  expect(upTo()).toBeChecked();
  await userEvent.tab();
  expect(maximum()).toHaveValue("");
  await userEvent.keyboard("200");
  expect(maximum()).toHaveAccessibleDescription(
    "You would lead at $121 unless someone's maximum is higher. You never pay more than $200. Smallest next bid: $121",
  );
  await userEvent.keyboard("{Enter}");
  expect(props.send).toHaveBeenCalledExactlyOnceWith({ maxBid: 200 }, expect.anything());
});

it("what was typed stays when the kind of the offer changes, and what was offered does not", async () => {
  dialog();
  await userEvent.click(upTo());
  expect(maximum()).toHaveValue("");
  await userEvent.click(exactly());
  expect(field()).toHaveValue("121");
  await type("150");
  await userEvent.click(upTo());
  expect(maximum()).toHaveValue("150");
});

it("a maximum below the smallest next bid is refused in words, and the smallest is offered", async () => {
  const { props } = dialog();
  await giveMaximum("110");
  expect(maximum()).toHaveAccessibleDescription("Up to $110 Smallest next bid: $121");
  await press("Place Bid");
  expect(maximum()).toHaveAccessibleDescription("The smallest next bid is $121");
  expect(screen.getByRole("button", { name: "Use $121" })).toBeVisible();
  expect(props.send).not.toHaveBeenCalled();
});

it("a leader's own maximum is in the field, and may be lowered to the price", async () => {
  const { props } = dialog({ leads: true, ownMaximum: 900 });
  expect(upTo()).toBeChecked();
  expect(maximum()).toHaveValue("900");
  await type("119", maximum());
  await press("Save maximum");
  expect(maximum()).toHaveAccessibleDescription("The maximum must be at least $120");
  expect(props.send).not.toHaveBeenCalled();
  await userEvent.type(maximum(), "{Backspace}{Backspace}{Backspace}800");
  expect(maximum()).toHaveAccessibleDescription(/^You would still lead at \$120\. You never pay more than \$800\./);
  // Far above the price, but less than before: no slip.
  await press("Save maximum");
  expect(props.send).toHaveBeenCalledExactlyOnceWith({ maxBid: 800 }, expect.anything());
});

it("an exact bid of no more than one's own maximum is refused as the server would", async () => {
  const { props } = dialog({ leads: true, ownMaximum: 300 });
  await userEvent.click(exactly());
  await bid("300");
  expect(field()).toHaveAccessibleDescription("Enter more than your current maximum of $300");
  expect(props.send).not.toHaveBeenCalled();
});

it("a maximum that was refused stays in the field, with the reason", async () => {
  const message = "The maximum must be at least $140";
  dialog({ leads: true, ownMaximum: 200, send: failing(new ApiFailure("maximum_too_low", message, 422)) });
  await type("130", maximum());
  await press("Save maximum");
  expect(maximum()).toHaveValue("130");
  expect(maximum()).toHaveAccessibleDescription(message);
  expect(maximum()).toHaveFocus();
});

it("a maximum that looks like a slip is asked about as one", async () => {
  const { props } = dialog();
  await giveMaximum("250000");
  await userEvent.keyboard("{Enter}");
  expect(screen.getByText("Do you really want to bid up to $250,000?")).toBeVisible();
  expect(goBack()).toHaveAccessibleDescription(/Your maximum \$250,000 Current price \$120/);
  await press("Yes, bid up to $250,000");
  expect(props.send).toHaveBeenCalledExactlyOnceWith({ maxBid: 250_000, confirmed: true }, expect.anything());
});

it("a change of a bid below the bidder's own leading bid takes no maximum", () => {
  dialog({ leads: true, ownMaximum: 300, takesMaximum: false });
  expect(screen.queryByRole("radio")).toBeNull();
  expect(field()).toHaveValue("121");
});

const unusual = () =>
  new ApiFailure("bid_unusual", "Confirm it to place it", 422, { details: { amount: 2_500, minimum: 100 } });

it("an amount that only the room finds unusual is asked about with the room's figures, and sent confirmed", async () => {
  // On this page the price is still high.
  const { props } = dialog({ price: 2_000, minimum: 2_001, send: vi.fn<Props["send"]>(failing(unusual())) });
  await bid("2500");
  expect(props.send).toHaveBeenCalledExactlyOnceWith({ bidAmount: 2_500 }, expect.anything());
  expect(goBack()).toHaveFocus();
  expect(goBack()).toHaveAccessibleDescription(
    "Do you really want to bid $2,500? Your bid $2,500 Smallest next bid $100 Your bid is 25 times the smallest next bid.",
  );
  await press("Yes, bid $2,500");
  expect(props.send).toHaveBeenLastCalledWith({ bidAmount: 2_500, confirmed: true }, expect.anything());
});

it("the room's figures give way to the page's own as soon as those have changed", async () => {
  const { change } = dialog({ price: 2_000, minimum: 2_001, send: failing(unusual()) });
  await bid("2500");
  change({ price: 110, minimum: 111 });
  expect(goBack()).toHaveAccessibleDescription(/Current price \$110 Smallest next bid \$111/);
  await userEvent.click(goBack());
  expect(field()).toHaveValue("2500");
  expect(field()).toHaveFocus();
});

it("under a hidden reserve a leader can't lower their maximum, and reads why", async () => {
  const { props } = dialog({ leads: true, ownMaximum: 300, reserveMet: false });
  expect(maximum()).toHaveAccessibleDescription(/Minimum: \$300, your maximum, until the reserve is met/);
  await giveMaximum("250");
  await userEvent.keyboard("{Enter}");
  expect(props.send).not.toHaveBeenCalled();
});

it("the bid dialog leads to what a bid means, in a new tab", () => {
  dialog();
  const link = screen.getByRole("link", { name: /^What a bid means/ });
  expect(link).toHaveAttribute("href", "/help#what-a-bid-means");
  expect(link).toHaveAttribute("target", "_blank");
});

it("what was typed before a login is in the field, and is compared with the price of now", async () => {
  const { props } = dialog({ offered: { bidAmount: 110 } });
  expect(field()).toHaveValue("110");
  expect(field()).toHaveAccessibleDescription("The smallest next bid is $121");
  await press("Use $121");
  expect(field()).toHaveValue("121");
  expect(props.send).not.toHaveBeenCalled();
});

it("a maximum that was typed before a login is a maximum again", () => {
  dialog({ offered: { maxBid: 300 } });
  expect(screen.getByRole("textbox", { name: "Your maximum" })).toHaveValue("300");
});

it("a bid that waits for a proven address keeps its amount, and is sent again by itself once", async () => {
  let emailProven = false;
  fakeApiAt({ "/user/profile": () => success({ data: profile({ user: account({ emailProven }) }) })() });
  const unproven = new ApiFailure("email_not_proven", "No", 403, { details: { address: "j•••@e•••.com" } });
  const answers: ApiFailure[] = [unproven, new ApiFailure("bid_too_low", "The smallest next bid is $200", 422)];
  const send = vi.fn<Props["send"]>((_offer, { onSuccess, onError }) => {
    const error = answers.shift();
    if (error) onError(error);
    else onSuccess();
  });
  dialog({ send });
  await bid("150");
  expect(await screen.findByText(/Confirm your email address to bid/)).toBeVisible();
  expect(field()).toHaveValue("150");
  emailProven = true;
  announceProof();
  // The price has moved meanwhile: the usual refusal.
  await waitFor(() => expect(field()).toHaveAccessibleDescription("The smallest next bid is $200"));
  expect(send.mock.calls.map(([offer]) => offer)).toEqual([{ bidAmount: 150 }, { bidAmount: 150 }]);
  expect(screen.queryByText(/Confirm your email address to bid/)).toBeNull();
});

it("another amount is sent by its own press: a bid that waits is given up with its amount", async () => {
  fakeApiAt({ "/user/profile": success({ data: profile({ user: account({ emailProven: false }) }) }) });
  dialog({ send: failing(new ApiFailure("email_not_proven", "No", 403, { details: { address: "j•••@e•••.com" } })) });
  await bid("150");
  expect(await screen.findByText(/Confirm your email address to bid/)).toBeVisible();
  await userEvent.type(field(), "0");
  expect(screen.queryByText(/Confirm your email address to bid/)).toBeNull();
});

it("a new member reads their limit, and more is refused at the field, unsent", async () => {
  const { props, change } = dialog({ newMemberMaximum: 5_000, notice: "New members can bid up to $5,000" });
  expect(screen.getByRole("dialog")).toHaveTextContent("New members can bid up to $5,000");
  await bid("5000.01");
  expect(field()).toHaveAccessibleDescription(/New members can bid up to \$5,000/);
  expect(props.send).not.toHaveBeenCalled();
  // The level has risen meanwhile.
  change({ newMemberMaximum: null });
  expect(field()).not.toHaveAccessibleDescription(/New members/);
});
