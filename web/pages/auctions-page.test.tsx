import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { BrowserRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { ListedAuction } from "../../worker/contract/catalogue.ts";
import { createClient } from "../api/query-client.ts";
import { listedAuction } from "../testing/auctions.ts";
import { refusal, success } from "../testing/fake-api.ts";
import { SETTINGS } from "../testing/people.ts";
import AuctionsPage from "./auctions-page.tsx";

const queryClient = createClient();

const STAMPS = { _id: "0123abcd", name: "Stamps", description: "" };

let sent: URLSearchParams[];
beforeEach(() => (sent = []));
afterEach(() => {
  cleanup();
  queryClient.clear();
  window.history.replaceState(null, "", "/");
});

type ListResponse = { auctions: ListedAuction[]; total?: number; nextCursor?: string | null };

/** Opens the page at this URL. `respond` returns the list for a request. */
function show(pageUrl: string, respond: (query: URLSearchParams) => ListResponse, language = "en-US") {
  vi.spyOn(navigator, "language", "get").mockReturnValue(language);
  vi.stubGlobal("fetch", (url: string) => {
    const { pathname, searchParams } = new URL(url, "https://lotline.example");
    const responses: Readonly<Record<string, () => Response>> = {
      "/api/v1/settings": success({ settings: SETTINGS }),
      "/api/v1/auction/getAllCategories": success({ categories: [STAMPS] }),
      "/api/v1/auction/fetchAllAuctions": () => {
        sent.push(searchParams);
        return success({ nextCursor: null, ...respond(searchParams) })();
      },
    };
    return Promise.resolve((responses[pathname] ?? refusal(404, "not_found", "Not found"))());
  });
  window.history.replaceState(null, "", pageUrl);
  render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Routes>
          <Route path="/auctions" element={<AuctionsPage />} />
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>,
  );
}

const oneAuction = (total = 1): ListResponse => ({ auctions: [listedAuction("a")], total });
const lastQuery = () => String(sent.at(-1));

it("an item that a bid moves to the next page is listed once, with its new price", async () => {
  show("/auctions?sort=price_asc", (query) =>
    query.has("cursor")
      ? { auctions: [listedAuction("b"), listedAuction("a", { currentBid: 150, bidCount: 1 })] }
      : { auctions: [listedAuction("a")], total: 2, nextCursor: "x" },
  );
  await userEvent.click(await screen.findByRole("button", { name: "Show more" }));
  expect(await screen.findByText("2 auctions")).toBeInTheDocument();
  const cards = screen.getAllByRole("heading", { name: /^Lot/ }).map(({ textContent }) => textContent);
  expect(cards).toEqual(["Lot a", "Lot b"]);
  expect(screen.getByText("$150")).toBeVisible();
});

it("the list starts with live items, those ending soonest first", async () => {
  show("/auctions", () => oneAuction());
  expect(await screen.findByRole("heading", { name: "Lot a" })).toBeVisible();
  expect(lastQuery()).toBe("status=Live&sort=ending");
});

it.each([
  ["All Auctions", "/auctions"],
  ["Stamps", "/auctions?category=0123abcd"],
  ["Search for “penny black”", "/auctions?category=0123abcd&search=penny+black"],
])("the browser tab has the title of its list: %s", async (title, pageUrl) => {
  show(pageUrl, () => oneAuction());
  await waitFor(() => expect(document.title).toBe(`${title} · Lotline`));
});

it.each<[string, ListResponse]>([
  ["1 auction", { auctions: [listedAuction("a")], total: 1 }],
  ["1 of 60 auctions", { auctions: [listedAuction("a")], total: 60, nextCursor: "x" }],
  ["1 of 1,000+ auctions", { auctions: [listedAuction("a")], total: 1_000, nextCursor: "x" }],
  ["The first 1 auction", { auctions: [listedAuction("a")], nextCursor: "x" }],
  ["0 auctions", { auctions: [], total: 0 }],
])("the page shows how many auctions there are: %s", async (text, list) => {
  show("/auctions", () => list);
  expect(await screen.findByText(text)).toBeVisible();
});

it("the page reports and ignores a filter it can't read, and Clear removes it", async () => {
  show("/auctions?status=Ended&search=oak&utm_source=x", () => oneAuction());
  const note = await screen.findByRole("alert");
  expect(note).toHaveTextContent("We couldn't read the status “Ended” in this address. Showing results without it.");
  expect(screen.getByRole("heading", { name: "Lot a" })).toBeVisible();
  expect(lastQuery()).toBe("search=oak&status=Live&sort=ending");
  await userEvent.click(within(note).getByRole("button", { name: "Clear" }));
  expect(window.location.search).toBe("?search=oak&utm_source=x");
  expect(screen.queryByRole("alert")).toBeNull();
});

it.each([
  ["en-US", "minPrice=1,234.50", "1234.5"],
  ["en-US", "minPrice=$500", "500"],
  ["de-DE", "minPrice=1.234,50", "1234.5"],
  ["fr-FR", "minPrice=1 234,5", "1234.5"],
])("the page reads a price as people write it in %s: %s", async (language, query, price) => {
  show(`/auctions?${query}`, () => oneAuction(), language);
  await waitFor(() => expect(window.location.search).toBe(`?minPrice=${price}`));
  await waitFor(() => expect(lastQuery()).toBe(`minPrice=${price}&status=Live&sort=ending`));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("the page doesn't guess what an ambiguous price means", async () => {
  show("/auctions?maxPrice=1.234", () => oneAuction(), "en-US");
  expect(await screen.findByRole("alert")).toHaveTextContent("highest price “1.234”");
  expect(lastQuery()).toBe("status=Live&sort=ending");
});

it.each(["Stamps", "stamps", "Jewelry & Watches"])("the page finds a category by its name: %s", async (name) => {
  show(`/auctions?category=${encodeURIComponent(name)}`, (query) =>
    query.get("category") === name.toLowerCase() ? { auctions: [], total: 0 } : oneAuction(),
  );
  const id = name === "Jewelry & Watches" ? "jewelry-watches" : STAMPS._id;
  await waitFor(() => expect(window.location.search).toBe(`?category=${id}`));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("the page says that a category doesn't exist and shows results without it", async () => {
  show("/auctions?category=unknown", (query) => (query.has("category") ? { auctions: [], total: 0 } : oneAuction()));
  expect(await screen.findByRole("alert")).toHaveTextContent("category “unknown”");
  expect(await screen.findByRole("heading", { name: "Lot a" })).toBeVisible();
});

it("the page shows no warning for an empty category that exists", async () => {
  show(`/auctions?category=${STAMPS._id}`, () => ({ auctions: [], total: 0 }));
  expect(await screen.findByRole("heading", { name: "No auctions found" })).toBeVisible();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("only live items have a filter by time left, and only open ones have hearts", async () => {
  show("/auctions", () => oneAuction());
  expect(await screen.findByRole("radio", { name: "Within 1 hour" })).toBeVisible();
  expect(await screen.findByRole("button", { name: "Watch: Lot a" })).toBeVisible();
  cleanup();
  queryClient.clear();
  show("/auctions?status=Sold", () => ({ auctions: [listedAuction("b", { status: "Sold" })], total: 1 }));
  expect(await screen.findByRole("heading", { name: "Lot b" })).toBeVisible();
  expect(screen.queryByRole("radio")).toBeNull();
  expect(screen.queryByRole("button", { name: /Watch/ })).toBeNull();
});

it("Escape closes the filter panel and leaves the list as it was", async () => {
  show("/auctions?search=oak", () => oneAuction());
  await userEvent.click(await screen.findByRole("button", { name: "Filters" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "Lowest price" }), "50");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByRole("button", { name: "Filters" })).toHaveFocus();
  expect(window.location.search).toBe("?search=oak");
  expect(sent).toHaveLength(1);
});

it("a phone shows all filters in one panel, which applies them together", async () => {
  show("/auctions?search=oak&sort=newest", () => oneAuction());
  await userEvent.click(await screen.findByRole("button", { name: "Filters · 1" }));
  const panel = within(await screen.findByRole("dialog", { name: "Filters" }));
  await userEvent.type(await panel.findByRole("textbox", { name: "Lowest price" }), "50");
  await userEvent.type(panel.getByRole("textbox", { name: "Highest price" }), "20");
  await userEvent.click(panel.getByRole("button", { name: "Show items" }));
  expect(panel.getByText("The highest price is below the lowest")).toBeVisible();
  await userEvent.type(panel.getByRole("textbox", { name: "Highest price" }), "0");
  await userEvent.click(panel.getByRole("button", { name: "Show items" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(window.location.search).toBe("?search=oak&sort=newest&minPrice=50&maxPrice=200");
  expect(screen.getByRole("button", { name: "Filters · 2" })).toBeVisible();
  act(() => window.history.back());
  await waitFor(() => expect(window.location.search).toBe("?search=oak&sort=newest"));
});
