import { FileStack, Plus } from "lucide-react";
import { useRef, useState } from "react";

import { NewListingNote } from "../features/selling/new-listing-note.tsx";
import { OwnAuctions } from "../features/selling/own-auctions.tsx";
import { paths } from "../paths.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeading } from "../ui/page-heading.tsx";

export default function MyAuctionsPage() {
  const create = useRef<HTMLAnchorElement>(null);
  const [deletedIds, setDeletedIds] = useState<readonly string[]>([]);
  return (
    <>
      <PageHeading title="My Auctions">
        <LinkButton to={paths.drafts} variant="secondary" size="sm">
          <FileStack aria-hidden className="size-4" />
          My drafts
        </LinkButton>
        <LinkButton ref={create} to={paths.createAuction} size="sm">
          <Plus aria-hidden className="size-4" />
          Create Auction
        </LinkButton>
      </PageHeading>
      <NewListingNote deletedIds={deletedIds} />
      <OwnAuctions
        onDeleted={(id) => setDeletedIds((before) => [...before, id])}
        fallbackFocus={() => create.current}
      />
    </>
  );
}
