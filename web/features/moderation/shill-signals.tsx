import { useQuery } from "@tanstack/react-query";

import type { ShillSignal } from "../../../worker/contract/moderation.ts";
import { signalsQuery } from "../../api/moderation.ts";
import { isLoading } from "../../api/query-state.ts";
import { Badge } from "../../ui/badge.tsx";
import { fullName } from "../../ui/full-name.ts";
import { LoadingNote } from "../../ui/loading-note.tsx";
import { RetryButton } from "../../ui/retry-button.tsx";
import { ModerationSection } from "./moderation-section.tsx";
import { PersonActs } from "./person-acts.tsx";
import { personButton } from "./person-button.tsx";

const SIGNS: { readonly [Sign in ShillSignal["signs"][number]]: string } = {
  same_device: "Same device as the seller",
  same_network: "Same network as the seller",
  one_seller: "Most bids on one seller",
  withdrawals: "Often leads, then withdraws",
};

/** Conspicuous pairs of bidder and seller. An admin has to judge them. */
export function ShillSignals() {
  const query = useQuery(signalsQuery);
  const { data: signals, isFetching, refetch } = query;
  if (isLoading(query)) return <LoadingNote>Loading...</LoadingNote>;
  if (!signals) {
    return (
      <div className="mt-10">
        <RetryButton retrying={isFetching} onRetry={() => void refetch()} label="Reload the signs of shill bidding" />
      </div>
    );
  }
  return (
    <ModerationSection title="Signs of shill bidding" count={signals.length} empty="No signs in the last 90 days.">
      {signals.map(({ bidder, seller, bidsOnSeller, bids, withdrawn, signs }) => (
        <li key={`${bidder._id} ${seller._id}`} className="p-4 sm:p-5">
          <p className="text-sm break-words">
            <span className="font-medium">{fullName(bidder)}</span> on auctions of{" "}
            <span className="font-medium">{fullName(seller)}</span>: {bidsOnSeller} of {bids} bids, {withdrawn}{" "}
            withdrawn in all
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            {signs.map((sign) => (
              <Badge key={sign} tone="amber">
                {SIGNS[sign]}
              </Badge>
            ))}
          </div>
          <div className="mt-4 flex flex-wrap gap-3">
            <PersonActs person={bidder} trigger={personButton("Bidder", bidder)} />
            <PersonActs person={seller} trigger={personButton("Seller", seller)} />
          </div>
        </li>
      ))}
    </ModerationSection>
  );
}
