import { FileX2 } from "lucide-react";
import { useSearchParams } from "react-router";

import { useSessionUser } from "../api/session.ts";
import { useCurrentForm } from "../features/selling/form-recovery/current-form.ts";
import { CreateListingForm } from "../features/selling/listing/create-listing-form.tsx";
import { ListingFormSkeleton } from "../features/selling/listing/listing-form.tsx";
import { useListingLimits } from "../features/selling/listing/use-listing-form.ts";
import { paths } from "../paths.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeading } from "../ui/page-heading.tsx";

export default function CreateAuctionPage() {
  const user = useSessionUser();
  return (
    <>
      <PageHeading
        title="Create New Auction"
        text="It's open for bids as soon as you create it, unless you choose a later start."
      />
      <div className="mt-8">{user && <CreateAuction userId={user.id} />}</div>
    </>
  );
}

function CreateAuction({ userId }: { userId: string }) {
  const [params] = useSearchParams();
  const { saver, isMissing, failedQuery } = useCurrentForm(userId, params.get("draft"), params.get("like"));
  const listingLimits = useListingLimits();
  if (isMissing) return <MissingDraft />;
  if (failedQuery) return <FailedState title="Something went wrong" query={failedQuery} />;
  if (!listingLimits.limits && listingLimits.failed)
    return <FailedState title="Something went wrong" query={listingLimits.query} />;
  if (!listingLimits.limits || !saver) return <ListingFormSkeleton />;
  return <CreateListingForm key={saver.key} userId={userId} saver={saver} {...listingLimits.limits} />;
}

function MissingDraft() {
  return (
    <EmptyState icon={FileX2} title="This no longer exists" text="It may have been listed or deleted already.">
      <LinkButton to={paths.drafts} variant="secondary">
        My drafts
      </LinkButton>
      <LinkButton to={paths.createAuction}>Create Auction</LinkButton>
    </EmptyState>
  );
}
