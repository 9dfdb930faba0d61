// @ts-nocheck
import { PackageSearch } from "lucide-react";
import { useParams } from "react-router";

import { ListingEditForm } from "../features/selling/listing-edit-form.tsx";
import { useEditedAuction } from "../features/selling/use-edited-auction.ts";
import { useListingRules } from "../features/selling/use-listing-rules.ts";
import { paths } from "../paths.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { LoadingNote } from "../ui/loading-note.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { usePageTitle } from "../ui/page-title.ts";

export default function EditAuctionPage() {
  usePageTitle("Edit Auction");
  const { auctionId = "" } = useParams();
  return (
    <>
      <PageHeading title="Edit Auction" />
      <div className="mt-8">
        <EditAuction key={auctionId} auctionId={auctionId} />
      </div>
    </>
  );
}

function EditAuction({ auctionId }: { auctionId: string }) {
  const { auction, loading, failed, isFetching, refetch } = useEditedAuction(auctionId);
  const limits = useListingRules();
  if (auction && limits.known) return <ListingEditForm auction={auction} {...limits.known} />;
  if (auction && limits.failed) {
    return <FailedState title="Something went wrong" retrying={limits.retrying} onRetry={limits.retry} />;
  }
  if (loading || auction) return <LoadingNote>Loading your auctions...</LoadingNote>;
  if (failed) return <FailedState title="Cannot fetch Auctions" retrying={isFetching} onRetry={() => void refetch()} />;
  return (
    <EmptyState
      icon={PackageSearch}
      title="This is not one of your auctions"
      text="It may have been deleted, or the address is not complete."
    >
      <LinkButton to={paths.myAuctions}>My Auctions</LinkButton>
    </EmptyState>
  );
}
