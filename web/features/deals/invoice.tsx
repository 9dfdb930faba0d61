import type { InvoiceStatement } from "../../../worker/contract/invoice.ts";
import type { DealState } from "../../../worker/rules/deal.ts";
import { SITE_NAME } from "../../site-name.ts";
import { Alert } from "../../ui/alert.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { PostalAddress } from "../../ui/deals/postal-address.tsx";
import { Price } from "../../ui/items/price.tsx";

type InvoiceProps = {
  invoice: InvoiceStatement;
  /** Whether the site signed exactly this invoice. */
  signature: "holds" | "unsupported" | "broken";
  /** The deal's current state. */
  state: DealState;
};

/** Looks like one sheet of paper, even on screen. */
export function Invoice({ invoice, signature, state }: InvoiceProps) {
  const { number, paidAt, seller, buyer, title, auctionId, price, shipping, total, currency } = invoice;
  return (
    <article className="sheet mt-4 max-w-3xl rounded-lg border border-line bg-surface p-5 shadow-raised sm:p-10">
      {signature === "broken" && (
        <Alert tone="danger" className="mb-6">
          The signature on this invoice isn't {SITE_NAME}'s. Don't rely on it.
        </Alert>
      )}
      {(state === "cancelled" || state === "closed") && (
        <Alert tone="warning" className="mb-6">
          {state === "cancelled" ? "This deal was canceled" : "This deal was closed"} after it was paid.
        </Alert>
      )}
      <h1 className="font-display text-2xl/8 font-medium tracking-tight sm:text-3xl">Invoice and receipt</h1>
      <dl className="mt-4 grid max-w-sm grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
        <dt className="text-muted">Invoice number</dt>
        <dd className="font-medium tabular-nums">{number}</dd>
        <dt className="text-muted">Issued</dt>
        <dd>
          <DateTime iso={paidAt} />
        </dd>
        <dt className="text-muted">Paid</dt>
        <dd>
          <DateTime iso={paidAt} withZone />
        </dd>
      </dl>
      <div className="mt-8 grid gap-6 sm:grid-cols-2 print:grid-cols-2">
        <Party title="Seller" party={seller} />
        <Party title="Buyer" party={buyer} />
      </div>
      <table className="mt-8 w-full text-sm">
        <thead>
          <tr className="border-b border-line-strong text-left">
            <th scope="col" className="py-2 font-medium">
              Item
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              Amount
            </th>
          </tr>
        </thead>
        <tbody className="align-top">
          <tr className="border-b border-line">
            <td className="py-3 pr-4 break-words">
              {title}
              <span className="mt-0.5 block text-xs break-all text-muted">Auction {auctionId}</span>
            </td>
            <td className="py-3 text-right">
              <Price amount={price} currency={currency} />
            </td>
          </tr>
          {shipping > 0 && (
            <tr className="border-b border-line">
              <td className="py-3 pr-4">Shipping</td>
              <td className="py-3 text-right">
                <Price amount={shipping} currency={currency} />
              </td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr className="text-base font-semibold">
            <th scope="row" className="py-3 text-left">
              Total paid
            </th>
            <td className="py-3 text-right">
              <Price amount={total} currency={currency} />
            </td>
          </tr>
        </tfoot>
      </table>
      {signature !== "broken" && (
        <p className="mt-8 text-xs text-muted">
          Issued and signed by {SITE_NAME}, {invoice.iss}.{" "}
          {signature === "holds" ? "The signature is valid." : "This browser can't check the signature."}
        </p>
      )}
    </article>
  );
}

function Party({ title, party }: { title: string; party: InvoiceStatement["seller"] }) {
  const { name, address } = party;
  return (
    <section aria-label={title} className="min-w-0 text-sm">
      <h2 className="mb-1 text-muted">{title}</h2>
      <p className="font-medium break-words">{name}</p>
      {address && <PostalAddress address={address} nameAbove={name} />}
    </section>
  );
}
