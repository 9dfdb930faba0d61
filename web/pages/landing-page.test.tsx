import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation } from "react-router";
import { expect, it, vi } from "vitest";

import type { ListedAuction } from "../../worker/contract/catalogue.ts";
import { createClient } from "../api/query-client.ts";
import { setSessionUser } from "../api/session.ts";
import { paths } from "../paths.ts";
import { listedAuction } from "../testing/auctions.ts";
import { fakeApiAt, refusal, success } from "../testing/fake-api.ts";
import { showPages } from "../testing/page.tsx";
import AuctionsPage from "./auctions-page.tsx";
import LandingPage from "./landing-page.tsx";

const queryClient = createClient();

function FakeLogin() {
  const { state } = useLocation();
  return <p>{`Login, then ${JSON.stringify(state)}`}</p>;
}

function show() {
  const pages = { [paths.home]: <LandingPage />, [paths.auctions]: <AuctionsPage />, [paths.login]: <FakeLogin /> };
  showPages(pages, paths.home, queryClient);
}

/** The button at the top of the page. */
async function browseAuctions() {
  const hero = screen.getByRole("heading", { level: 1 }).closest("section");
  if (!hero) throw new Error("the landing page has no first section");
  await userEvent.click(within(hero).getByRole("link", { name: "Browse Auctions" }));
}

it("the landing page prefetches the list that Browse Auctions opens with", async () => {
  const sent = fakeApiAt({
    "/auction/featured": success({ featured: [] }),
    "/auction/getAllCategories": success({ categories: [] }),
    "/auction/fetchAllAuctions": success({ auctions: [listedAuction("a")], nextCursor: null }),
  });
  const lists = () => sent.filter(({ path }) => path.endsWith("fetchAllAuctions?status=Live&sort=ending"));
  show();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(lists()).toHaveLength(1);
  await browseAuctions();
  expect(screen.getByRole("heading", { name: "Lot a" })).toBeVisible();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(lists()).toHaveLength(1);
});

/** Lists by their status. */
function fakeLists(lists: Readonly<Record<string, ListedAuction[]>>, featured: ListedAuction[]) {
  vi.stubGlobal("fetch", (path: string) => {
    const status = new URL(path, "https://lotline.example").searchParams.get("status");
    const body = status === null ? { featured } : { auctions: lists[status] ?? [], nextCursor: null };
    return Promise.resolve(Response.json({ success: true, message: "Done", ...body }));
  });
}
const timeIn = (ms: number) => new Date(Date.now() + ms).toISOString();
const MINUTE_MS = 60_000;

const titlesIn = (section: HTMLElement) =>
  within(section)
    .getAllByRole("heading", { level: 3 })
    .map(({ textContent }) => textContent);
async function findSection(name: string) {
  const section = (await screen.findByRole("heading", { name })).closest("section");
  if (!section) throw new Error(`${name} is not a section`);
  return section;
}

it("items that end soon get a row with price, bids and time left", async () => {
  const featured = Array.from("abcdefgh", (id) => listedAuction(id, { auctionEndTime: timeIn(20 * MINUTE_MS) }));
  const soon = listedAuction("soon", { auctionEndTime: timeIn(5 * MINUTE_MS), currentBid: 450, bidCount: 7 });
  const endedAuction = listedAuction("over", { auctionEndTime: timeIn(-MINUTE_MS) });
  fakeLists({ Live: [endedAuction, soon] }, featured);
  show();
  const row = await findSection("Ending within the hour");
  expect(titlesIn(row)).toEqual(["Lot soon"]);
  expect(within(row).getByText("$450")).toBeVisible();
  expect(within(row).getByText("7 bids")).toBeVisible();
  expect(within(row).getByRole("timer")).toBeVisible();
  cleanup();
  queryClient.clear();
  fakeLists({ Live: [soon, listedAuction("later", { auctionEndTime: timeIn(200 * MINUTE_MS) })] }, featured);
  show();
  expect(titlesIn(await findSection("Ending soon"))).toEqual(["Lot soon", "Lot later"]);
});

it("the landing page shows recently sold items, but no empty row for ending items", async () => {
  fakeLists({ Sold: [listedAuction("s", { status: "Sold", currentBid: 999, bidCount: 3 })] }, []);
  show();
  const soldSection = (await screen.findByRole("heading", { name: "Recent hammer prices" })).closest("section");
  if (!soldSection) throw new Error("the list has no section");
  expect(within(soldSection).getByText("$999")).toBeVisible();
  expect(screen.queryByRole("heading", { name: /^Ending/ })).toBeNull();
});

it("a featured card shows the current bid, bid count, time left and starting price", async () => {
  const card = listedAuction("b", { currentBid: 4_250, bidCount: 12, auctionEndTime: timeIn(200 * MINUTE_MS) });
  fakeLists({}, [listedAuction("a"), card]);
  show();
  const article = (await screen.findByRole("heading", { name: "Lot b" })).closest("article");
  expect(article).toHaveTextContent(/Time left: 3h (?:20|19)m.*Current bid\$4,250.*12 bids.*Starting at \$100/);
  expect(screen.getByRole("link", { name: "Lot b" })).toHaveAttribute("href", paths.auction("b"));
});

const FEATURED_RESPONSES = {
  "/auction/featured": success({ featured: Array.from("adeb", (id) => listedAuction(id)) }),
};
const ENDING_RESPONSE = success({
  auctions: [listedAuction("c", { auctionEndTime: timeIn(20 * MINUTE_MS) })],
  nextCursor: null,
});
const heart = (item: string) => screen.findByRole("button", { name: `Watch: Lot ${item}` });
const HEARTS = [
  ["a featured item", "b"],
  ["an item that ends soon", "c"],
] as const;

it.each(HEARTS)("the heart on %s sends a visitor to the login page and back", async (_what, item) => {
  const sent = fakeApiAt({ ...FEATURED_RESPONSES, "/auction/fetchAllAuctions": ENDING_RESPONSE });
  show();
  await userEvent.click(await heart(item));
  expect(screen.getByText('Login, then {"from":"/"}')).toBeVisible();
  expect(sent.some(({ path }) => path.includes("watchlist"))).toBe(false);
});

it.each(HEARTS)("the heart on %s adds it to the watchlist and removes it", async (_what, item) => {
  setSessionUser({ _id: "me", name: "Ann Example", image: null });
  const list = (...ids: string[]) => success({ auctions: ids.map((id) => listedAuction(id)), count: ids.length });
  const responses = { ...FEATURED_RESPONSES, "/auction/fetchAllAuctions": ENDING_RESPONSE, "/user/watchlist": list() };
  const sent = fakeApiAt(responses);
  const expectWatching = (pressed: boolean) =>
    waitFor(async () => expect(await heart(item)).toHaveAttribute("aria-pressed", String(pressed)));
  show();
  await expectWatching(false);
  Object.assign(responses, { [`/user/watchlist/${item}`]: success({ watching: true }), "/user/watchlist": list(item) });
  await userEvent.click(await heart(item));
  await expectWatching(true);
  Object.assign(responses, { [`/user/watchlist/${item}`]: success({ watching: false }), "/user/watchlist": list() });
  await userEvent.click(await heart(item));
  await expectWatching(false);
  const changes = sent.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
  expect(changes).toEqual([`POST /api/v1/user/watchlist/${item}`, `DELETE /api/v1/user/watchlist/${item}`]);
});

it("the search at the top leads to matching items", async () => {
  fakeLists({}, []);
  show();
  await userEvent.type(screen.getByRole("searchbox", { name: "Search for an item" }), " gold watch {Enter}");
  expect(await screen.findByRole("searchbox", { name: "Search title and description" })).toHaveValue("gold watch");
});

it("the landing page explains why it has no auctions, and loads them again", async () => {
  const tooManyRequests = refusal(429, "too_many_requests", "Too many requests. Try again in 2 minutes.", {
    retryAfter: 120,
  });
  const responses = { "/auction/featured": tooManyRequests, "/auction/fetchAllAuctions": tooManyRequests };
  fakeApiAt(responses);
  show();
  expect(await screen.findAllByText("Too many requests. Try again in 2 minutes.")).toHaveLength(2);
  expect(screen.queryByText("Nothing is live right now.")).toBeNull();
  expect(screen.queryByText("No Featured Auctions Yet!!")).toBeNull();
  responses["/auction/featured"] = success({ featured: [listedAuction("a"), listedAuction("b")] });
  const [retry] = screen.getAllByRole("button", { name: "Try again" });
  if (retry) await userEvent.click(retry);
  expect(await screen.findByRole("heading", { name: "Lot b" })).toBeVisible();
  // The item at the top of the page isn't listed again.
  expect(screen.getAllByRole("heading", { name: "Lot a" })).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
