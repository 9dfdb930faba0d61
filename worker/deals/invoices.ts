/**
 * Invoices. When the seller confirms the payment, that step issues one in its transaction. After that it is only read
 * and erased. One statement computes the next number and inserts the invoice, so two of a seller's deals never get the
 * same number. A transaction that fails leaves no gap.
 */
import { eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";

import type { InvoiceContent } from "../contract/invoice.ts";
import { DELETED_NAME } from "../contract/people.ts";
import { fullName } from "../contract/text/full-name.ts";
import type { Database } from "../db/database.ts";
import { readInPages } from "../db/read-in-pages.ts";
import { deals, type InvoiceRow, invoices } from "../db/schema.ts";
import { toIso } from "../listings/queries/listings.ts";
import { otherSide, type Side } from "../rules/deal.ts";
import { CURRENCY_DIGITS, toMajor } from "../rules/money.ts";
import { csvLine } from "./csv.ts";
import { dealStateAt, shippingMinorIn, type StoredDealState } from "./deal-responses.ts";
import type { StoredDeal } from "./deal-rows.ts";

/**
 * Issues an invoice in the transaction in which the seller confirms the payment. `paidAt` is epoch ms. `wasJustAdded`
 * is true in SQL if the confirmation was added. A buyer's claim alone issues no invoice, because it may be false, and
 * an invoice shows the seller's address.
 */
export function issueInvoiceStatement(
  db: Database,
  { row, auction }: Pick<StoredDeal, "row" | "auction">,
  paidAt: number,
  wasJustAdded: SQL,
): BatchItem<"sqlite"> {
  const { id, auctionId, buyerId, sellerId, priceMinor } = row;
  const nameOf = (personId: string) =>
    sql`(SELECT trim(first_name || ' ' || last_name) FROM users WHERE id = ${personId})`;
  return db
    .insert(invoices)
    .select(
      sql`SELECT ${id}, ${auctionId}, ${buyerId}, ${sellerId},
        (SELECT coalesce(max(number), 0) + 1 FROM invoices WHERE seller_id = ${sellerId}), ${paidAt},
        ${auction.title}, ${auction.currency}, ${priceMinor}, ${shippingMinorIn(row)},
        ${nameOf(buyerId)}, ${nameOf(sellerId)},
        (SELECT address FROM deals WHERE id = ${id}),
        (SELECT address FROM addresses WHERE user_id = ${sellerId})
        WHERE ${wasJustAdded}`,
    )
    .onConflictDoNothing({ target: invoices.dealId });
}

/** Null until the seller confirms the payment. */
export async function findInvoice(db: Database, dealId: string): Promise<InvoiceContent | null> {
  const row = await db.select().from(invoices).where(eq(invoices.dealId, dealId)).get();
  return row ? toInvoice(row) : null;
}

type ListedInvoice = { readonly invoice: InvoiceRow; readonly deal: StoredDealState };

/** All of a person's invoices on one side of their deals, earliest first. */
export function listInvoices(db: Database, side: Side, personId: string): AsyncGenerator<ListedInvoice[]> {
  const { buyerId, sellerId, number, paidAt, dealId } = invoices;
  const { state, dueAt, cancelSide, disputeSide } = deals;
  return readInPages<ListedInvoice, ListedInvoice>({
    query: db
      .select({ invoice: invoices, deal: { state, dueAt, cancelSide, disputeSide } })
      .from(invoices)
      .innerJoin(deals, eq(deals.id, dealId)),
    ownCondition: eq(side === "seller" ? sellerId : buyerId, personId),
    keys: side === "seller" ? [number] : [paidAt, dealId],
    positionOf: ({ invoice }) => (side === "seller" ? [invoice.number] : [invoice.paidAt, invoice.dealId]),
    toEntry: (row) => row,
  });
}

/**
 * The invoices from `listInvoices`, as a CSV file in pieces. We read each piece once the previous one has been taken.
 * `now` is epoch ms.
 */
export async function* invoicesAsCsv(db: Database, side: Side, personId: string, now: number): AsyncGenerator<string> {
  const other = otherSide(side);
  yield csvLine([
    "Invoice",
    "Paid",
    "Item",
    SIDE_LABELS[other],
    "Price",
    "Shipping",
    "Total",
    "Currency",
    "State",
    "Deal",
  ]);
  for await (const page of listInvoices(db, side, personId)) {
    const lines = page.map(({ invoice, deal }) => {
      const { number, paidAt, title, price, shipping, total, currency, [other]: party } = toInvoice(invoice);
      const amounts = [price, shipping, total].map((amount) => amount.toFixed(CURRENCY_DIGITS));
      const { state } = dealStateAt(deal, now);
      return csvLine([String(number), paidAt, title, party.name, ...amounts, currency, state, invoice.dealId]);
    });
    yield lines.join("");
  }
}

const SIDE_LABELS: Readonly<Record<Side, string>> = { buyer: "Buyer", seller: "Seller" };

export function toInvoice(row: InvoiceRow): InvoiceContent {
  const nameOf = (name: string | null) => name ?? fullName(DELETED_NAME);
  return {
    number: row.number,
    paidAt: toIso(row.paidAt),
    auctionId: row.auctionId,
    title: row.title,
    seller: { name: nameOf(row.sellerName), address: row.sellerAddress },
    buyer: { name: nameOf(row.buyerName), address: row.buyerAddress },
    price: toMajor(row.priceMinor),
    shipping: toMajor(row.shippingMinor),
    total: toMajor(row.priceMinor + row.shippingMinor),
    currency: row.currency,
  };
}
