/** The invoice of a deal, for its two sides, and all of a person's sales or purchases as a CSV file. */
import { Hono } from "hono";

import { exportFileName } from "../contract/export-file-name.ts";
import { idParam } from "../contract/fields.ts";
import { invoiceResponse } from "../contract/invoice.ts";
import { streamOf } from "../data-export/data-export.ts";
import { findDealOf } from "../deals/deal-rows.ts";
import { findInvoice, invoicesAsCsv } from "../deals/invoices.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail } from "../http/failure.ts";
import { callerOf } from "../http/find-session.ts";
import { logError } from "../http/log.ts";
import { signedInWithLimit } from "../http/person-limits.ts";
import { signedIn } from "../http/session.ts";
import { validate } from "../http/validation.ts";
import { dealAt } from "../rules/deal.ts";
import { signInvoice, invoiceStatementOf } from "../signatures/signed-statements.ts";

const csvContent = { content: { "text/csv": { schema: { type: "string" } } } } as const;
const CSV_DESCRIPTION =
  "One line for each invoice, oldest first, with its number, when it was paid, the item, the other person, the " +
  "amounts, and the deal with its state. The response is streamed page by page. If it ends early, lines are missing.";

export const invoices = new Hono<HttpEnv>()
  .get(
    "/sales.csv",
    describeRoute({
      tag: "Deals",
      summary: "Download your sales as CSV",
      description: CSV_DESCRIPTION,
      response: csvContent,
    }),
    signedInWithLimit("invoiceFiles"),
    (c) => respondWithCsv(c, "sales"),
  )
  .get(
    "/purchases.csv",
    describeRoute({
      tag: "Deals",
      summary: "Download your purchases as CSV",
      description: CSV_DESCRIPTION,
      response: csvContent,
    }),
    signedInWithLimit("invoiceFiles"),
    (c) => respondWithCsv(c, "purchases"),
  )
  .get(
    "/:id/invoice",
    describeRoute({
      tag: "Deals",
      summary: "Get the invoice and receipt of a deal",
      description:
        "Issued once the seller marks the deal as paid, or sends or hands over the item. Takes the same IDs as " +
        "`/deals/{id}`. Verify the invoice with the key set at `/.well-known/jwks.json`.",
      response: invoiceResponse,
      refuses: ["deal_not_found", "not_paid", "signing_not_configured"],
    }),
    signedIn,
    validate("param", idParam),
    async (c) => {
      const { db, now, settings } = c.var;
      const found = await findDealOf(db, c.req.valid("param").id, callerOf(c).user.id);
      if (!found) return fail(c, "deal_not_found");
      const content = await findInvoice(db, found.row.id);
      if (!content) return fail(c, "not_paid");
      const { signingKey } = settings;
      if (!signingKey) return fail(c, "signing_not_configured");
      const statement = invoiceStatementOf(found.row.id, content, new URL(c.req.url).origin);
      const invoice = await signInvoice(statement, signingKey);
      const { state, outcome } = dealAt(found.deal, now);
      return c.json({ success: true, message: "Invoice Fetched", invoice, statement, state, outcome });
    },
  );

function respondWithCsv(c: HttpContext, kind: "sales" | "purchases") {
  const { db, now, settings } = c.var;
  const chunks = invoicesAsCsv(db, kind === "sales" ? "seller" : "buyer", callerOf(c).user.id, now);
  const file = streamOf(chunks, { onFailure: (error) => logError(c, error) });
  return c.body(file, 200, {
    "Content-Type": "text/csv; charset=utf-8; header=present",
    "Content-Disposition": `attachment; filename="${exportFileName(settings.siteName, kind, new Date(now).toISOString())}"`,
    "Cache-Control": "no-store",
  });
}
