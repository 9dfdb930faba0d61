import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";

import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { fullName } from "../../../ui/full-name.ts";
import { momentText } from "../../../ui/moment.tsx";
import { priceText } from "../../../ui/price.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { type Verdict, verifyAuction } from "./verify-auction.ts";

type VerifyDialogProps = { auctionId: string; open: boolean; onClose: () => void };

/** Checks an auction in the browser and says in plain words what came of it. Each opening checks anew. */
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
      description="Everything that happens in an auction is written into its journal. Your browser reads all of it and checks it by itself."
    >
      {isFetching ? (
        <output className="flex items-center gap-3 text-sm text-muted">
          <Spinner /> Reading and checking the journal…
        </output>
      ) : isError || !data ? (
        <div className="space-y-4">
          <Alert tone="warning">The journal could not be read, so nothing is checked yet.</Alert>
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
          ? "The journal adds up, but the signed result does not belong to it."
          : "Everything adds up."}
      </Alert>
      <ul className="space-y-4 text-sm">
        <Point title={`${facts === 1 ? "1 fact" : `${facts} facts`}, chain unbroken`}>
          Each entry carries the fingerprint of the one before it. None was changed, removed or put in between.
        </Point>
        <Point title={bids === 0 ? "The rules were followed" : "Every bid followed the rules"}>
          Your browser has decided every entry once more, by the same rules as the house, and came to the same.
        </Point>
        <Point title={resultTitle(shown.status)}>{resultText(shown)}</Point>
        {(signature === "holds" || signature === "unsupported") && (
          <Point title={signature === "holds" ? "Signed by the house" : "Signed, but not checked"}>
            {signature === "holds"
              ? "The house has signed this result, and the signature holds."
              : "This browser cannot check the signature of the result."}
          </Point>
        )}
      </ul>
      <p className="text-xs text-muted">
        Fingerprint of the last entry. Note it down, and you can see at any later time that nothing before it was
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
  return status === "Sold" ? "Price and winner follow" : status === "Live" ? "The price follows" : "The end follows";
}

function resultText({ status, currentBid, currency, bidCount, winner }: Shown): string {
  const price = priceText(currentBid, currency);
  if (winner) return `By these entries ${fullName(winner)} has won for ${price}, as this page says.`;
  if (status === "Expired") return "By these entries nobody has won, as this page says.";
  if (bidCount === 0) return `Nobody has bid: the price is the starting price of ${price}, as this page says.`;
  return `By these entries the price is ${price}, as this page says.`;
}

const FAULTS: { readonly [F in Extract<Verdict, { sound: false }>["fault"]]: string } = {
  gap: "It is missing or out of place.",
  hash: "Its fingerprint does not fit: it was changed after it was written.",
  law: "By the rules of the house this could not have happened.",
  shown: "What this page shows is not what the journal says up to here.",
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
