/** A deal's invoice, and the signed-in person's sales or purchases as a file. */
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

import { exportFileName } from "../../worker/contract/export-file-name.ts";
import { INVOICE_TYPE, invoiceResponse, invoiceStatement } from "../../worker/contract/invoice.ts";
import { checkSignature } from "../../worker/journal/check-signature.ts";
import { SITE_NAME } from "../site-name.ts";
import { call } from "./client.ts";
import { fetchKeys } from "./journal.ts";
import { queryKeys } from "./query-keys.ts";
import { serverNow } from "./server-clock.ts";

/**
 * The invoice's content, whether its signature is valid, and the deal's state. Takes the ID of the deal or of its
 * auction.
 */
export function invoiceQuery(dealId: string) {
  return queryOptions({
    queryKey: queryKeys.invoice(dealId),
    queryFn: async ({ signal }) => {
      const response = await call(invoiceResponse, `/deals/${encodeURIComponent(dealId)}/invoice`, { signal });
      const { invoice, statement, state } = response;
      const signed = await checkSignature(invoice, await fetchKeys(signal), INVOICE_TYPE, invoiceStatement);
      return { invoice: signed.statement ?? statement, signature: signed.signature, state };
    },
  });
}

export type CsvKind = "sales" | "purchases";

export async function fetchCsv(kind: CsvKind): Promise<{ readonly name: string; readonly text: string }> {
  const text = await call(z.string(), `/deals/${kind}.csv`);
  return { name: exportFileName(SITE_NAME, kind, new Date(serverNow()).toISOString()), text };
}
