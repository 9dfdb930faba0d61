import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import type { Rating } from "../../worker/contract/rating.ts";
import { createClient } from "../api/query-client.ts";
import { listedAuction, person } from "../testing/auctions.ts";
import { fakeApiAt, refusal, success } from "../testing/fake-api.ts";
import { stubNearView } from "../testing/near-view.ts";
import { showPages } from "../testing/page.tsx";
import SellerPage from "./seller-page.tsx";

const SUE = {
  ...person("sue"),
  memberSince: "2026-01",
  live: 1,
  upcoming: 0,
  sold: 1_200,
  rated: { count: 0, average: null },
};

function show(path: string) {
  showPages({ "/seller/:sellerId": <SellerPage /> }, path, createClient());
}
const ITEMS = success({ auctions: [listedAuction("a")], nextCursor: null });

it("a seller's page shows their name, what they're selling, and what they've sold", async () => {
  const sent = fakeApiAt({ "/seller/sue": success({ seller: SUE }), "/auction/fetchAllAuctions": ITEMS });
  show("/seller/sue");
  expect(await screen.findByRole("heading", { level: 1, name: "sue Test" })).toBeVisible();
  expect(screen.getByText("Member since January 2026")).toBeVisible();
  const lists = within(screen.getByRole("navigation", { name: "This seller's items" }));
  expect(lists.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "For sale1",
    "Coming up0",
    "Sold1,200",
  ]);
  expect(lists.getByRole("link", { name: /For sale/ })).toHaveAttribute("aria-current", "page");
  expect(await screen.findByRole("link", { name: "View Auction: Lot a" })).toBeVisible();
  expect(sent.at(-1)?.path).toBe("/api/v1/auction/fetchAllAuctions?seller=sue&status=Live&sort=ending");
  await userEvent.click(lists.getByRole("link", { name: /Sold/ }));
  expect(screen.getByRole("link", { name: /Sold/ })).toHaveAttribute("aria-current", "page");
  await vi.waitFor(() =>
    expect(sent.at(-1)?.path).toBe("/api/v1/auction/fetchAllAuctions?seller=sue&status=Sold&sort=ended"),
  );
});

it.each([
  ["/seller/sue?show=Sold", SUE],
  ["/seller/sue?show=sold", SUE],
  ["/seller/sue", { ...SUE, live: 0 }],
])("the URL %s opens a seller's sold items", async (url, seller) => {
  fakeApiAt({ "/seller/sue": success({ seller }), "/auction/fetchAllAuctions": ITEMS });
  show(url);
  expect(await screen.findByRole("link", { name: /Sold/ })).toHaveAttribute("aria-current", "page");
});

it("a seller's list of sold items doesn't show as empty before it has loaded", async () => {
  const emptyList = success({ auctions: [], nextCursor: null });
  const sold = Promise.withResolvers<Response>();
  const lists = [emptyList, () => sold.promise];
  fakeApiAt({
    "/seller/sue": success({ seller: SUE }),
    "/auction/fetchAllAuctions": () => lists.shift()?.() ?? emptyList(),
  });
  show("/seller/sue");
  expect(await screen.findByText("Nothing for sale right now")).toBeVisible();
  await userEvent.click(screen.getByRole("link", { name: /Sold/ }));
  expect(screen.queryByText("Nothing sold yet")).toBeNull();
  sold.resolve(emptyList());
  expect(await screen.findByText("Nothing sold yet")).toBeVisible();
});

describe("a seller's ratings", () => {
  const RATED_SELLER = { ...SUE, rated: { count: 3, average: 4.7 } };
  const rating: Rating = {
    _id: "lot-1-buyer",
    auction: { _id: "lot", title: "Brass sextant" },
    stars: 5,
    text: "Well packed.",
    by: person("Ann"),
    shownAt: "2026-11-21T12:00:00.000Z",
    reply: { text: "Thank you!", repliedAt: "2026-11-22T12:00:00.000Z" },
  };
  const ratingsOf = (...ratings: Rating[]) => success({ rated: RATED_SELLER.rated, ratings, nextCursor: null });
  const serve = (responses: Parameters<typeof fakeApiAt>[0] = {}) =>
    fakeApiAt({
      "/seller/sue": success({ seller: RATED_SELLER }),
      "/auction/fetchAllAuctions": ITEMS,
      "/seller/sue/ratings": ratingsOf(rating, { ...rating, _id: "other", by: null, text: "", stars: 4, reply: null }),
      ...responses,
    });

  it("a seller's page shows the average rating, who rated and the reply", async () => {
    stubNearView();
    serve();
    show("/seller/sue");
    expect(await screen.findByText("3 sales rated · 4.7")).toBeVisible();
    const list = within(await screen.findByRole("region", { name: "Ratings" }));
    const [first, second] = await list.findAllByRole("listitem");
    expect(first).toHaveTextContent(
      /5 of 5 stars.*Well packed\..*Ann Test on Brass sextant.*Thank you!.*sue, the seller/,
    );
    expect(second).toHaveTextContent(/4 of 5 stars.*Someone on Brass sextant/);
    expect(list.getAllByRole("link", { name: "Brass sextant" })[0]).toHaveAttribute("href", "/auction/lot");
  });

  it("a seller's page shows no ratings before anyone has rated", async () => {
    stubNearView();
    serve({ "/seller/sue": success({ seller: SUE }) });
    show("/seller/sue");
    expect(await screen.findByText("Member since January 2026")).toBeVisible();
    expect(screen.queryByRole("region", { name: "Ratings" })).toBeNull();
  });

  it("a user can retry when a seller's ratings couldn't be fetched", async () => {
    stubNearView();
    const answers = { "/seller/sue/ratings": refusal(500, "internal_error", "Broken") };
    const server = serve(answers);
    show("/seller/sue");
    await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
    await vi.waitFor(() => expect(server.filter(({ path }) => path.includes("ratings"))).toHaveLength(2));
  });
});

it("the page says that there's no seller at this URL", async () => {
  fakeApiAt({ "/seller/x": refusal(404, "not_found", "This seller doesn't exist") });
  show("/seller/x");
  expect(await screen.findByRole("heading", { name: "This seller doesn't exist" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

it("a user can retry when a seller couldn't be fetched", async () => {
  const answers = { "/seller/sue": refusal(500, "internal_error", "Broken"), "/auction/fetchAllAuctions": ITEMS };
  fakeApiAt(answers);
  show("/seller/sue");
  const retry = await screen.findByRole("button", { name: "Try again" });
  answers["/seller/sue"] = success({ seller: SUE });
  await userEvent.click(retry);
  expect(await screen.findByRole("heading", { level: 1, name: "sue Test" })).toBeVisible();
});
