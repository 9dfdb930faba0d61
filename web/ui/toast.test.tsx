import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { ToastHost } from "./toast-host.tsx";
import { PAGE_CHANGED } from "./toast-times.ts";
import { toasts } from "./toast.ts";

/** The visible toasts. One that is closing is still on the page, but no longer has a role. */
const visible = () => screen.queryAllByRole("alert").map((toast) => toast.textContent);

it("a loading toast appears for a slow action until it ends", async () => {
  render(<ToastHost />);
  for (const what of ["Bid Placed", "Privacy Setting Saved", "Password Changed", "Signed Out"]) toasts.success(what);
  const dismiss = toasts.loading();
  await waitFor(() => expect(visible()).toContain("Loading..."));
  dismiss();
  await waitFor(() => expect(visible()).not.toContain("Loading..."));
  expect(visible()).toContain("Signed Out");
});

it("an action that ends before its loading toast is due shows none", async () => {
  render(<ToastHost />);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const dismiss = toasts.loading();
  await vi.advanceTimersByTimeAsync(399);
  dismiss();
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  toasts.success("Bid Placed");
  await waitFor(() => expect(visible()).toEqual(["Bid Placed"]));
});

it("a click elsewhere dismisses a toast after 1.5 seconds, unless it's a failure", async () => {
  render(<ToastHost />);
  toasts.error("Failed to place bid");
  toasts.success("Bid Placed");
  await waitFor(() => expect(visible()).toHaveLength(2));
  fireEvent.pointerDown(document.body);
  expect(visible()).toHaveLength(2);
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 1_500);
  fireEvent.pointerDown(screen.getByText("Bid Placed"));
  expect(visible()).toHaveLength(2);
  fireEvent.pointerDown(document.body);
  await waitFor(() => expect(visible()).toEqual(["Failed to place bid"]));
});

it("a result toast appears even while the previous toast on its subject closes", async () => {
  render(<ToastHost />);
  toasts.success("Login Successful", "session");
  toasts.success("Bid Placed");
  await waitFor(() => expect(visible()).toHaveLength(2));
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 1_500);
  fireEvent.pointerDown(document.body);
  vi.restoreAllMocks();
  await waitFor(() => expect(visible()).toEqual([]));
  toasts.success("Logged Out", "session");
  toasts.success("Bid Placed");
  await waitFor(() => expect(visible().toSorted()).toEqual(["Bid Placed", "Logged Out"]));
});

it("a notice replaces an earlier notice on its subject and keeps its own style", async () => {
  render(<ToastHost />);
  toasts.notice("info", "New bid of $100", "clock newBid");
  await waitFor(() => expect(visible()).toContain("New bid of $100"));
  toasts.notice("info", "2 new bids, now $150", "clock newBid");
  toasts.notice("success", "You won", "vase won");
  await waitFor(() => expect(visible().toSorted()).toEqual(["2 new bids, now $150", "You won"]));
  expect(document.querySelector(".Toastify__toast--success")).toHaveTextContent("You won");
  // A newer result from the same form replaces the old one too.
  toasts.error("Login Failed", "login");
  await waitFor(() => expect(visible()).toContain("Login Failed"));
  toasts.success("Logged In", "login");
  await waitFor(() => expect(visible().toSorted()).toEqual(["2 new bids, now $150", "Logged In", "You won"]));
});

it("a toast disappears once the page shows its subject", async () => {
  render(<ToastHost />);
  toasts.notice("warning", "You were outbid", "clock");
  await waitFor(() => expect(visible()).toContain("You were outbid"));
  toasts.claimForPage("clock")();
  await waitFor(() => expect(visible()).toEqual([]));
});

it("a page that shows a subject suppresses toasts about it until the user leaves", async () => {
  render(<ToastHost />);
  const leave = toasts.claimForPage("vase");
  toasts.notice("success", "You won", "vase");
  toasts.success("Bid Placed", "vase");
  toasts.success("Profile Saved");
  await waitFor(() => expect(visible()).toEqual(["Profile Saved"]));
  leave();
  toasts.notice("info", "It is listed again", "vase");
  await waitFor(() => expect(visible()).toContain("It is listed again"));
});

it("only the three newest notices stay, a repeat counts as new, and results stay", async () => {
  render(<ToastHost />);
  toasts.error("Failed to place bid");
  for (const bidder of ["Ann", "Bob", "Cid", "Bob", "Dan"]) toasts.info(`${bidder} has bid`);
  await waitFor(() => expect(visible()).toContain("Dan has bid"));
  expect(visible().toSorted()).toEqual(["Bob has bid", "Cid has bid", "Dan has bid", "Failed to place bid"]);
});

it("a failure toast leaves with its page, and a success stays on the next page", async () => {
  render(<ToastHost />);
  toasts.error("Cannot Delete Auction");
  toasts.error("Login Failed", "session");
  toasts.success("Auction Created");
  await waitFor(() => expect(visible()).toHaveLength(3));
  dispatchEvent(new Event(PAGE_CHANGED));
  await waitFor(() => expect(visible()).toEqual(["Auction Created"]));
  // A failure toast that has become a success stays.
  toasts.error("Login Failed", "again");
  await waitFor(() => expect(visible()).toContain("Login Failed"));
  toasts.success("Logged In", "again");
  dispatchEvent(new Event(PAGE_CHANGED));
  await waitFor(() => expect(visible()).toContain("Logged In"));
});
