import { useQuery } from "@tanstack/react-query";

import { hasJournal } from "../../../api/journal.ts";
import { paths } from "../../../paths.ts";
import { Alert } from "../../../ui/alert.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { MissingAuction } from "../missing-auction.tsx";
import { VerifySection } from "./verify-section.tsx";

/**
 * An address without an auction's page: an auction that was cancelled not long ago has a journal, any other has
 * nothing.
 */
export default function GoneAuction({ auctionId }: { auctionId: string }) {
  const { data: wasCancelled, isPending } = useQuery({
    queryKey: ["cancelled", auctionId],
    queryFn: ({ signal }) => hasJournal(auctionId, signal),
    retry: false,
  });
  if (isPending) return null;
  if (!wasCancelled) return <MissingAuction />;
  return (
    <div className="space-y-6">
      <Alert tone="warning">The seller has cancelled this auction. All bids are void.</Alert>
      <VerifySection auctionId={auctionId} />
      <LinkButton to={paths.auctions}>Browse Auctions</LinkButton>
    </div>
  );
}
