import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { DUE, listedDeal } from "../testing/deals.ts";
import { fakeApi, fakeApiAt, refusal, success } from "../testing/fake-api.ts";
import { showPart } from "../testing/page.tsx";
import { ToastHost } from "../ui/toast-host.tsx";
import DealsPage from "./deals-page.tsx";

const COUNTS = { buying: 2, selling: 1, needsMe: 1, toRate: 3 };

it("My Deals shows counts, and each deal's other side, total and due date", async () => {
  fakeApiAt({
    "/deals/counts": success({ counts: COUNTS }),
    "/deals": success({
      deals: [
        listedDeal("a"),
        listedDeal("b", { side: "seller", state: "done", dueAt: null, needsMe: false, rateUntil: DUE }),
      ],
      nextCursor: null,
    }),
  });
  showPart(<DealsPage />);
  const [first, second] = await screen.findAllByRole("listitem");
  expect(first).toHaveTextContent("Lot aBuying from Sue SellerPay by Tuesday, December 3, 2030 at 2:00 PM");
  expect(first).toHaveTextContent("Your turn");
  expect(within(first ?? document.body).getByRole("link")).toHaveAttribute("href", "/dashboard/deals/a");
  expect(second).toHaveTextContent("Lot bSelling to Sue SellerYou can rate Sue until Dec 3, 2030, 2:00 PMDone$160");
  expect(second).not.toHaveTextContent("Your turn");
  const filters = screen.getByRole("group", { name: "Filter deals" });
  expect(filters).toHaveTextContent("AllYour turn (1)To rate (3)Buying (2)Selling (1)");
});

it("My Deals loads a list page by page", async () => {
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

it("My Deals says that there are no deals, or offers to retry a failed request", async () => {
  fakeApiAt({ "/deals": success({ deals: [], nextCursor: null }) });
  showPart(<DealsPage />);
  expect(await screen.findByRole("heading", { name: "No deals yet" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Download sales (CSV)" })).toBeNull();
  fakeApiAt({ "/deals": refusal(500, "internal_error", "Something went wrong") });
  await userEvent.click(screen.getByRole("button", { name: "Buying" }));
  expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
});

it("the user downloads sales and purchases as files, or sees why that failed", async () => {
  const csv = () => new Response("Invoice\r\n1\r\n", { headers: { "content-type": "text/csv; charset=utf-8" } });
  fakeApiAt({
    "/deals": success({ deals: [listedDeal("a")], nextCursor: null }),
    "/deals/counts": success({ counts: COUNTS }),
    "/deals/sales.csv": csv,
    "/deals/purchases.csv": refusal(429, "too_many_requests", "Too many requests. Try again in 3 minutes."),
  });
  const createUrl = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  showPart(
    <>
      <DealsPage />
      <ToastHost />
    </>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Download sales (CSV)" }));
  await vi.waitFor(() => expect(names).toHaveLength(1));
  expect(names[0]).toMatch(/^lotline-sales-\d{4}-\d\d-\d\d\.csv$/);
  const [file] = createUrl.mock.calls[0] ?? [];
  expect(file instanceof Blob && (await file.text())).toBe("\uFEFFInvoice\r\n1\r\n");
  await userEvent.click(screen.getByRole("button", { name: "Download purchases (CSV)" }));
  expect(await screen.findByText("Too many requests. Try again in 3 minutes.")).toBeVisible();
  expect(names).toHaveLength(1);
});
