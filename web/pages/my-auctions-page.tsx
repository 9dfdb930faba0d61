import { useQuery } from "@tanstack/react-query";
import { Gavel, Plus } from "lucide-react";
import { useRef } from "react";

import { ownAuctionsQuery } from "../api/listings.ts";
import { hasFailed, isLoading } from "../api/query-state.ts";
import { AuctionCounters } from "../features/selling/auction-counters.tsx";
import { OwnAuctionsSkeleton } from "../features/selling/own-auctions-skeleton.tsx";
import { OwnAuctions } from "../features/selling/own-auctions.tsx";
import { paths } from "../paths.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { usePageTitle } from "../ui/page-title.ts";

export default function MyAuctionsPage() {
  usePageTitle("My Auctions");
  const create = useRef<HTMLAnchorElement>(null);
  const own = useQuery(ownAuctionsQuery);
  const { data: auctions, isFetching, refetch } = own;
  return (
    <>
      <PageHeading title="My Auctions">
        <LinkButton to={paths.createCategory} look="secondary" size="sm">
          Create Category
        </LinkButton>
        <LinkButton ref={create} to={paths.createAuction} size="sm">
          <Plus aria-hidden className="size-4" />
          Create Auction
        </LinkButton>
      </PageHeading>
      {!hasFailed(own) ? (
        <div className="my-7">
          <AuctionCounters auctions={auctions} />
        </div>
      ) : (
        <div className="mt-7">
          <FailedState title="Cannot fetch Auctions" retrying={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {isLoading(own) && <OwnAuctionsSkeleton />}
      {auctions?.length === 0 && (
        <EmptyState icon={Gavel} title="No Auctions Yet" text="Start by creating your first auction">
          <LinkButton to={paths.createAuction}>Create Auction</LinkButton>
        </EmptyState>
      )}
      {auctions && auctions.length > 0 && (
        <OwnAuctions auctions={auctions} focusElsewhere={() => create.current?.focus()} />
      )}
    </>
  );
}
