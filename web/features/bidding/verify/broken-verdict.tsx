import { SITE_NAME } from "../../../site-name.ts";
import { Alert } from "../../../ui/alert.tsx";
import { momentText } from "../../../ui/moment.tsx";
import { priceText } from "../../../ui/price.tsx";
import type { BrokenVerdict as Verdict } from "./verify-auction.ts";

const FAULTS: { readonly [F in Exclude<Verdict["fault"], "receipt">]: string } = {
  auction: "This is the journal of another auction.",
  gap: "It is missing or out of place.",
  time: "It is older than the entry before it.",
  hash: "Its fingerprint does not match: it was changed after it was written.",
  rules: "The rules of the auction do not allow this.",
  cut: `It is missing: ${SITE_NAME} has signed that the journal goes on here.`,
  head: `It is not the entry that ${SITE_NAME} has signed: it, or an entry before it, was changed.`,
  certificate: `The result that ${SITE_NAME} has signed does not follow from this entry: it, or an entry before it, was changed.`,
  signature: `What is said to be signed about this entry was not signed with ${SITE_NAME}’s key.`,
  shown: "What this page shows does not match the journal up to this entry.",
};

/** At which entry the journal is wrong, and why. */
export function BrokenVerdict({ verdict }: { verdict: Verdict }) {
  const { fault, seq, at } = verdict;
  const when = at === null ? "" : `, ${momentText(new Date(at).toISOString(), true)}`;
  return (
    <>
      <Alert tone="danger">This journal does not add up.</Alert>
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

/** The bid that this browser has a receipt of. */
function receiptText({ seq, receipts, evidence: { records } }: Verdict): string {
  const amount = receipts?.find((receipt) => receipt.seq === seq)?.amount ?? null;
  const first = records[0]?.fact;
  const currency = first?.type === "opened" ? first.currency : "USD";
  const own = amount === null ? "the withdrawal of your bid" : `your bid of ${priceText(amount, currency)}`;
  const found = records[seq - 1] ? "has another entry here" : "has no such entry";
  return `${SITE_NAME} acknowledged ${own} to this browser as this entry. The journal ${found}.`;
}
