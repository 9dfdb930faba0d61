import { render, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";

import { ToastHost } from "./toast-host.tsx";
import { toasts } from "./toast.ts";

/** The visible toasts: one that is closing is still on the page, but no longer has a role. */
const visible = () => screen.queryAllByRole("alert").map((toast) => toast.textContent);

it("a loading toast appears at once and disappears when the action ends, whatever others there are", async () => {
  render(<ToastHost />);
  for (const what of ["Bid Placed", "Privacy Saved", "Password Changed", "Signed Out"]) toasts.success(what);
  const over = toasts.loading();
  await waitFor(() => expect(visible()).toContain("Loading..."));
  over();
  await waitFor(() => expect(visible()).not.toContain("Loading..."));
  expect(visible()).toContain("Signed Out");
});

it("an action that ends before its loading toast could appear shows none", async () => {
  render(<ToastHost />);
  toasts.loading()();
  toasts.success("Bid Placed");
  await waitFor(() => expect(visible()).toEqual(["Bid Placed"]));
});

it("new notices replace old ones, and results stay", async () => {
  render(<ToastHost />);
  toasts.error("Failed to place bid");
  for (const bidder of ["Ann", "Bob", "Cid", "Dan", "Eve"]) toasts.info(`${bidder} has bid`);
  await waitFor(() => expect(visible()).toContain("Eve has bid"));
  expect(visible().toSorted()).toEqual(["Cid has bid", "Dan has bid", "Eve has bid", "Failed to place bid"]);
});

it("a repeated notice counts once, as the newest", async () => {
  render(<ToastHost />);
  for (const bidder of ["Ann", "Bob", "Cid", "Ann", "Dan"]) toasts.info(`${bidder} has bid`);
  await waitFor(() => expect(visible()).toContain("Dan has bid"));
  expect(visible().toSorted()).toEqual(["Ann has bid", "Cid has bid", "Dan has bid"]);
});
