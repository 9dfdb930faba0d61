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

const field = () => screen.getByRole("spinbutton", { name: "Your bid" });

it("offers the smallest next bid and hands over the amount that was typed", async () => {
  const { props } = dialog();
  expect(screen.getByRole("dialog", { name: "Bid Amount" })).toHaveTextContent("Highest Bid: $120");
  expect(field()).toHaveValue(121);
  expect(field()).toHaveAttribute("min", "121");
  await userEvent.clear(field());
  await userEvent.type(field(), "150.5");
  await userEvent.click(screen.getByRole("button", { name: "Place Bid" }));
  expect(props.send).toHaveBeenCalledExactlyOnceWith(150.5, expect.anything());
});

it("says what is missing when nothing or no amount was typed", async () => {
  const { props } = dialog();
  await userEvent.clear(field());
  await userEvent.click(screen.getByRole("button", { name: "Place Bid" }));
  expect(field()).toHaveAccessibleDescription("Valid bid amount is required");
  expect(props.send).not.toHaveBeenCalled();
});

it("keeps what was typed while the smallest next bid moves past it, and offers the new one", async () => {
  const { props, change } = dialog();
  await userEvent.clear(field());
  await userEvent.type(field(), "125");
  change({ minimum: 131, description: "Highest Bid: $130" });
  expect(field()).toHaveValue(125);
  expect(field()).toHaveAccessibleDescription("The smallest next bid is $131");
  await userEvent.click(screen.getByRole("button", { name: "Place Bid" }));
  expect(props.send).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Use $131" }));
  await userEvent.click(screen.getByRole("button", { name: "Place Bid" }));
  expect(props.send).toHaveBeenCalledExactlyOnceWith(131, expect.anything());
});

it("does not object to the first digits while someone types, but when it is sent off", async () => {
  const { props } = dialog();
  await userEvent.clear(field());
  await userEvent.type(field(), "12");
  expect(field()).toHaveAccessibleDescription("Smallest next bid: $121");
  await userEvent.click(screen.getByRole("button", { name: "Place Bid" }));
  expect(field()).toHaveAccessibleDescription("The smallest next bid is $121");
  expect(field()).toHaveFocus();
  expect(props.send).not.toHaveBeenCalled();
});

/** A bid that ends with this error. */
const ending =
  (error: ApiFailure): Props["send"] =>
  (_bidAmount, { onError }) =>
    onError(error);
const UNREACHABLE = new ApiFailure("unreachable", "no network", 0);

async function bid(amount: string) {
  await userEvent.clear(field());
  await userEvent.type(field(), amount);
  await userEvent.click(screen.getByRole("button", { name: "Place Bid" }));
}

it("shows a refusal at the field, with the server's numbers, and loses nothing", async () => {
  const details = { minimum: 140 };
  dialog({ send: ending(new ApiFailure("bid_too_low", "The smallest next bid is $140", 422, { details })) });
  await bid("125");
  expect(field()).toHaveValue(125);
  expect(field()).toHaveAccessibleDescription("The smallest next bid is $140");
  expect(field()).toHaveFocus();
});

it("says that a repeat is safe when no answer came", async () => {
  dialog({ send: ending(UNREACHABLE) });
  await bid("125");
  expect(field()).toHaveAccessibleDescription(/^Cannot place Bid\. .*cannot count twice/);
  await userEvent.type(field(), "0");
  expect(field()).toHaveAccessibleDescription("Smallest next bid: $121");
});

it("says that the price has gone past what was refused, and sends it no more", async () => {
  const send = vi.fn<Props["send"]>(ending(UNREACHABLE));
  const { change } = dialog({ send });
  await bid("125");
  expect(field()).toHaveAccessibleDescription(/Trying again is safe/);
  change({ send, minimum: 131 });
  expect(field()).toHaveAccessibleDescription("The smallest next bid is $131");
  await userEvent.click(screen.getByRole("button", { name: "Place Bid" }));
  expect(send).toHaveBeenCalledOnce();
  expect(field()).toHaveFocus();
});

it("closes when the bid is accepted", async () => {
  const { props } = dialog({ send: (_bidAmount, { onSuccess }) => onSuccess() });
  await bid("125");
  expect(props.onClose).toHaveBeenCalledOnce();
});

it("runs once: the button is disabled and says so meanwhile", () => {
  dialog({ isPending: true });
  expect(screen.getByRole("button", { name: "Placing..." })).toBeDisabled();
});

it("takes no bid when the auction ends while it is open", () => {
  const { change } = dialog();
  change({ isOver: true });
  expect(field()).toHaveAccessibleDescription("This auction has ended");
  expect(screen.getByRole("button", { name: "Place Bid" })).toBeDisabled();
});

it.each([
  ["120.99", 121.5, "The smallest next bid is $121.50"],
  ["12.345", 121, "Valid bid amount is required"],
  ["-3", 121, "Valid bid amount is required"],
])("refuses %s with a smallest next bid of %d before anything is sent", async (typed, minimum, problem) => {
  const { props } = dialog({ minimum });
  await bid(typed);
  expect(field()).toHaveAccessibleDescription(problem);
  expect(props.send).not.toHaveBeenCalled();
});

it("sends the smallest next bid and more", async () => {
  const { props } = dialog({ minimum: 121.5 });
  await bid("121.5");
  expect(props.send).toHaveBeenCalledExactlyOnceWith(121.5, expect.anything());
});
