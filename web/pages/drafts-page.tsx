import { Plus } from "lucide-react";

import { useSessionUser } from "../api/session.ts";
import { OwnDrafts } from "../features/selling/own-drafts.tsx";
import { paths } from "../paths.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeading } from "../ui/page-heading.tsx";

export default function DraftsPage() {
  const user = useSessionUser();
  return (
    <>
      <PageHeading title="My Drafts" text="Listings you haven't published yet. No one else sees them.">
        <LinkButton to={paths.myAuctions} variant="secondary" size="sm">
          My Auctions
        </LinkButton>
        <LinkButton to={paths.createAuction} size="sm">
          <Plus aria-hidden className="size-4" />
          Create Auction
        </LinkButton>
      </PageHeading>
      {user && <OwnDrafts userId={user.id} />}
    </>
  );
}
