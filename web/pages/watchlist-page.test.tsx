import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation, useNavigate } from "react-router";
import { expect, it } from "vitest";

import { createClient } from "../api/query-client.ts";
import { setSessionUser } from "../api/session.ts";
import { paths } from "../paths.ts";
import { listedAuction } from "../testing/auctions.ts";
import { click } from "../testing/click.ts";
import { fakeApiAt, refusal, success } from "../testing/fake-api.ts";
import { showPages } from "../testing/page.tsx";
import { ToastHost } from "../ui/toast-host.tsx";
import AuctionsPage from "./auctions-page.tsx";
import WatchlistPage from "./watchlist-page.tsx";

function FakeLogin() {
  const { state } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <p>{`Login, then ${JSON.stringify(state)}`}</p>
      <button type="button" onClick={() => void navigate(-1)}>
        Go back
      </button>
    </>
  );
}

function show(path: string) {
  const pages = {
    [paths.auctions]: <AuctionsPage />,
    [paths.watchlist]: <WatchlistPage />,
    [paths.login]: <FakeLogin />,
  };
  return showPages(pages, path, createClient(), <ToastHost />);
}

const heart = (item: string) => screen.findByRole("button", { name: `Watch: Lot ${item}` });
const LISTS = {
  "/auction/getAllCategories": success({ categories: [] }),
  "/auction/fetchAllAuctions": success({ auctions: [listedAuction("a"), listedAuction("b")], nextCursor: null }),
};

it("a heart goes back to its old state if the request fails", async () => {
  setSessionUser({ _id: "me", name: "Ann Example", image: null });
  fakeApiAt({
    ...LISTS,
    "/user/watchlist": success({ auctions: [], count: 0 }),
    "/user/watchlist/a": refusal(503, "busy", "The server is busy", {}),
  });
  show(paths.auctions);
  await userEvent.click(await heart("a"));
  await waitFor(async () => expect(await heart("a")).toHaveAttribute("aria-pressed", "false"));
});

it.each([
  ["full", []],
  ["empty", [listedAuction("a")]],
])("a heart stays %s if the watchlist can't be fetched after the click", async (_, watchedBefore) => {
  setSessionUser({ _id: "me", name: "Ann Example", image: null });
  const responses = {
    ...LISTS,
    "/user/watchlist": success({ auctions: watchedBefore, count: watchedBefore.length }),
    "/user/watchlist/a": success({ watching: watchedBefore.length === 0 }),
  };
  fakeApiAt(responses);
  const client = show(paths.auctions);
  const isPressed = watchedBefore.length > 0;
  await waitFor(async () => expect(await heart("a")).toHaveAttribute("aria-pressed", String(isPressed)));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  Object.assign(responses, { "/user/watchlist": refusal(500, "internal_error", "Something went wrong") });
  await userEvent.click(await heart("a"));
  await waitFor(() => expect(client.isMutating()).toBe(0));
  expect(await heart("a")).toHaveAttribute("aria-pressed", String(!isPressed));
});

it("a visitor signs in first and returns to the same list", async () => {
  const sent = fakeApiAt(LISTS);
  show(`${paths.auctions}?search=oak`);
  await userEvent.click(await heart("a"));
  expect(screen.getByText('Login, then {"from":"/auctions?search=oak"}')).toBeVisible();
  expect(sent.some(({ path }) => path.includes("watchlist"))).toBe(false);
});

it("a heart that a visitor clicked applies once they have signed in", async () => {
  const responses = { ...LISTS, "/user/watchlist": success({ auctions: [], count: 0 }) };
  const sent = fakeApiAt(responses);
  show(paths.auctions);
  await userEvent.click(await heart("b"));
  Object.assign(responses, {
    "/user/watchlist/b": success({ watching: true }),
    "/user/watchlist": success({ auctions: [listedAuction("b")], count: 1 }),
  });
  act(() => setSessionUser({ _id: "me", name: "Ann Example", image: null }));
  await click("Go back");
  expect(await screen.findByText("You're watching “Lot b”")).toBeVisible();
  await waitFor(async () => expect(await heart("b")).toHaveAttribute("aria-pressed", "true"));
  const changes = sent.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
  expect(changes).toEqual(["POST /api/v1/user/watchlist/b"]);
});

it("removing an item keeps focus in the watchlist until the list is empty", async () => {
  setSessionUser({ _id: "me", name: "Ann Example", image: null });
  const responses = { "/user/watchlist": success({ auctions: [listedAuction("c"), listedAuction("b")], count: 2 }) };
  fakeApiAt(responses);
  show(paths.watchlist);
  Object.assign(responses, {
    "/user/watchlist/c": success({ watching: false }),
    "/user/watchlist": success({ auctions: [listedAuction("b")], count: 1 }),
  });
  await userEvent.click(await heart("c"));
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Lot c" })).toBeNull());
  // Focus stays in the list.
  await userEvent.tab();
  expect(await heart("b")).toHaveFocus();
  expect(await screen.findByRole("heading", { name: "Lot b" })).toBeVisible();
  Object.assign(responses, {
    "/user/watchlist/b": success({ watching: false }),
    "/user/watchlist": success({ auctions: [], count: 0 }),
  });
  await userEvent.click(await heart("b"));
  expect(await screen.findByText("Your watchlist is empty")).toBeVisible();
});
