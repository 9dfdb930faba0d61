import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";

import type { Winning } from "../../../worker/contract/account.ts";
import { WinningCard } from "./winning-card.tsx";

function card(more: Partial<Winning> = {}) {
  const winning: Winning = {
    id: "lot",
    title: "Clock",
    description: "Ticks",
    image: null,
    finalPrice: 175.5,
    originalPrice: 100,
    hadBuyNow: false,
    currency: "USD",
    wonDate: "2026-11-21T09:00:00.000Z",
    category: "Antiques",
    seller: { _id: "sue", firstName: "Sue", lastName: "Seller" },
    ...more,
  };
  render(
    <MemoryRouter>
      <WinningCard winning={winning} />
    </MemoryRouter>,
  );
  return screen.getByRole("article");
}

it("a winning card shows the item, its final price and what to do next", () => {
  const article = card();
  expect(within(article).getByText("Won")).toBeInTheDocument();
  expect(within(article).getByRole("heading", { name: "Clock" })).toBeInTheDocument();
  for (const text of [
    "Final price: $175.50",
    "Original Price$100 (starting price)",
    "Won DateNov 21, 2026",
    "CategoryAntiques",
    "SellerSue Seller",
    "What now? You arrange payment and delivery in the deal. Payment and shipping",
  ]) {
    expect(article).toHaveTextContent(text);
  }
  expect(article).not.toHaveTextContent("Savings");
  expect(screen.getByRole("link", { name: "Payment and shipping" })).toHaveAttribute("href", "/help#shipping");
  expect(screen.getByRole("link", { name: "View Details: Clock" })).toHaveAttribute("href", "/dashboard/deals/lot");
  expect(screen.getByRole("link", { name: "Contact Seller: Clock" })).toHaveAttribute(
    "href",
    "/dashboard/deals/lot#other-person",
  );
});

it("a winning card has defaults for missing values, and omits a missing seller", () => {
  const article = card({ description: "", category: null, seller: null });
  expect(article).toHaveTextContent("No description available");
  expect(article).toHaveTextContent("CategoryN/A");
  expect(within(article).queryByText("Seller")).not.toBeInTheDocument();
  expect(article.querySelector("img")).toHaveAttribute("src", "/default-auction.svg");
});

it("a winning card shows why its auction was voided", () => {
  const article = card({ originalPrice: 200, hadBuyNow: true, voided: { reason: "Stolen goods" } });
  expect(within(article).getByText("Voided")).toBeInTheDocument();
  expect(within(article).queryByText("Won")).not.toBeInTheDocument();
  expect(article).toHaveTextContent("Our team has voided this auction. Reason: Stolen goods");
  expect(article).not.toHaveTextContent("What now?");
  expect(article).not.toHaveTextContent("Savings");
  expect(within(article).queryByRole("link", { name: /^Contact Seller/ })).not.toBeInTheDocument();
  expect(within(article).getByRole("link", { name: /^View Details/ })).toHaveAttribute("href", "/auction/lot");
});

it("a winning card shows the savings, if any", () => {
  const article = card({ originalPrice: 200, hadBuyNow: true });
  expect(article).toHaveTextContent("Savings $24.50");
  expect(article).toHaveTextContent("Original Price$200 (Buy Now)");
});
