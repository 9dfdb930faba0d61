import { SITE_NAME } from "../../../site-name.ts";
import { Alert } from "../../../ui/alert.tsx";
import { dateTimeText } from "../../../ui/date-time.tsx";
import { priceText } from "../../../ui/items/price.tsx";
import type { BrokenJournal } from "./verify-auction.ts";

const FAULTS: { readonly [F in Exclude<BrokenJournal["fault"], "receipt">]: string } = {
  auction: "This is the journal of another auction.",
  gap: "It's missing or out of place.",
  time: "It's older than the entry before it.",
  hash: "Its fingerprint doesn't match. It was changed after it was written.",
  rules: "The rules of the auction don't allow this.",
  cut: `It's missing. ${SITE_NAME}'s signature shows that the journal continues here.`,
  head: `This isn't the entry that ${SITE_NAME} signed. This entry or an earlier one was changed.`,
  certificate: `The result that ${SITE_NAME} signed doesn't follow from this entry. This entry or an earlier one was changed.`,
  signature: `The signature on this entry isn't ${SITE_NAME}'s.`,
  shown: "This page doesn't match the journal up to this entry.",
};

/** The entry where the journal is wrong, and why. */
export function BrokenVerdict({ verdict }: { verdict: BrokenJournal }) {
  const { fault, seq, at } = verdict;
  const when = at === null ? "" : `, ${dateTimeText(new Date(at).toISOString(), true)}`;
  return (
    <>
      <Alert tone="danger">This journal doesn't add up.</Alert>
      <div className="text-sm">
        <p className="font-medium">
          Entry {seq}
          {when}
        </p>
        <p className="mt-0.5 text-muted">{fault === "receipt" ? receiptText(verdict) : FAULTS[fault]}</p>
      </div>
    </>
  );
}

/** Compares the entry in the receipt with the one in the journal. */
function receiptText({ seq, receipts, evidence: { records } }: BrokenJournal): string {
  const amount = receipts?.find((receipt) => receipt.seq === seq)?.amount ?? null;
  const first = records[0]?.fact;
  const currency = first?.type === "opened" ? first.currency : "USD";
  const own = amount === null ? "the withdrawal of your bid" : `your bid of ${priceText(amount, currency)}`;
  const found = records[seq - 1] ? "has a different entry here" : "doesn't have it";
  return `${SITE_NAME}'s receipt in this browser says this entry is ${own}. The journal ${found}.`;
}
