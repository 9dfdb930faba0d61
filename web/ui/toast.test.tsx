import { render, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";

import { ToastHost } from "./toast-host.tsx";
import { toasts } from "./toast.ts";

/** What stands: a toast that leaves is still on the page, but has no role any more. */
const standing = () => screen.queryAllByRole("alert").map((toast) => toast.textContent);

it("a toast of what runs is up at once and goes when it is over, however many others stand", async () => {
  render(<ToastHost />);
  for (const what of ["Bid Placed", "Privacy Saved", "Password Changed", "Signed Out"]) toasts.success(what);
  const over = toasts.loading();
  await waitFor(() => expect(standing()).toContain("Loading..."));
  over();
  await waitFor(() => expect(standing()).not.toContain("Loading..."));
  expect(standing()).toContain("Signed Out");
});

it("what runs and is over before the toast could stand has none", async () => {
  render(<ToastHost />);
  toasts.loading()();
  toasts.success("Bid Placed");
  await waitFor(() => expect(standing()).toEqual(["Bid Placed"]));
});

it("old notices make way for new ones, and results stay", async () => {
  render(<ToastHost />);
  toasts.error("Failed to place bid");
  for (const bidder of ["Ann", "Bob", "Cid", "Dan", "Eve"]) toasts.info(`${bidder} has bid`);
  await waitFor(() => expect(standing()).toContain("Eve has bid"));
  expect(standing().toSorted()).toEqual(["Cid has bid", "Dan has bid", "Eve has bid", "Failed to place bid"]);
});

it("a notice that is told again counts once, and as a new one", async () => {
  render(<ToastHost />);
  for (const bidder of ["Ann", "Bob", "Cid", "Ann", "Dan"]) toasts.info(`${bidder} has bid`);
  await waitFor(() => expect(standing()).toContain("Dan has bid"));
  expect(standing().toSorted()).toEqual(["Ann has bid", "Cid has bid", "Dan has bid"]);
});
