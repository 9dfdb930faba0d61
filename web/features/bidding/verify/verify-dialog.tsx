import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";

import { isOpenStatus } from "../../../../worker/rules/closing.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { fullName } from "../../../ui/full-name.ts";
import { momentText } from "../../../ui/moment.tsx";
import { priceText } from "../../../ui/price.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { type Verdict, verifyAuction } from "./verify-auction.ts";

type VerifyDialogProps = { auctionId: string; open: boolean; onClose: () => void };

/** Checks an auction in the browser and shows the result in plain words. Each opening repeats the check. */
export default function VerifyDialog({ auctionId, open, onClose }: VerifyDialogProps) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ["verification", auctionId],
    queryFn: ({ signal }) => verifyAuction(auctionId, signal),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Verify this auction"
      description="Everything that happens in an auction is written to its journal. Your browser reads the whole journal and checks it by itself."
    >
      {isFetching ? (
        <output className="flex items-center gap-3 text-sm text-muted">
          <Spinner /> Reading and checking the journal…
        </output>
      ) : isError || !data ? (
        <div className="space-y-4">
          <Alert tone="warning">The journal could not be read, so nothing has been checked yet.</Alert>
          <Button look="secondary" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : data.sound ? (
        <Sound verdict={data} />
      ) : (
        <Broken verdict={data} />
      )}
    </Dialog>
  );
}

function Sound({ verdict }: { verdict: Extract<Verdict, { sound: true }> }) {
  const { facts, bids, shown, signature, lastHash } = verdict;
  return (
    <div className="space-y-5">
      <Alert tone={signature === "broken" ? "danger" : "success"}>
        {signature === "broken"
          ? "The journal adds up, but the signed result does not match it."
          : "Everything adds up."}
      </Alert>
      <ul className="space-y-4 text-sm">
        <Point title={`${facts === 1 ? "1 fact" : `${facts} facts`}, chain unbroken`}>
          Each entry carries the fingerprint of the previous one. No entry was changed, removed or inserted.
        </Point>
        <Point title={bids === 0 ? "The rules were followed" : "Every bid followed the rules"}>
          Your browser has decided every entry again by the same rules, with the same result.
        </Point>
        <Point title={resultTitle(shown.status)}>{resultText(shown)}</Point>
        {(signature === "holds" || signature === "unsupported") && (
          <Point title={signature === "holds" ? "Signed by Lotline" : "Signed, but not checked"}>
            {signature === "holds"
              ? "Lotline has signed this result, and the signature is valid."
              : "This browser cannot check the signature of the result."}
          </Point>
        )}
      </ul>
      <p className="text-xs text-muted">
        Fingerprint of the last entry. Write it down, and you can check at any later time that nothing before it was
        rewritten: <span className="font-mono block pt-1 break-all text-ink">{lastHash}</span>
      </p>
    </div>
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

type Shown = Extract<Verdict, { sound: true }>["shown"];

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

const FAULTS: { readonly [F in Extract<Verdict, { sound: false }>["fault"]]: string } = {
  gap: "It is missing or out of place.",
  hash: "Its fingerprint does not match: it was changed after it was written.",
  rules: "The rules of the auction do not allow this.",
  shown: "What this page shows does not match the journal up to this entry.",
};

function Broken({ verdict: { fault, seq, at } }: { verdict: Extract<Verdict, { sound: false }> }) {
  const when = at === null ? "" : `, ${momentText(new Date(at).toISOString(), true)}`;
  return (
    <div className="space-y-4">
      <Alert tone="danger">This journal does not add up.</Alert>
      <div className="text-sm">
        <p className="font-medium">
          Entry {seq}
          {when}
        </p>
        <p className="mt-0.5 text-muted">{FAULTS[fault]}</p>
      </div>
    </div>
  );
}
