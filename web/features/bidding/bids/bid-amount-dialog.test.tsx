import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { ApiFailure } from "../../../api/failure.ts";
import { BidAmountDialog } from "./bid-amount-dialog.tsx";

type Props = Parameters<typeof BidAmountDialog>[0];

function dialog(more: Partial<Props> = {}) {
  const props: Props = {
    open: true,
    title: "Bid Amount",
    description: "Highest Bid: $120",
    minimum: 121,
    currency: "USD",
    isOver: false,
    leadsAt: null,
    submitLabel: "Place Bid",
    busyLabel: "Placing...",
    isPending: false,
    send: vi.fn<Props["send"]>(),
    failed: "Cannot place Bid",
    onClose: vi.fn<() => void>(),
    ...more,
  };
  const { rerender } = render(<BidAmountDialog {...props} />);
  return { props, change: (changed: Partial<Props>) => rerender(<BidAmountDialog {...props} {...changed} />) };
}

const field = () => screen.getByRole("textbox", { name: "Your bid" });

it("the bid dialog offers the smallest next bid and sends the amount that was typed", async () => {
  const { props } = dialog();
  expect(screen.getByRole("dialog", { name: "Bid Amount" })).toHaveTextContent("Highest Bid: $120");
  expect(field()).toHaveValue("121");
  await userEvent.clear(field());
  await userEvent.type(field(), "150.5");
  await userEvent.click(screen.getByRole("button", { name: "Place Bid" }));
  expect(props.send).toHaveBeenCalledExactlyOnceWith(150.5, expect.anything());
});

it("the bid dialog requires an amount", async () => {
  const { props } = dialog();
  await userEvent.clear(field());
  await userEvent.click(screen.getByRole("button", { name: "Place Bid" }));
  expect(field()).toHaveAccessibleDescription("Valid bid amount is required");
  expect(props.send).not.toHaveBeenCalled();
});

it("the typed amount stays when the smallest next bid rises above it, and the new one is offered", async () => {
  const { props, change } = dialog();
  await userEvent.clear(field());
  await userEvent.type(field(), "125");
  change({ minimum: 131, description: "Highest Bid: $130" });
  expect(field()).toHaveValue("125");
  expect(field()).toHaveAccessibleDescription("The smallest next bid is $131");
  await userEvent.click(screen.getByRole("button", { name: "Place Bid" }));
  expect(props.send).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Use $131" }));
  await userEvent.click(screen.getByRole("button", { name: "Place Bid" }));
  expect(props.send).toHaveBeenCalledExactlyOnceWith(131, expect.anything());
});

it("an amount that is too low shows an error on submit, not while it is typed", async () => {
  const { props } = dialog();
  await userEvent.clear(field());
  await userEvent.type(field(), "12");
  expect(field()).toHaveAccessibleDescription("You bid $12 Smallest next bid: $121");
  await userEvent.click(screen.getByRole("button", { name: "Place Bid" }));
  expect(field()).toHaveAccessibleDescription("The smallest next bid is $121");
  expect(field()).toHaveFocus();
  expect(props.send).not.toHaveBeenCalled();
});

/** A `send` that fails with this error. */
const failing =
  (error: ApiFailure): Props["send"] =>
  (_bidAmount, { onError }) =>
    onError(error);
const UNREACHABLE = new ApiFailure("unreachable", "no network", 0);

async function bid(amount: string) {
  await userEvent.clear(field());
  await userEvent.type(field(), amount);
  await userEvent.click(screen.getByRole("button", { name: "Place Bid" }));
}

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
  expect(field()).toHaveAccessibleDescription(/^Cannot place Bid\. .*cannot count twice/);
  await userEvent.type(field(), "0");
  expect(field()).toHaveAccessibleDescription("You bid $1,250 Smallest next bid: $121");
});

it("a failed bid that the price has passed meanwhile is not sent again", async () => {
  const send = vi.fn<Props["send"]>(failing(UNREACHABLE));
  const { change } = dialog({ send });
  await bid("125");
  expect(field()).toHaveAccessibleDescription(/Trying again is safe/);
  change({ send, minimum: 131 });
  expect(field()).toHaveAccessibleDescription("The smallest next bid is $131");
  await userEvent.click(screen.getByRole("button", { name: "Place Bid" }));
  expect(send).toHaveBeenCalledOnce();
  expect(field()).toHaveFocus();
});

it("the bid dialog closes when the bid is accepted", async () => {
  const { props } = dialog({ send: (_bidAmount, { onSuccess }) => onSuccess() });
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
  ["120.99", 121.5, "The smallest next bid is $121.50"],
  ["12.345", 121, "Did you mean $12,345? Then enter 12345"],
  ["12.3456", 121, "Enter the amount in digits, with at most two decimals"],
  ["-3", 121, "Enter an amount in USD, in digits"],
  ["€150", 121, "Enter an amount in USD, in digits"],
  ["0.5", 121, "Valid bid amount is required"],
])("the bid dialog refuses %s with a smallest next bid of %d and sends nothing", async (typed, minimum, problem) => {
  const { props } = dialog({ minimum });
  await bid(typed);
  expect(field()).toHaveAccessibleDescription(problem);
  expect(props.send).not.toHaveBeenCalled();
});

it.each([
  ["2500,00", 2500, "You bid $2,500"],
  ["1.234,50", 1234.5, "You bid $1,234.50"],
  ["1,234", 1234, "You bid $1,234"],
  ["$ 1 234.5", 1234.5, "You bid $1,234.50"],
])("a bid of %s is understood as %d, which the field shows", async (typed, amount, understood) => {
  const { props } = dialog({ minimum: 1200 });
  await userEvent.clear(field());
  await userEvent.type(field(), typed);
  expect(field()).toHaveAccessibleDescription(`${understood} Smallest next bid: $1,200`);
  await userEvent.click(screen.getByRole("button", { name: "Place Bid" }));
  expect(props.send).toHaveBeenCalledExactlyOnceWith(amount, expect.anything());
});

it("a bidder who leads already is asked to notice that a higher bid raises only their own price", () => {
  const { change } = dialog({ leadsAt: 120 });
  const note = "You already lead at $120: a higher bid raises only your own price.";
  expect(screen.getByText(note)).toBeVisible();
  change({ leadsAt: null });
  expect(screen.queryByText(note)).toBeNull();
});

it("the bid dialog sends the smallest next bid", async () => {
  const { props } = dialog({ minimum: 121.5 });
  await bid("121.5");
  expect(props.send).toHaveBeenCalledExactlyOnceWith(121.5, expect.anything());
});
