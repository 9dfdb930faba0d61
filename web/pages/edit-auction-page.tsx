import { PackageSearch } from "lucide-react";
import { useParams } from "react-router";

import { EditListingForm, useEditedAuction } from "../features/selling/listing/edit-listing-form.tsx";
import { useListingLimits } from "../features/selling/listing/use-listing-form.ts";
import { paths } from "../paths.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { LoadingNote } from "../ui/loading-note.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { hasFailed, isLoading } from "../ui/query-state.ts";

export default function EditAuctionPage() {
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
  const { auction, query } = useEditedAuction(auctionId);
  const listingLimits = useListingLimits();
  const { limits } = listingLimits;
  if (auction && limits) return <EditListingForm auction={auction} {...limits} />;
  if (auction && listingLimits.failed) return <FailedState title="Something went wrong" query={listingLimits.query} />;
  if (isLoading(query) || auction) return <LoadingNote>Loading your auctions...</LoadingNote>;
  if (hasFailed(query)) return <FailedState title="Cannot fetch Auctions" query={query} />;
  return (
    <EmptyState
      icon={PackageSearch}
      title="This isn't one of your auctions"
      text="It may have been deleted, or the link is incomplete."
      link={{ to: paths.myAuctions, label: "My Auctions" }}
    />
  );
}
