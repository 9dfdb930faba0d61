import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";

import { isOpenStatus, keptUntil } from "../../../../worker/rules/closing.ts";
import type { SavedReceipt } from "../../../api/receipts.ts";
import { SITE_NAME } from "../../../site-name.ts";
import { Alert } from "../../../ui/alert.tsx";
import { dateTimeText } from "../../../ui/date-time.tsx";
import { fullName } from "../../../ui/full-name.ts";
import { priceText } from "../../../ui/items/price.tsx";
import type { ValidJournal } from "./verify-auction.ts";

/** The checks in plain words, one bullet each. */
export function ValidVerdict({ verdict }: { verdict: ValidJournal }) {
  const { evidence, bidCount, receipts, lastHash } = verdict;
  const entryCount = evidence.records.length;
  return (
    <>
      <Alert tone="success">Everything adds up.</Alert>
      <ul className="space-y-4 text-sm">
        <Point title={`${entryCount === 1 ? "1 entry" : `${entryCount} entries`}, chain unbroken`}>
          Each entry carries the fingerprint of the previous one. No entry was changed, removed or inserted.
        </Point>
        <Point title={bidCount === 0 ? "The rules were followed" : "Every bid followed the rules"}>
          Your browser replayed every entry by the same rules and got the same result.
        </Point>
        <Result verdict={verdict} />
        {receipts !== null && receipts.length > 0 && (
          <Point title="Your own bids are all there">{receiptsText(receipts)}</Point>
        )}
        <Signatures verdict={verdict} />
      </ul>
      <p className="text-xs text-muted">
        Fingerprint of the last entry. Save it, and you can check later that no earlier entry was changed:{" "}
        <span className="block pt-1 break-all text-ink">{lastHash}</span>
      </p>
    </>
  );
}

function Point({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
      <div>
        <p className="font-medium">{title}</p>
        <p className="mt-0.5 text-muted">{children}</p>
      </div>
    </li>
  );
}

function Result({ verdict: { details, states } }: { verdict: ValidJournal }) {
  if (details) return <Point title={resultTitle(details.status)}>{resultText(details)}</Point>;
  const last = states.at(-1);
  const until = last ? keptUntil(last) : null;
  if (!last || until === null) return null;
  return (
    <Point title="The auction was canceled">
      The journal says the seller canceled it on {dateTimeText(isoOf(last.at), true)}, and its bids are void. You can
      read the journal until {dateTimeText(isoOf(until))}.
    </Point>
  );
}

type ShownResult = NonNullable<ValidJournal["details"]>;

function resultTitle(status: ShownResult["status"]): string {
  if (status === "Sold") return "Price and winner match";
  return isOpenStatus(status) ? "The price matches" : "The outcome matches";
}

function resultText({ status, currentBid, currency, bidCount, winner }: ShownResult): string {
  const price = priceText(currentBid, currency);
  if (winner) return `The journal and this page both say ${fullName(winner)} won for ${price}.`;
  if (status === "Voided") return "The journal and this page both say this auction was voided.";
  if (status === "Expired") return "The journal and this page both say no one won.";
  if (bidCount === 0) return `No one has bid. The journal and this page both have the starting price of ${price}.`;
  return `The journal and this page both say the price is ${price}.`;
}

function receiptsText({ length }: readonly SavedReceipt[]): string {
  if (length === 1) return "The receipt saved in this browser matches the journal.";
  return `The ${length} receipts saved in this browser match the journal.`;
}

function Signatures({ verdict: { head, certificate } }: { verdict: ValidJournal }) {
  if (head?.signature === "unsupported") {
    return <Point title="Signed, but not checked">This browser can't check this kind of signature.</Point>;
  }
  return (
    <>
      {certificate && (
        <Point title={`Signed by ${SITE_NAME}`}>{SITE_NAME} signed this result, and the signature is valid.</Point>
      )}
      {head && (
        <Point title={head.statement.seq === 1 ? "Entry 1 confirmed" : `Entries 1 to ${head.statement.seq} confirmed`}>
          {SITE_NAME} signed the fingerprint of entry {head.statement.seq} on{" "}
          {dateTimeText(head.statement.statedAt, true)}. If anyone changes that entry or an earlier one, this signature
          proves it.
        </Point>
      )}
    </>
  );
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
