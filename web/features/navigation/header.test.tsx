import { QueryObserver } from "@tanstack/react-query";
import { act, screen, within } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";

import { createClient } from "../../api/query-client.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { currentUser, endSession, setSessionUser } from "../../api/session.ts";
import { paths } from "../../paths.ts";
import { fakeApiAt, refusal, success } from "../../testing/fake-api.ts";
import { showPages } from "../../testing/page.tsx";
import { toasts } from "../../ui/toast.ts";
import { Header } from "./header.tsx";

const queryClient = createClient();

/** A navigation's links, including hidden ones. */
function links(name: "Main" | "Menu"): [string | null, string | null][] {
  const navigation = screen.getByRole("navigation", { name, hidden: true });
  return within(navigation)
    .getAllByRole("link", { hidden: true })
    .map((link) => [link.textContent, link.getAttribute("href")]);
}

function show() {
  showPages({ "*": <Header search={null} bids={null} bell={null} /> }, "/", queryClient);
}

it("“Sell” links to a new listing in the bar and the menu, even for visitors", () => {
  act(() => endSession());
  show();
  expect(links("Main")).toContainEqual(["Sell", paths.createAuction]);
  expect(links("Menu")).toContainEqual(["Sell", paths.createAuction]);
  expect(links("Menu").map(([text]) => text)).not.toContain("My Bids");
});

it("a phone's menu links a signed-in user to their bids and watchlist", () => {
  act(() => setSessionUser({ _id: "ann", name: "Ann", image: null }));
  show();
  expect(links("Menu")).toEqual(
    expect.arrayContaining([
      ["My Bids", paths.myBids],
      ["Watchlist", paths.watchlist],
    ]),
  );
});

it("signing out cancels the user's pending requests first", async () => {
  act(() => setSessionUser({ _id: "ann", name: "Ann", image: null }));
  show();
  const onFetch = vi.fn<(signal: AbortSignal) => void>();
  const pendingFetch = queryClient.fetchQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => {
      onFetch(signal);
      return new Promise<never>(() => {});
    },
  });
  const [signal] = onFetch.mock.lastCall ?? [];
  const abortedBefore: (boolean | undefined)[] = [];
  fakeApiAt({
    "/auth/logout": () => {
      abortedBefore.push(signal?.aborted);
      return success()();
    },
  });
  const [logOutButton] = screen.getAllByRole("button", { name: "Log Out" });
  logOutButton?.click();
  await expect(pendingFetch).rejects.toThrow("CancelledError");
  expect(await screen.findAllByRole("link", { name: "Login", hidden: true })).not.toHaveLength(0);
  expect(abortedBefore).toEqual([true]);
});

it.each([
  ["ended", success(), "Logged Out"],
  ["ended at least in this browser", refusal(503, "busy", "The server is busy"), "Logged Out"],
  [
    "may still be open",
    () => Promise.reject(new TypeError("network")),
    "Signed out on this device only. We can't reach the server.",
  ],
])("signing out shows that the session %s", async (_, respond, text) => {
  act(() => setSessionUser({ _id: "ann", name: "Ann", image: null }));
  show();
  fakeApiAt({ "/auth/logout": respond });
  const toastSpy = vi.spyOn(toasts, text === "Logged Out" ? "success" : "error");
  onTestFinished(() => toastSpy.mockRestore());
  screen.getAllByRole("button", { name: "Log Out" })[0]?.click();
  await vi.waitFor(() => expect(toastSpy).toHaveBeenCalledWith(text, "session"));
  expect(currentUser()).toBeNull();
});

it("the page fetches nothing for a user who's signing out, even for a new component", async () => {
  act(() => setSessionUser({ _id: "ann", name: "Ann", image: null }));
  show();
  const queryFn = vi.fn<() => Promise<string>>(async () => "theirs");
  const query = { queryKey: Array.from(queryKeys.sessions), queryFn };
  const mountQuery = vi.fn<() => void>(() => void new QueryObserver(queryClient, query).subscribe(() => {}));
  fakeApiAt({
    "/auth/logout": () => {
      mountQuery();
      return success()();
    },
  });
  const [logOutButton] = screen.getAllByRole("button", { name: "Log Out" });
  logOutButton?.click();
  expect(await screen.findAllByRole("link", { name: "Login", hidden: true })).not.toHaveLength(0);
  expect([mountQuery.mock.calls.length, queryFn.mock.calls]).toEqual([1, []]);
  // Fetches for the next person who signs in.
  await vi.waitFor(() => expect(queryClient.getQueryDefaults(queryKeys.sessions)).toEqual({}));
  mountQuery();
  expect(queryFn).toHaveBeenCalledOnce();
});
