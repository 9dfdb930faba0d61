import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { queryClient } from "../api/query-client.ts";
import { listedAuction, person } from "../testing/auctions.ts";
import { fakeApiAt, refusal, success } from "../testing/fake-api.ts";
import { showPages } from "../testing/page.tsx";
import SellerPage from "./seller-page.tsx";

const SUE = { ...person("sue"), memberSince: "2026-01", live: 1, upcoming: 0, sold: 1_200 };

function show(path: string) {
  showPages({ "/seller/:sellerId": <SellerPage /> }, path, queryClient);
}
const LOTS = success({ auctions: [listedAuction("a")], nextCursor: null });

it("a seller's page names them, and shows what they sell now", async () => {
  const sent = fakeApiAt({ "/seller/sue": success({ seller: SUE }), "/auction/fetchAllAuctions": LOTS });
  show("/seller/sue");
  expect(await screen.findByRole("heading", { level: 1, name: "sue Test" })).toBeVisible();
  expect(screen.getByText("Member since January 2026")).toBeVisible();
  const lists = within(screen.getByRole("navigation", { name: "This seller’s items" }));
  expect(lists.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "For sale1",
    "Coming up0",
    "Sold1,200",
  ]);
  expect(lists.getByRole("link", { name: /For sale/ })).toHaveAttribute("aria-current", "page");
  expect(await screen.findByRole("link", { name: "View Auction: Lot a" })).toBeVisible();
  expect(sent.at(-1)?.path).toBe("/api/v1/auction/fetchAllAuctions?seller=sue&status=Live&sort=ending");
});

it("a seller's page shows what they have sold, and its address names that list", async () => {
  const sent = fakeApiAt({ "/seller/sue": success({ seller: SUE }), "/auction/fetchAllAuctions": LOTS });
  show("/seller/sue");
  await userEvent.click(await screen.findByRole("link", { name: /Sold/ }));
  expect(screen.getByRole("link", { name: /Sold/ })).toHaveAttribute("aria-current", "page");
  await vi.waitFor(() =>
    expect(sent.at(-1)?.path).toBe("/api/v1/auction/fetchAllAuctions?seller=sue&status=Sold&sort=ended"),
  );
});

it.each([
  ["/seller/sue?show=Sold", SUE],
  ["/seller/sue?show=sold", SUE],
  ["/seller/sue", { ...SUE, live: 0 }],
])("the address %s shows what a seller has sold: %o", async (address, seller) => {
  fakeApiAt({ "/seller/sue": success({ seller }), "/auction/fetchAllAuctions": LOTS });
  show(address);
  expect(await screen.findByRole("link", { name: /Sold/ })).toHaveAttribute("aria-current", "page");
});

it("a seller's other list is not shown as empty before it has loaded", async () => {
  const none = success({ auctions: [], nextCursor: null });
  const sold = Promise.withResolvers<Response>();
  const lists = [none, () => sold.promise];
  fakeApiAt({
    "/seller/sue": success({ seller: SUE }),
    "/auction/fetchAllAuctions": () => lists.shift()?.() ?? none(),
  });
  show("/seller/sue");
  expect(await screen.findByText("Nothing for sale right now")).toBeVisible();
  await userEvent.click(screen.getByRole("link", { name: /Sold/ }));
  expect(screen.queryByText("Nothing sold yet")).toBeNull();
  sold.resolve(none());
  expect(await screen.findByText("Nothing sold yet")).toBeVisible();
});

it("an address without a seller says so", async () => {
  fakeApiAt({ "/seller/x": refusal(404, "not_found", "This seller doesn't exist") });
  show("/seller/x");
  expect(await screen.findByRole("heading", { name: "This seller doesn't exist" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

it("a seller who could not be fetched can be fetched again", async () => {
  const answers = { "/seller/sue": refusal(500, "internal_error", "Broken"), "/auction/fetchAllAuctions": LOTS };
  fakeApiAt(answers);
  show("/seller/sue");
  const retry = await screen.findByRole("button", { name: "Try again" });
  answers["/seller/sue"] = success({ seller: SUE });
  await userEvent.click(retry);
  expect(await screen.findByRole("heading", { level: 1, name: "sue Test" })).toBeVisible();
});
