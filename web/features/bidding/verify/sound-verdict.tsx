import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";

import { isOpenStatus, keptUntil } from "../../../../worker/rules/closing.ts";
import type { Receipt } from "../../../api/receipts.ts";
import { SITE_NAME } from "../../../site-name.ts";
import { Alert } from "../../../ui/alert.tsx";
import { fullName } from "../../../ui/full-name.ts";
import { momentText } from "../../../ui/moment.tsx";
import { priceText } from "../../../ui/price.tsx";
import type { SoundVerdict as Verdict } from "./verify-auction.ts";

/** What was checked, a point for each, in plain words. */
export function SoundVerdict({ verdict }: { verdict: Verdict }) {
  const { evidence, bids, receipts, lastHash } = verdict;
  const facts = evidence.records.length;
  return (
    <>
      <Alert tone="success">Everything adds up.</Alert>
      <ul className="space-y-4 text-sm">
        <Point title={`${facts === 1 ? "1 fact" : `${facts} facts`}, chain unbroken`}>
          Each entry carries the fingerprint of the previous one. No entry was changed, removed or inserted.
        </Point>
        <Point title={bids === 0 ? "The rules were followed" : "Every bid followed the rules"}>
          Your browser has decided every entry again by the same rules, with the same result.
        </Point>
        <Result verdict={verdict} />
        {receipts !== null && receipts.length > 0 && (
          <Point title="Your own bids are in it">{receiptsText(receipts)}</Point>
        )}
        <Signatures verdict={verdict} />
      </ul>
      <p className="text-xs text-muted">
        Fingerprint of the last entry. Write it down, and you can check at any later time that nothing before it was
        rewritten: <span className="font-mono block pt-1 break-all text-ink">{lastHash}</span>
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

function Result({ verdict: { shown, states } }: { verdict: Verdict }) {
  if (shown) return <Point title={resultTitle(shown.status)}>{resultText(shown)}</Point>;
  const last = states.at(-1);
  const until = last ? keptUntil(last) : null;
  if (!last || until === null) return null;
  return (
    <Point title="The auction was cancelled">
      According to the journal its seller cancelled it on {momentText(isoOf(last.at), true)}, and its bids are void. The
      journal can be read until {momentText(isoOf(until))}.
    </Point>
  );
}

type Shown = NonNullable<Verdict["shown"]>;

function resultTitle(status: Shown["status"]): string {
  if (status === "Sold") return "Price and winner match";
  return isOpenStatus(status) ? "The price matches" : "The outcome matches";
}

function resultText({ status, currentBid, currency, bidCount, winner }: Shown): string {
  const price = priceText(currentBid, currency);
  if (winner) return `According to the journal ${fullName(winner)} has won for ${price}, as this page says.`;
  if (status === "Voided") return "According to the journal this auction was voided, as this page says.";
  if (status === "Expired") return "According to the journal nobody has won, as this page says.";
  if (bidCount === 0) return `Nobody has bid: the price is the starting price of ${price}, as this page says.`;
  return `According to the journal the price is ${price}, as this page says.`;
}

function receiptsText({ length }: readonly Receipt[]): string {
  if (length === 1)
    return "This browser has kept the receipt of one bid or change of yours. The journal has it unchanged.";
  return `This browser has kept the receipts of ${length} bids and changes of yours. The journal has all of them unchanged.`;
}

function Signatures({ verdict: { head, certificate } }: { verdict: Verdict }) {
  if (head?.signature === "unsupported") {
    return <Point title="Signed, but not checked">This browser cannot check signatures of this kind.</Point>;
  }
  return (
    <>
      {certificate && (
        <Point title={`Signed by ${SITE_NAME}`}>{SITE_NAME} has signed this result, and the signature is valid.</Point>
      )}
      {head && (
        <Point title={`Entries 1 to ${head.statement.seq} confirmed`}>
          {SITE_NAME} has signed the fingerprint of entry {head.statement.seq} on{" "}
          {momentText(head.statement.statedAt, true)}. If anyone changes the journal up to there, this signature proves
          it.
        </Point>
      )}
    </>
  );
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
