import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { ConfirmAboveField } from "./confirm-above-field.tsx";
import { useConfirmAbove } from "./confirm-above.ts";

function Setting({ userId }: { userId: string }) {
  return <ConfirmAboveField userId={userId} amount={useConfirmAbove(userId)} currency="USD" />;
}
const field = () => screen.getByRole("textbox", { name: "Ask before bids above" });
const type = async (text: string) => {
  await userEvent.clear(field());
  await userEvent.type(field(), text);
  await userEvent.tab();
};

it("My Bids asks to confirm bids above 500 until the user chooses another amount", async () => {
  const { unmount } = render(<Setting userId="ann" />);
  expect(field()).toHaveValue("500");
  await type("1,250.50");
  expect(field()).toHaveValue("1250.50");
  unmount();
  render(<Setting userId="bob" />);
  expect(field()).toHaveValue("500");
  render(<Setting userId="ann" />);
  expect(screen.getAllByRole("textbox")[1]).toHaveValue("1250.50");
});

it.each([
  ["", "Enter an amount. Enter 0 to be asked before every bid."],
  ["much", "Enter the amount in digits, with up to two decimal places"],
])("the confirm-above field refuses %o and keeps the previous amount", async (text, problem) => {
  render(<Setting userId="cid" />);
  await userEvent.clear(field());
  if (text !== "") await userEvent.type(field(), text);
  await userEvent.tab();
  expect(field()).toHaveAccessibleDescription(problem);
  expect(localStorage.length).toBe(0);
});

it("Enter that ends an input method's composition doesn't submit the amount", async () => {
  render(<Setting userId="eve" />);
  await userEvent.clear(field());
  await userEvent.type(field(), "１０");
  fireEvent.keyDown(field(), { key: "Enter", isComposing: true });
  expect(field()).toHaveValue("１０");
  await userEvent.type(field(), "０{Enter}");
  expect(field()).toHaveValue("100");
});

it("a browser that can't store anything keeps the amount until the page is closed", async () => {
  const blocked = () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(blocked);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(blocked);
  render(<Setting userId="dan" />);
  expect(field()).toHaveValue("500");
  await type("80");
  expect(field()).toHaveValue("80");
});
