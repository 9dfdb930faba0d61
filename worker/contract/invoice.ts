/**
 * The invoice and receipt of a deal. We issue it once, when the seller confirms the payment, with both sides as they
 * are then. It is a signed statement, like the closing certificate, which anyone with the published key can check.
 * Amounts are major units.
 */
import * as z from "zod";

import { DEAL_STATES, DEAL_OUTCOMES } from "../rules/deal.ts";
import { address } from "./deal.ts";
import { responseSchema } from "./fields.ts";

/** The type of a signed invoice, in its header. */
export const INVOICE_TYPE = "deal-invoice+jwt";

/** "Deleted user" for a deleted account. The address is null if the person had none, and once it is erased. */
const party = z.object({ name: z.string(), address: z.nullable(address) });

/** The content of an invoice. Sellers number theirs 1, 2, 3 … without a gap. */
export const invoiceContent = z.object({
  number: z.number(),
  /** When the seller confirmed the payment, and so issued it. */
  paidAt: z.string(),
  auctionId: z.string(),
  title: z.string(),
  seller: party,
  buyer: party,
  price: z.number(),
  shipping: z.number(),
  total: z.number(),
  currency: z.string(),
});
export type InvoiceContent = z.infer<typeof invoiceContent>;

export const invoiceStatement = invoiceContent
  .extend({
    /** The issuing site, and the deal's ID. */
    iss: z.string(),
    sub: z.string(),
    /** `paidAt` in whole seconds, as is usual in JWTs. */
    iat: z.number(),
  })
  .meta({ ref: "InvoiceStatement" });
export type InvoiceStatement = z.infer<typeof invoiceStatement>;

/** `invoice` is the statement as a signed token (JWS, compact). The rest is the deal's current state. */
export const invoiceResponse = responseSchema({
  invoice: z.string(),
  statement: invoiceStatement,
  state: z.enum(DEAL_STATES),
  outcome: z.nullable(z.enum(DEAL_OUTCOMES)),
});
