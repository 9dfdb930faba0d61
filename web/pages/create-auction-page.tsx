import { NewListingForm } from "../features/selling/new-listing-form.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { usePageTitle } from "../ui/page-title.ts";

export default function CreateAuctionPage() {
  usePageTitle("Create New Auction");
  return (
    <>
      <PageHeading title="Create New Auction" text="It goes live the moment you create it." />
      <div className="mt-8">
        <NewListingForm />
      </div>
    </>
  );
}
