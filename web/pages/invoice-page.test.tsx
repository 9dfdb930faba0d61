import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { INVOICE_TYPE, type InvoiceStatement } from "../../worker/contract/invoice.ts";
import { aKey, sign, type TestKey } from "../../worker/journal/testing/journal-files.ts";
import type { DealState } from "../../worker/rules/deal.ts";
import { fakeApiAt, refusal, success } from "../testing/fake-api.ts";
import { showPages } from "../testing/page.tsx";
import InvoicePage from "./invoice-page.tsx";

const key = await aKey();

const STATEMENT: InvoiceStatement = {
  iss: "https://auctions.example",
  sub: "deal",
  iat: 1_900_000_000,
  number: 12,
  paidAt: "2030-12-01T11:00:00.000Z",
  auctionId: "lot",
  title: "Brass telescope",
  seller: {
    name: "Sue Seller",
    address: {
      name: "Sue Seller",
      line1: "Quay Street 12",
      line2: "",
      postalCode: "M3 4LZ",
      city: "Manchester",
      region: "",
      country: "United Kingdom",
    },
  },
  buyer: { name: "Ann Buyer", address: null },
  price: 150,
  shipping: 12.5,
  total: 162.5,
  currency: "USD",
};

async function open(state: DealState = "paid", signedBy: TestKey = key) {
  const invoice = await sign(STATEMENT, INVOICE_TYPE, { ...key, privateKey: signedBy.privateKey });
  fakeApiAt({
    "/deals/deal/invoice": success({ invoice, statement: STATEMENT, state, outcome: null }),
    "/.well-known/jwks.json": () => Response.json({ keys: [key.publicKey] }),
  });
  show();
  return screen.findByRole("article");
}
function show() {
  showPages({ "/dashboard/deals/:dealId/invoice": <InvoicePage /> }, "/dashboard/deals/deal/invoice");
}

it("the invoice shows its number, both sides, amounts and dates, and can be printed", async () => {
  const sheet = await open();
  expect(sheet).toHaveTextContent("Invoice number12IssuedDec 1, 2030PaidDec 1, 2030");
  const seller = screen.getByRole("region", { name: "Seller" });
  expect(seller).toHaveTextContent(/^SellerSue SellerQuay Street 12/);
  expect(seller.querySelector("address")?.textContent).toBe("Quay Street 12\nM3 4LZ Manchester\nUnited Kingdom");
  expect(screen.getByRole("region", { name: "Buyer" })).toHaveTextContent(/^BuyerAnn Buyer$/);
  const rows = screen.getAllByRole("row").map(({ textContent }) => textContent);
  expect(rows).toEqual(["ItemAmount", "Brass telescopeAuction lot$150", "Shipping$12.50", "Total paid$162.50"]);
  expect(sheet).toHaveTextContent("https://auctions.example. The signature is valid.");
  expect(screen.queryByRole("alert")).toBeNull();
  const print = vi.fn<() => void>();
  vi.stubGlobal("print", print);
  await userEvent.click(screen.getByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledOnce();
});

it.each<[DealState, string]>([
  ["cancelled", "This deal was canceled after it was paid."],
  ["closed", "This deal was closed after it was paid."],
])("the invoice says that its deal was %s", async (state, text) => {
  await open(state);
  expect(screen.getByRole("alert")).toHaveTextContent(text);
});

it("the invoice page says that someone else has signed the invoice", async () => {
  await open("paid", await aKey());
  expect(screen.getByRole("alert")).toHaveTextContent("The signature on this invoice isn't Lotline's.");
  expect(screen.queryByText(/The signature is valid/)).toBeNull();
});

it.each([
  ["not_paid", 409, "No invoice yet"],
  ["deal_not_found", 404, "No invoice here"],
  ["signing_not_configured", 503, "No invoices on this site"],
  ["internal_error", 500, "We couldn't load this invoice"],
] as const)("the page explains why there is no invoice: %s", async (code, status, title) => {
  fakeApiAt({ "/deals/deal/invoice": refusal(status, code, "No") });
  show();
  expect(await screen.findByRole("heading", { level: 2, name: title })).toBeVisible();
});
