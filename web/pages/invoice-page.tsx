import { useQuery } from "@tanstack/react-query";
import { Printer, ReceiptText } from "lucide-react";
import { useParams } from "react-router";

import { ApiFailure } from "../api/failure.ts";
import { invoiceQuery } from "../api/invoices.ts";
import { Invoice } from "../features/deals/invoice.tsx";
import { paths } from "../paths.ts";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { LoadingNote } from "../ui/loading-note.tsx";
import { useLastError } from "../ui/problem.ts";
import { QueryContent } from "../ui/query-content.tsx";
import { usePageTitle } from "../ui/use-page-title.ts";

export default function InvoicePage() {
  const { dealId = "" } = useParams();
  const query = useQuery(invoiceQuery(dealId));
  const lastError = useLastError(query.error);
  const code = lastError instanceof ApiFailure ? lastError.code : null;
  const number = query.data?.invoice.number;
  usePageTitle(number === undefined ? "Invoice and receipt" : `Invoice ${number}`);
  return (
    <>
      {!query.data && <h1 className="sr-only">Invoice and receipt</h1>}
      <QueryContent
        query={query}
        loading={<LoadingNote>Loading the invoice...</LoadingNote>}
        failed={
          code === "not_paid" ? (
            <EmptyState
              icon={ReceiptText}
              title="No invoice yet"
              text="It's issued once the seller has confirmed the payment."
              link={{ to: paths.deal(dealId), label: "Go to the deal", variant: "secondary" }}
            />
          ) : code === "deal_not_found" ? (
            <EmptyState
              icon={ReceiptText}
              title="No invoice here"
              text="Only the buyer and the seller of a deal can see its invoice."
              link={{ to: paths.deals, label: "My Deals", variant: "secondary" }}
            />
          ) : code === "signing_not_configured" ? (
            <EmptyState
              icon={ReceiptText}
              title="No invoices on this site"
              text="This site can't sign invoices yet. Ask the people who run it."
              link={{ to: paths.deal(dealId), label: "Go to the deal", variant: "secondary" }}
            />
          ) : (
            <FailedState title="We couldn't load this invoice" query={query} />
          )
        }
      >
        {({ invoice, signature, state }) => (
          <>
            <div className="flex max-w-3xl flex-wrap items-center justify-between gap-3 print:hidden">
              <Breadcrumb
                links={[
                  { to: paths.deals, label: "My Deals" },
                  { to: paths.deal(invoice.sub), label: "Deal" },
                ]}
                current={`Invoice ${invoice.number}`}
              />
              <Button variant="secondary" size="sm" onClick={() => window.print()}>
                <Printer aria-hidden className="size-4" />
                Print
              </Button>
            </div>
            <Invoice invoice={invoice} signature={signature} state={state} />
          </>
        )}
      </QueryContent>
    </>
  );
}
