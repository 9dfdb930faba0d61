import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheckBig, Clock, Gavel, Layers, Radio } from "lucide-react";
import { useRef, useState } from "react";

import type { OwnAuction } from "../../../worker/contract/auction.ts";
import { ApiFailure, messageOf } from "../../api/failure.ts";
import { deleteAuction, invalidateListings, ownAuctionsQuery } from "../../api/listings.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { hasFailed, isLoading } from "../../api/query-state.ts";
import { paths } from "../../paths.ts";
import { Counters } from "../../ui/counters.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailedState } from "../../ui/failed-state.tsx";
import { LoadingList } from "../../ui/loading-list.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toasts } from "../../ui/toast.ts";
import { OwnAuctionCard } from "./own-auction-card.tsx";

const GRID = "grid gap-5 sm:grid-cols-2 xl:grid-cols-3";
const PLACEHOLDERS = ["first", "second", "third"];

/** Longer than the pause between the clicks of a double click. */
const SETTLE_MS = 700;

/** The person's own auctions, counted by status. `focusElsewhere` moves the focus out of the list. */
export function OwnAuctions({ focusElsewhere }: { focusElsewhere: () => void }) {
  const own = useQuery(ownAuctionsQuery);
  const { data: auctions, error, isFetching, refetch } = own;
  if (hasFailed(own)) {
    return (
      <div className="mt-7">
        <FailedState title="Cannot fetch Auctions" error={error} retrying={isFetching} onRetry={() => void refetch()} />
      </div>
    );
  }
  const count = (status: OwnAuction["status"]) => auctions?.filter((auction) => auction.status === status).length;
  return (
    <>
      <div className="my-7">
        <Counters
          counters={[
            { label: "Total Auctions", icon: Layers, value: auctions?.length },
            { label: "Live Auctions", icon: Radio, value: count("Live") },
            { label: "Sold Items", icon: CircleCheckBig, value: count("Sold") },
            { label: "Expired", icon: Clock, value: count("Expired") },
          ]}
        />
      </div>
      {isLoading(own) && (
        <LoadingList note="Loading your auctions...">
          <div className={GRID}>
            {PLACEHOLDERS.map((key) => (
              <Skeleton key={key} className="h-104 rounded-lg" />
            ))}
          </div>
        </LoadingList>
      )}
      {auctions?.length === 0 && (
        <EmptyState
          icon={Gavel}
          title="No Auctions Yet"
          text="Start by creating your first auction"
          link={{ to: paths.createAuction, label: "Create Auction" }}
        />
      )}
      {auctions && auctions.length > 0 && <Cards auctions={auctions} focusElsewhere={focusElsewhere} />}
    </>
  );
}

type CardsProps = { auctions: readonly OwnAuction[]; focusElsewhere: () => void };

/** After a deletion the focus moves to the title of the card that takes the place, never to its Delete button. */
function Cards({ auctions, focusElsewhere }: CardsProps) {
  const list = useRef<HTMLUListElement>(null);
  const { refusal, deletingId, remove } = useDeleteAuction((auctionId) => {
    const at = auctions.findIndex(({ _id }) => _id === auctionId);
    const neighbour = auctions[at + 1] ?? auctions[at - 1];
    const card = neighbour && list.current?.querySelector<HTMLElement>(`[data-auction="${neighbour._id}"] h2 a`);
    if (card) card.focus({ preventScroll: true });
    else focusElsewhere();
  });
  return (
    <ul ref={list} className={GRID}>
      {auctions.map((auction) => (
        <li key={auction._id} data-auction={auction._id} className="min-w-0">
          <OwnAuctionCard
            auction={auction}
            deleting={deletingId === auction._id}
            refusal={refusal?.auctionId === auction._id ? refusal.reason : undefined}
            onDelete={() => remove(auction._id)}
          />
        </li>
      ))}
    </ul>
  );
}

type Refusal = { auctionId: string; reason: string };

/**
 * Deleting asks for no confirmation, so it is careful in other ways: a refusal shows on its card, and for a moment
 * after a deletion no other card can be deleted, because the next card slides under the pointer of a double click.
 * `onRemoved` is called while the card is still there, so that the focus can move.
 */
function useDeleteAuction(onRemoved: (auctionId: string) => void) {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const settledAt = useRef(0);

  const deletion = useMutation({
    mutationFn: deleteAuction,
    onMutate: () => setRefusal(null),
    onSuccess(_answer, auctionId) {
      toasts.success("Auction Deleted Successfully");
      settledAt.current = performance.now() + SETTLE_MS;
      onRemoved(auctionId);
      client.setQueryData(ownAuctionsQuery.queryKey, (auctions) => auctions?.filter(({ _id }) => _id !== auctionId));
      client.removeQueries({ queryKey: queryKeys.auction(auctionId) });
      invalidateListings(client);
    },
    onError(error, auctionId) {
      if (error instanceof ApiFailure && error.code === "not_signed_in") return;
      toasts.error("Cannot Delete Auction");
      setRefusal({ auctionId, reason: messageOf(error, "We cannot reach the server: try again in a moment") });
    },
  });

  return {
    refusal,
    deletingId: deletion.isPending ? deletion.variables : null,
    remove: (auctionId: string) => {
      if (!deletion.isPending && performance.now() >= settledAt.current) deletion.mutate(auctionId);
    },
  };
}
