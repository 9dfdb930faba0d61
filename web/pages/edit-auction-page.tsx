import { useQuery } from "@tanstack/react-query";
import { PackageSearch } from "lucide-react";
import { useParams } from "react-router";

import { settingsQuery } from "../api/settings.ts";
import { ListingEditForm } from "../features/selling/listing-edit-form.tsx";
import { STANDARD_SETTINGS } from "../features/selling/listing-schema.ts";
import { useEditedAuction } from "../features/selling/use-edited-auction.ts";
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
  const { data: settings = STANDARD_SETTINGS } = useQuery(settingsQuery);
  if (auction) return <ListingEditForm auction={auction} settings={settings} />;
  if (loading) return <LoadingNote>Loading your auctions...</LoadingNote>;
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
