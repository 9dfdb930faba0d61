import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { listedDeal } from "../testing/deals.ts";
import { fakeApi, fakeApiAt, refusal, success } from "../testing/fake-api.ts";
import { showPart } from "../testing/page.tsx";
import DealsPage from "./deals-page.tsx";

const COUNTS = { buying: 2, selling: 1, needsMe: 1 };

it("My Deals counts and lists deals with other person, total and due date", async () => {
  fakeApiAt({
    "/deals/counts": success({ counts: COUNTS }),
    "/deals": success({
      deals: [listedDeal("a"), listedDeal("b", { side: "seller", state: "done", dueAt: null, needsMe: false })],
      nextCursor: null,
    }),
  });
  showPart(<DealsPage />);
  const [first, second] = await screen.findAllByRole("listitem");
  expect(first).toHaveTextContent("Lot aBuying from Sue SellerPay by Tuesday, December 3, 2030 at 2:00 PM");
  expect(first).toHaveTextContent("Your turn");
  expect(within(first ?? document.body).getByRole("link")).toHaveAttribute("href", "/dashboard/deals/a");
  expect(second).toHaveTextContent("Lot bSelling to Sue SellerDone$160");
  expect(second).not.toHaveTextContent("Your turn");
  const filters = screen.getByRole("group", { name: "Filter deals" });
  expect(filters).toHaveTextContent("AllYour turn (1)Buying (2)Selling (1)");
});

it("a view of My Deals is fetched page by page", async () => {
  const pages = [
    success({ deals: [listedDeal("a")], nextCursor: "next" }),
    success({ counts: COUNTS }),
    success({ deals: [listedDeal("b")], nextCursor: "next" }),
    success({ deals: [listedDeal("c")], nextCursor: null }),
  ];
  const sent = fakeApi(...pages);
  showPart(<DealsPage />);
  await screen.findByText("Lot a");
  await userEvent.click(screen.getByRole("button", { name: /^Selling/ }));
  await screen.findByText("Lot b");
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  await screen.findByText("Lot c");
  expect(sent.map(({ path }) => path.replace("/api/v1/deals", "")).filter((path) => path !== "/counts")).toEqual([
    "?view=all&limit=20",
    "?view=selling&limit=20",
    "?view=selling&limit=20&cursor=next",
  ]);
});

it("My Deals says when there are none, and when they can't be fetched", async () => {
  fakeApiAt({ "/deals": success({ deals: [], nextCursor: null }) });
  showPart(<DealsPage />);
  expect(await screen.findByRole("heading", { name: "No deals yet" })).toBeVisible();
  fakeApiAt({ "/deals": refusal(500, "internal_error", "Something went wrong") });
  await userEvent.click(screen.getByRole("button", { name: "Buying" }));
  expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
});
