import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import type { ListedAuction } from "../../../worker/contract/catalogue.ts";
import { listedAuction } from "../../testing/auctions.ts";
import { stubNearView } from "../../testing/near-view.ts";
import { showPart } from "../../testing/page.tsx";
import { SimilarItems } from "./similar-items.tsx";

const CATEGORY = { _id: "antiques", name: "Antiques" };
const item = { _id: "self", category: CATEGORY };

/** Responds to requests for lists by their status. Returns the requested URLs. */
function fakeLists(auctionsByStatus: Readonly<Partial<Record<string, ListedAuction[]>>>): URL[] {
  const requestedUrls: URL[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    const url = new URL(path, "https://lotline.example");
    requestedUrls.push(url);
    const auctions = auctionsByStatus[url.searchParams.get("status") ?? ""] ?? [];
    return Promise.resolve(Response.json({ success: true, message: "Auctions Fetched", auctions, nextCursor: null }));
  });
  return requestedUrls;
}
const auctionsWithIds = (ids: string, more: Partial<ListedAuction> = {}) =>
  Array.from(ids, (id) => listedAuction(id, more));

it("the page shows four other live items in the category, those ending soonest first", async () => {
  stubNearView();
  const requestedUrls = fakeLists({
    Live: [...auctionsWithIds("ab"), listedAuction("self"), ...auctionsWithIds("cd")],
  });
  showPart(<SimilarItems auction={item} />);
  expect(await screen.findByRole("heading", { name: "Similar items" })).toBeVisible();
  expect(screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    "Lot a",
    "Lot b",
    "Lot c",
    "Lot d",
  ]);
  expect(screen.getByRole("link", { name: "All in Antiques" })).toHaveAttribute("href", "/auctions?category=antiques");
  expect(requestedUrls.map(({ search }) => search)).toEqual(["?category=antiques&status=Live&sort=ending&limit=5"]);
});

it("recently sold items follow if too few similar ones are live", async () => {
  stubNearView();
  fakeLists({
    Live: auctionsWithIds("a"),
    Sold: auctionsWithIds("xyz", { status: "Sold", currentBid: 250, bidCount: 3 }),
  });
  showPart(<SimilarItems auction={item} />);
  await screen.findByRole("heading", { name: "Lot x" });
  expect(screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    "Lot a",
    "Lot x",
    "Lot y",
    "Lot z",
  ]);
  expect(screen.getAllByText("Sold for")).toHaveLength(3);
});

it("the page shows no section for a category without other items", async () => {
  stubNearView();
  const requestedUrls = fakeLists({ Live: [listedAuction("self")] });
  showPart(<SimilarItems auction={item} />);
  await waitFor(() => expect(requestedUrls).toHaveLength(2));
  expect(screen.queryByRole("heading")).toBeNull();
});

it("the page requests no similar items for an item in a hidden category", () => {
  stubNearView();
  const requestedUrls = fakeLists({});
  showPart(<SimilarItems auction={{ _id: "self", category: null }} />);
  expect(requestedUrls).toEqual([]);
  expect(screen.queryByRole("heading")).toBeNull();
});

it("the page fetches similar items only when you scroll close to them", () => {
  const observed: Element[] = [];
  class Far {
    observe(target: Element) {
      observed.push(target);
    }
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", Far);
  const requestedUrls = fakeLists({ Live: auctionsWithIds("a") });
  showPart(<SimilarItems auction={item} />);
  expect(observed).toHaveLength(1);
  expect(requestedUrls).toEqual([]);
});
