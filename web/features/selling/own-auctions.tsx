import { useQuery } from "@tanstack/react-query";
import { CircleCheckBig, Clock, Gavel, Layers, Radio } from "lucide-react";
import { useRef, useState } from "react";

import type { OwnAuction } from "../../../worker/contract/auction.ts";
import { ownAuctionsQuery } from "../../api/listings.ts";
import { paths } from "../../paths.ts";
import { Counters } from "../../ui/counters.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { LoadOnTap } from "../../ui/load-on-tap.tsx";
import { LoadingList } from "../../ui/loading-list.tsx";
import { QueryList } from "../../ui/query-list.tsx";
import { hasFailed } from "../../ui/query-state.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { OwnAuctionCard } from "./own-auction-card.tsx";

const DeleteDialog = lazyComponent(() => import("./delete-auction-dialog.tsx"));

const GRID_CLASS = "grid gap-5 sm:grid-cols-2 xl:grid-cols-3";
type OwnAuctionsProps = {
  onDeleted: (auctionId: string) => void;
  /** Gets focus after the last auction is deleted. */
  fallbackFocus: () => HTMLElement | null;
};

/** The person's own auctions, counted by status. */
export function OwnAuctions({ onDeleted, fallbackFocus }: OwnAuctionsProps) {
  const [auctionToDelete, setAuctionToDelete] = useState<OwnAuction | null>(null);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const [taps, setTaps] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const focusTarget = useRef<(() => HTMLElement | null) | null>(null);
  const own = useQuery(ownAuctionsQuery);
  const { data: auctions, refetch } = own;
  function openDeleteDialog(auction: OwnAuction) {
    focusTarget.current = null;
    setAuctionToDelete(auction);
    setDialogOpen(true);
    setTaps(taps + 1);
    // The dialog shows the number of bids, so refresh it.
    void refetch();
  }
  /** Focus moves to the title of the next card, never to its Delete button. */
  function handleDeleted(auctionId: string) {
    const index = auctions?.findIndex(({ _id }) => _id === auctionId) ?? -1;
    const nextAuction = auctions?.[index + 1] ?? auctions?.[index - 1];
    const title = nextAuction && list.current?.querySelector<HTMLElement>(`[data-auction="${nextAuction._id}"] h2 a`);
    focusTarget.current = () => title ?? fallbackFocus();
    setDialogOpen(false);
    onDeleted(auctionId);
  }
  const count = (status: OwnAuction["status"]) => auctions?.filter((auction) => auction.status === status).length;
  /** Counts the auctions that the counter leaves out, so that the numbers add up to the total. */
  const uncountedNote = (status: OwnAuction["status"]) => {
    const others = count(status) ?? 0;
    return others > 0 ? `+ ${others} ${status.toLowerCase()}` : null;
  };
  return (
    <>
      {!hasFailed(own) && (
        <div className="mt-7">
          <Counters
            counters={[
              { label: "Total Auctions", icon: Layers, value: auctions?.length },
              { label: "Live Auctions", icon: Radio, value: count("Live"), note: uncountedNote("Upcoming") },
              { label: "Sold Items", icon: CircleCheckBig, value: count("Sold") },
              { label: "Expired", icon: Clock, value: count("Expired"), note: uncountedNote("Voided") },
            ]}
          />
        </div>
      )}
      <div className="mt-7">
        <QueryList
          query={own}
          items={auctions}
          loading={
            <LoadingList note="Loading your auctions..." className={GRID_CLASS}>
              <Skeleton className="h-104 rounded-lg" />
            </LoadingList>
          }
          failed="Cannot fetch Auctions"
          empty={
            <EmptyState
              icon={Gavel}
              title="No Auctions Yet"
              text="Start by creating your first auction"
              link={{ to: paths.createAuction, label: "Create Auction" }}
            />
          }
        >
          {(shown) => (
            <ul ref={list} className={GRID_CLASS}>
              {shown.map((auction) => (
                <li key={auction._id} data-auction={auction._id} className="min-w-0">
                  <OwnAuctionCard auction={auction} onDelete={() => openDeleteDialog(auction)} />
                </li>
              ))}
            </ul>
          )}
        </QueryList>
      </div>
      {auctionToDelete && (
        <LoadOnTap taps={taps} failure="We couldn't open this.">
          <DeleteDialog
            key={auctionToDelete._id}
            auction={auctions?.find(({ _id }) => _id === auctionToDelete._id) ?? auctionToDelete}
            open={isDialogOpen}
            onOpenChange={setDialogOpen}
            finalFocus={() => focusTarget.current?.() ?? null}
            onDeleted={handleDeleted}
          />
        </LoadOnTap>
      )}
    </>
  );
}
