// @ts-nocheck
import { useSessionUser } from "../api/session.ts";
import { CreateAuctionForm } from "../features/selling/create-auction-form.tsx";
import { ListingSkeleton } from "../features/selling/listing-skeleton.tsx";
import { useListingRules } from "../features/selling/use-listing-rules.ts";
import { FailedState } from "../ui/failed-state.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { usePageTitle } from "../ui/page-title.ts";

export default function CreateAuctionPage() {
  usePageTitle("Create New Auction");
  const user = useSessionUser();
  const { known, failed, retrying, retry } = useListingRules();
  return (
    <>
      <PageHeading title="Create New Auction" text="It is open for bids as soon as you create it." />
      <div className="mt-8">
        {known && user && <CreateAuctionForm userId={user.id} {...known} />}
        {!known && !failed && <ListingSkeleton />}
        {!known && failed && <FailedState title="Something went wrong" retrying={retrying} onRetry={retry} />}
      </div>
    </>
  );
}
