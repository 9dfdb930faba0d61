import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";

import type { ShillSignal } from "../../../worker/contract/moderation.ts";
import { signalsQuery } from "../../api/moderation.ts";
import { paths } from "../../paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { format } from "../../ui/format.ts";
import { fullName } from "../../ui/full-name.ts";
import { Link } from "../../ui/link.tsx";
import { QueryContent } from "../../ui/query-content.tsx";
import { RetryButton } from "../../ui/retry-button.tsx";
import { ModerationSection } from "./moderation-section.tsx";
import { PersonActions } from "./person-actions.tsx";
import { personButton } from "./person-button.tsx";

const SIGNS: { readonly [Sign in ShillSignal["signs"][number]]: string } = {
  same_device: "Same device as the seller",
  same_network: "Same network as the seller",
  one_seller: "Most bids go to one seller",
  withdrawals: "Often leads, then withdraws",
};

/** Suspicious pairs of bidder and seller, for an admin to judge. */
export function ShillSignals() {
  const query = useQuery(signalsQuery);
  return (
    <QueryContent
      query={query}
      failed={
        <div className="mt-10">
          <RetryButton query={query} label="Reload the signs of shill bidding" />
        </div>
      }
    >
      {(signals) => (
        <ModerationSection title="Signs of shill bidding">
          {Array.from(Map.groupBy(signals, pairKey), ([pair, pairSignals]) => (
            <PairRow key={pair} signals={pairSignals} />
          ))}
        </ModerationSection>
      )}
    </QueryContent>
  );
}

/** The same key in both directions, because two people may bid on each other's auctions. */
function pairKey({ bidder, seller }: ShillSignal): string {
  return [bidder._id, seller._id].toSorted().join(" ");
}

/** Two people on one line, which expands to the evidence and the possible actions. */
function PairRow({ signals }: { signals: readonly ShillSignal[] }) {
  const [first] = signals;
  if (!first) return null;
  const signs = Array.from(new Set(signals.flatMap((signal) => signal.signs)));
  return (
    <li>
      <details className="group">
        <summary className="flex flex-wrap items-center gap-x-4 gap-y-1.5 rounded-lg px-4 py-3 text-sm -outline-offset-2 hover:bg-sunken sm:px-5">
          <ChevronDown
            aria-hidden
            className="size-4 shrink-0 -rotate-90 text-muted transition-transform group-open:rotate-0"
          />
          <span className="min-w-0 flex-1 basis-48 break-words">
            <span className="font-medium">{fullName(first.bidder)}</span> and{" "}
            <span className="font-medium">{fullName(first.seller)}</span>
          </span>
          {signs.map((sign) => (
            <Badge key={sign} tone="amber">
              {SIGNS[sign]}
            </Badge>
          ))}
        </summary>
        <div className="space-y-5 px-4 pt-2 pb-4 sm:pr-5 sm:pl-13">
          {signals.map((signal) => (
            <SignalEvidence key={signal.bidder._id} signal={signal} />
          ))}
        </div>
      </details>
    </li>
  );
}

function SignalEvidence({ signal }: { signal: ShillSignal }) {
  const { bidder, seller, bidsOnSeller, bids, withdrawn, auctions } = signal;
  return (
    <div>
      <p className="text-sm break-words">
        Bids by {fullName(bidder)} on {fullName(seller)}'s auctions: {bidsOnSeller} of {bids}. Withdrawn: {withdrawn}
      </p>
      <ul className="mt-2 space-y-1 text-sm">
        {auctions.map(({ _id, title, bids: bidCount }) => (
          <li key={_id} className="break-words">
            <Link to={paths.auction(_id)} className="text-accent underline-offset-2 hover:underline">
              {title}
            </Link>{" "}
            <span className="text-muted">{format.plural(bidCount, "bid")}</span>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-3">
        <PersonActions person={bidder} trigger={personButton("Bidder", bidder)} />
        <PersonActions person={seller} trigger={personButton("Seller", seller)} />
      </div>
    </div>
  );
}
