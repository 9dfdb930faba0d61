import { useSessionUser } from "../api/session.ts";
import { ListingFormSkeleton } from "../features/selling/listing/listing-form.tsx";
import { NewListing } from "../features/selling/listing/new-listing.tsx";
import { useListingLimits } from "../features/selling/listing/use-listing-form.ts";
import { FailedState } from "../ui/failed-state.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { usePageTitle } from "../ui/page-title.ts";

export default function CreateAuctionPage() {
  usePageTitle("Create New Auction");
  const user = useSessionUser();
  const { limits, failed, problem } = useListingLimits();
  return (
    <>
      <PageHeading
        title="Create New Auction"
        text="It is open for bids as soon as you create it, unless you choose a later start."
      />
      <div className="mt-8">
        {limits && user && <NewListing userId={user.id} {...limits} />}
        {!limits && !failed && <ListingFormSkeleton />}
        {!limits && failed && <FailedState title="Something went wrong" {...problem} />}
      </div>
    </>
  );
}
