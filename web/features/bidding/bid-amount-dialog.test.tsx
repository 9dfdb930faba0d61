import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { ApiFailure } from "../../api/failure.ts";
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
    fallback: "Cannot place Bid",
    mutation: { isPending: false, error: null, reset: vi.fn<() => void>() },
    onSubmit: vi.fn<(bidAmount: number) => void>(),
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
  expect(props.onSubmit).toHaveBeenCalledExactlyOnceWith(150.5);
});

it("says what is missing when nothing or no amount was typed", async () => {
  const { props } = dialog();
  await userEvent.clear(field());
  await userEvent.click(screen.getByRole("button", { name: "Place Bid" }));
  expect(field()).toHaveAccessibleDescription("Valid bid amount is required");
  expect(props.onSubmit).not.toHaveBeenCalled();
});

it("keeps what was typed while the smallest next bid moves past it, and offers the new one", async () => {
  const { props, change } = dialog();
  await userEvent.clear(field());
  await userEvent.type(field(), "125");
  change({ minimum: 131, description: "Highest Bid: $130" });
  expect(field()).toHaveValue(125);
  expect(field()).toHaveAccessibleDescription("The smallest next bid is $131");
  await userEvent.click(screen.getByRole("button", { name: "Place Bid" }));
  expect(props.onSubmit).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Use $131" }));
  await userEvent.click(screen.getByRole("button", { name: "Place Bid" }));
  expect(props.onSubmit).toHaveBeenCalledExactlyOnceWith(131);
});

it("does not object to the first digits while someone types, but when it is sent off", async () => {
  const { props } = dialog();
  await userEvent.clear(field());
  await userEvent.type(field(), "12");
  expect(field()).toHaveAccessibleDescription("Smallest next bid: $121");
  await userEvent.click(screen.getByRole("button", { name: "Place Bid" }));
  expect(field()).toHaveAccessibleDescription("The smallest next bid is $121");
  expect(field()).toHaveFocus();
  expect(props.onSubmit).not.toHaveBeenCalled();
});

it("shows a refusal at the field, with the server's numbers, and loses nothing", async () => {
  const { change } = dialog();
  await userEvent.clear(field());
  await userEvent.type(field(), "125");
  const error = new ApiFailure("bid_too_low", "The smallest next bid is $140", 422, { details: { minimum: 140 } });
  change({ mutation: { isPending: false, error, reset: vi.fn<() => void>() } });
  expect(field()).toHaveValue(125);
  expect(field()).toHaveAccessibleDescription("The smallest next bid is $140");
  expect(field()).toHaveFocus();
});

it("says that a repeat is safe when no answer came", () => {
  const error = new ApiFailure("unreachable", "no network", 0);
  const { change } = dialog();
  change({ mutation: { isPending: false, error, reset: vi.fn<() => void>() } });
  expect(field()).toHaveAccessibleDescription(/^Cannot place Bid\. .*cannot count twice/);
});

it("forgets an attempt without an answer when the price has gone past it and it is sent off again", async () => {
  const error = new ApiFailure("unreachable", "no network", 0);
  const reset = vi.fn<() => void>();
  const { props } = dialog({ mutation: { isPending: false, error, reset } });
  await userEvent.clear(field());
  await userEvent.type(field(), "12");
  reset.mockClear();
  await userEvent.click(screen.getByRole("button", { name: "Place Bid" }));
  expect(reset).toHaveBeenCalledOnce();
  expect(props.onSubmit).not.toHaveBeenCalled();
});

it("runs once: the button is disabled and says so meanwhile", () => {
  dialog({ mutation: { isPending: true, error: null, reset: vi.fn<() => void>() } });
  expect(screen.getByRole("button", { name: "Placing..." })).toBeDisabled();
});

it("takes no bid when the auction ends while it is open", () => {
  const { change } = dialog();
  change({ isOver: true });
  expect(field()).toHaveAccessibleDescription("This auction has ended");
  expect(screen.getByRole("button", { name: "Place Bid" })).toBeDisabled();
});

it("opens without the refusal of an earlier bid", () => {
  const error = new ApiFailure("unreachable", "", 0);
  dialog({ mutation: { isPending: false, error, reset: vi.fn<() => void>() } });
  expect(field()).toHaveAccessibleDescription("Smallest next bid: $121");
});

it("says that the price has gone past what was refused", () => {
  const { change } = dialog();
  const error = new ApiFailure("unreachable", "", 0);
  const mutation = { isPending: false, error, reset: vi.fn<() => void>() };
  change({ mutation });
  expect(field()).toHaveAccessibleDescription(/Trying again is safe/);
  change({ mutation, minimum: 131 });
  expect(field()).toHaveAccessibleDescription("The smallest next bid is $131");
});
