import { NewListingForm } from "../features/selling/new-listing-form.tsx";
import { DashboardHeading } from "../ui/dashboard-heading.tsx";
import { usePageTitle } from "../ui/page-title.ts";

export default function CreateAuctionPage() {
  usePageTitle("Create New Auction");
  return (
    <>
      <DashboardHeading title="Create New Auction" text="It goes live the moment you create it." />
      <NewListingForm />
    </>
  );
}
