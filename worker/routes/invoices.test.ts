/** The invoice of a deal, its number, and who may read it. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";

import { app } from "../app.ts";
import { keySet } from "../contract/certificate.ts";
import { dealsResponse, ownAddressResponse } from "../contract/deal.ts";
import { failure } from "../contract/failure.ts";
import { INVOICE_TYPE, invoiceResponse, invoiceStatement } from "../contract/invoice.ts";
import { anAddress, DAY_MS } from "../testing/builders.ts";
import { aSale, signInAgain, runLater, postCall, takeStep, sweepNow } from "../testing/deals.ts";
import { deleteAccount } from "../testing/deletions.ts";
import { requestJson, expectRefusal, ORIGIN, request, type Someone, someoneSignedIn } from "../testing/http.ts";
import { exportOf } from "../testing/passwords.ts";

const TO_ADDRESS = { delivery: "address", address: anAddress() };
const PICK_UP = { delivery: "pickUp" };

const invoiceOf = (dealId: string, { cookie }: Pick<Someone, "cookie">) =>
  requestJson(invoiceResponse, `/deals/${dealId}/invoice`, { cookie });
const saveAddress = ({ cookie }: Someone, line1: string) =>
  requestJson(ownAddressResponse, "/user/address", { method: "PUT", cookie, json: { ...anAddress(), line1 } });

async function aPaidSale(change: Record<string, string> = {}) {
  const sale = await aSale(change);
  await takeStep(sale.dealId, sale.buyer, "delivery", TO_ADDRESS);
  await takeStep(sale.dealId, sale.seller, "paid");
  return sale;
}

async function sendAndReceive({ dealId, seller, buyer }: Awaited<ReturnType<typeof aSale>>) {
  await takeStep(dealId, seller, "sent");
  await takeStep(dealId, buyer, "received");
}

async function csvOf(kind: "sales" | "purchases", { cookie }: Pick<Someone, "cookie">) {
  const response = await request(`/deals/${kind}.csv`, { cookie });
  expect(response.status).toBe(200);
  return { headers: response.headers, lines: (await response.text()).split("\r\n") };
}

/** Copies a row this many times, with these expressions in some columns, where `n` is 1, 2, 3 … */
async function copyRows(
  count: number,
  { table, key, keyValue }: { readonly table: string; readonly key: string; readonly keyValue: string },
  changes: Readonly<Record<string, string>>,
) {
  const columns = env.DB.prepare("SELECT name FROM pragma_table_info(?) ORDER BY cid").bind(table);
  const names = (await columns.all<{ name: string }>()).results.map(({ name }) => changes[name] ?? name);
  const numbers = "WITH RECURSIVE ns (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM ns WHERE n < ?1)";
  // oxlint-disable-next-line lotline/constant-sql -- the name of a table or column cannot be a parameter
  await env.DB.prepare(`INSERT INTO ${table} ${numbers} SELECT ${names.join(", ")} FROM ${table}, ns WHERE ${key} = ?2`)
    .bind(count, keyValue)
    .run();
}

describe("invoices", () => {
  it("an invoice is issued and signed once the seller confirms the payment", async () => {
    const details = JSON.stringify({ shipping: "price", shippingPrice: 12.5 });
    const { id, dealId, seller, buyer } = await aSale({ details });
    await saveAddress(seller, "Seller Street 1");
    await takeStep(dealId, buyer, "delivery", TO_ADDRESS);
    await expectRefusal("not_paid", 409, `/deals/${dealId}/invoice`, { cookie: buyer.cookie });
    // The buyer's word alone issues no invoice, and so doesn't reveal the seller's address.
    await takeStep(dealId, buyer, "paid");
    await expectRefusal("not_paid", 409, `/deals/${dealId}/invoice`, { cookie: buyer.cookie });
    await takeStep(dealId, seller, "sent");
    const issued = await invoiceOf(id, buyer);
    expect(await invoiceOf(dealId, seller)).toEqual(issued);
    expect(issued).toMatchObject({ state: "sent", outcome: null });
    expect(issued.statement).toEqual({
      iss: ORIGIN,
      sub: dealId,
      iat: Math.floor(Date.parse(issued.statement.paidAt) / 1_000),
      number: 1,
      paidAt: issued.statement.paidAt,
      auctionId: id,
      title: "A Regency mahogany bureau",
      seller: { name: "Sue Doe", address: { ...anAddress(), line1: "Seller Street 1" } },
      buyer: { name: "Ann Doe", address: anAddress() },
      price: 500,
      shipping: 12.5,
      total: 512.5,
      currency: "USD",
    });
    const keys: JSONWebKeySet = keySet.parse(await (await request("/.well-known/jwks.json")).json());
    const expected = { algorithms: ["EdDSA"], typ: INVOICE_TYPE, issuer: ORIGIN };
    const { payload } = await jwtVerify(issued.invoice, createLocalJWKSet(keys), expected);
    expect(invoiceStatement.parse(payload)).toEqual(issued.statement);

    await env.DB.prepare("UPDATE users SET first_name = 'Anna' WHERE id = ?").bind(buyer.id).run();
    await saveAddress(seller, "Elsewhere 2");
    expect(await invoiceOf(dealId, seller)).toEqual(issued);
  });

  it("an invoice for local pickup has no buyer address and no shipping", async () => {
    const { dealId, seller, buyer } = await aSale({
      details: JSON.stringify({ shipping: "price", shippingPrice: 12.5 }),
    });
    await saveAddress(buyer, "Home 3");
    expect(await takeStep(dealId, buyer, "delivery", TO_ADDRESS)).toMatchObject({ total: 512.5 });
    expect(await takeStep(dealId, buyer, "delivery", PICK_UP)).toMatchObject({ total: 500 });
    const { deals } = await requestJson(dealsResponse, "/deals", { cookie: buyer.cookie });
    expect(deals).toMatchObject([{ total: 500 }]);
    await takeStep(dealId, seller, "paid");
    const { statement } = await invoiceOf(dealId, buyer);
    expect(statement).toMatchObject({ shipping: 0, total: 500, buyer: { name: "Ann Doe", address: null } });
  });

  it("an invoice is issued once, even if the seller confirms the payment repeatedly", async () => {
    const { dealId, seller, buyer } = await aSale();
    await takeStep(dealId, buyer, "delivery", PICK_UP);
    await Promise.all([buyer, seller, buyer, seller].map((person) => takeStep(dealId, person, "paid")));
    await takeStep(dealId, seller, "handed-over");
    const { results } = await env.DB.prepare("SELECT number FROM invoices WHERE seller_id = ?").bind(seller.id).all();
    expect(results).toEqual([{ number: 1 }]);
  });

  it("an invoice shows its deal's state, even after the deal is canceled", async () => {
    const { dealId, seller, buyer } = await aPaidSale();
    const { statement } = await invoiceOf(dealId, buyer);
    await takeStep(dealId, seller, "ask-cancel");
    await takeStep(dealId, buyer, "agree-cancel");
    expect(await invoiceOf(dealId, buyer)).toMatchObject({ state: "cancelled", outcome: null, statement });
    const { lines } = await csvOf("sales", seller);
    expect(lines[1]).toContain(",cancelled,");
  });

  it("an invoice is refused with the reason if no key is configured", async () => {
    const { dealId, buyer } = await aPaidSale();
    const { SIGNING_KEY: _none, ...unkeyed } = env;
    const headers = { cookie: buyer.cookie };
    const path = `${ORIGIN}/api/v1/deals/${dealId}/invoice`;
    const refused = await app.request(path, { headers }, unkeyed, createExecutionContext());
    expect(refused.status).toBe(503);
    expect(failure.parse(await refused.json())).toMatchObject({ code: "signing_not_configured" });
  });
});

describe("invoice numbers", () => {
  /** This many deals of one seller, ready to be paid. */
  async function manyDeals(count: number) {
    const sale = await aSale();
    await takeStep(sale.dealId, sale.buyer, "delivery", PICK_UP);
    const auction = "auction_id || '-' || n";
    await copyRows(count, { table: "auctions", key: "id", keyValue: sale.id }, { id: "id || '-' || n" });
    await copyRows(
      count,
      { table: "deals", key: "id", keyValue: sale.dealId },
      { id: "id || '-' || n", auction_id: auction },
    );
    await copyRows(
      count,
      { table: "deal_events", key: "deal_id", keyValue: sale.dealId },
      { deal_id: "deal_id || '-' || n" },
    );
    return { ...sale, dealIds: Array.from({ length: count }, (_, index) => `${sale.dealId}-${index + 1}`) };
  }

  it("invoice numbers run from 1 to 50 without a gap if 50 deals are paid together", { timeout: 120_000 }, async () => {
    const { dealIds, seller, buyer } = await manyDeals(50);
    await Promise.all(dealIds.map((id) => takeStep(id, seller, "paid")));
    const issued = await Promise.all(dealIds.map((id) => invoiceOf(id, buyer)));
    const numbers = issued.map(({ statement }) => statement.number).toSorted((a, other) => a - other);
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  it("invoice numbers have no gap after a failed step, and each seller has their own", async () => {
    const { dealIds, dealId, seller, buyer } = await manyDeals(2);
    const [first = "", second = ""] = dealIds;
    await takeStep(first, seller, "paid");
    // The whole transaction fails after the invoice is inserted.
    await env.DB.exec("CREATE TRIGGER fails AFTER INSERT ON invoices BEGIN SELECT RAISE(ABORT, 'no'); END");
    const failed = await request(`/deals/${second}/paid`, postCall(seller.cookie));
    await env.DB.exec("DROP TRIGGER fails");
    expect(failed.status).toBe(500);
    await expectRefusal("not_paid", 409, `/deals/${second}/invoice`, { cookie: buyer.cookie });
    await takeStep(dealId, seller, "paid");
    await takeStep(second, seller, "paid");
    const numberOf = async (id: string) => (await invoiceOf(id, buyer)).statement.number;
    expect([await numberOf(first), await numberOf(dealId), await numberOf(second)]).toEqual([1, 2, 3]);
    const other = await aPaidSale();
    expect((await invoiceOf(other.dealId, other.seller)).statement.number).toBe(1);
  });
});

describe("personal data in invoices", () => {
  it("an invoice keeps its addresses for 180 days after the deal, the rest forever", async () => {
    const sale = await aSale();
    const { dealId, seller, buyer } = sale;
    await saveAddress(seller, "Seller Street 1");
    await takeStep(dealId, buyer, "delivery", TO_ADDRESS);
    await takeStep(dealId, seller, "paid");
    await sendAndReceive(sale);
    const { statement } = await invoiceOf(dealId, buyer);
    await runLater(179 * DAY_MS, async () => {
      await sweepNow();
      expect((await invoiceOf(dealId, await signInAgain(seller))).statement).toEqual(statement);
    });
    await runLater(181 * DAY_MS, async () => {
      await sweepNow();
      const erased = { seller: { name: "Sue Doe", address: null }, buyer: { name: "Ann Doe", address: null } };
      expect((await invoiceOf(dealId, await signInAgain(seller))).statement).toEqual({ ...statement, ...erased });
    });
  });

  it.each(["seller", "buyer"] as const)(
    "deleting the %s's account removes their name and address from invoices",
    async (side) => {
      const sale = await aSale();
      const { dealId, seller, buyer } = sale;
      await saveAddress(seller, "Seller Street 1");
      await takeStep(dealId, buyer, "delivery", TO_ADDRESS);
      await takeStep(dealId, seller, "paid");
      await sendAndReceive(sale);
      const [person, other] = side === "seller" ? [seller, buyer] : [buyer, seller];
      const { statement } = await invoiceOf(dealId, other);
      await deleteAccount(person);
      const anonymizedStatement = { ...statement, [side]: { name: "Deleted user", address: null } };
      expect((await invoiceOf(dealId, other)).statement).toEqual(anonymizedStatement);
      const { lines } = await csvOf(side === "seller" ? "purchases" : "sales", other);
      expect(lines[1]).toContain(",Deleted user,");
    },
  );

  it("an invoice is in both sides' data exports and in no one else's", async () => {
    const { dealId, seller, buyer } = await aPaidSale();
    const exportedInvoicesOf = async (person: Pick<Someone, "id">) => (await exportOf(person)).invoices;
    const exportedInvoice = { dealId, number: 1, buyer: { name: "Ann Doe", address: anAddress() }, total: 500 };
    expect(await exportedInvoicesOf(seller)).toMatchObject([{ ...exportedInvoice, side: "seller" }]);
    expect(await exportedInvoicesOf(buyer)).toMatchObject([{ ...exportedInvoice, side: "buyer" }]);
    expect(await exportedInvoicesOf(await someoneSignedIn("Eve"))).toEqual([]);
  });
});

describe("CSV files", () => {
  it("a CSV file lists your own sales or purchases, safe to open in a spreadsheet", async () => {
    const details = JSON.stringify({ shipping: "price", shippingPrice: 12.5 });
    const sale = await aSale({ details, title: '=1+1, "a bureau"' });
    const { dealId, seller, buyer } = sale;
    await env.DB.prepare("UPDATE users SET first_name = '@Ann', last_name = 'Müller' WHERE id = ?")
      .bind(buyer.id)
      .run();
    await takeStep(dealId, buyer, "delivery", PICK_UP);
    await takeStep(dealId, seller, "paid");
    const { paidAt } = (await invoiceOf(dealId, buyer)).statement;
    const { headers, lines } = await csvOf("sales", seller);
    expect(lines).toEqual([
      "Invoice,Paid,Item,Buyer,Price,Shipping,Total,Currency,State,Deal",
      `1,${paidAt},"'=1+1, ""a bureau""",'@Ann Müller,500.00,0.00,500.00,USD,paid,${dealId}`,
      "",
    ]);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(headers.get("cache-control")).toBe("no-store");
    const today = new Date().toISOString().slice(0, 10);
    expect(headers.get("content-disposition")).toBe(`attachment; filename="lotline-sales-${today}.csv"`);
    const purchases = await csvOf("purchases", buyer);
    expect(purchases.lines).toHaveLength(3);
    expect(purchases.lines[1]).toContain(",Sue Doe,500.00,");
    for (const [kind, person] of [
      ["purchases", seller],
      ["sales", buyer],
      ["sales", await someoneSignedIn("Eve")],
    ] as const) {
      expect((await csvOf(kind, person)).lines).toHaveLength(2);
    }
  });

  it("a CSV file lists every invoice once, across pages", async () => {
    const { dealId, seller } = await aPaidSale();
    await copyRows(
      599,
      { table: "invoices", key: "deal_id", keyValue: dealId },
      { deal_id: "deal_id || '-' || n", number: "n + 1" },
    );
    await copyRows(599, { table: "deals", key: "id", keyValue: dealId }, { id: "id || '-' || n" });
    const { lines } = await csvOf("sales", seller);
    expect(lines.slice(1, -1).map((line) => Number(line.split(",")[0]))).toEqual(
      Array.from({ length: 600 }, (_, index) => index + 1),
    );
  });
});
