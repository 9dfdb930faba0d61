import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";

import type { OwnAuction } from "../../../worker/contract/auction.ts";
import { ApiFailure, messageOf } from "../../api/failure.ts";
import { deleteAuction, invalidateListings, ownAuctionsQuery } from "../../api/listings.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toasts } from "../../ui/toast.ts";

type DeleteDialogProps = {
  auction: OwnAuction;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  finalFocus: () => HTMLElement | null;
  /** Called while the auction is still in the list. */
  onDeleted: (auctionId: string) => void;
};

/** Asks before an auction is deleted, because nothing brings it back. */
export default function DeleteDialog({ auction, open, onOpenChange, finalFocus, onDeleted }: DeleteDialogProps) {
  const { _id, title } = auction;
  const client = useQueryClient();
  const keep = useRef<HTMLButtonElement>(null);
  const deletion = useMutation({
    mutationFn: () => deleteAuction(_id),
    onSuccess() {
      toasts.success("Auction Deleted Successfully");
      onDeleted(_id);
      client.setQueryData(ownAuctionsQuery.queryKey, (auctions) => auctions?.filter((other) => other._id !== _id));
      client.removeQueries({ queryKey: queryKeys.auction(_id) });
      invalidateListings(client);
    },
    onError(error) {
      if (isSignedOut(error)) return;
      toasts.error("Cannot Delete Auction");
    },
  });
  const { error } = deletion;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete this auction?"
      description={<span className="break-words">{`“${title}” ${consequence(auction)}`}</span>}
      initialFocus={keep}
      finalFocus={finalFocus}
    >
      {error && !isSignedOut(error) && (
        <Alert tone="danger" className="mb-5">
          {messageOf(error, "We cannot reach the server: try again in a moment")}
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button ref={keep} look="secondary" onClick={() => onOpenChange(false)}>
          Keep it
        </Button>
        <Button
          look="danger"
          busy={deletion.isPending}
          busyLabel="Deleting..."
          onClick={() => {
            if (!deletion.isSuccess) deletion.mutate();
          }}
        >
          Delete auction
        </Button>
      </div>
    </Dialog>
  );
}

function isSignedOut(error: Error): boolean {
  return error instanceof ApiFailure && error.code === "not_signed_in";
}

function consequence({ status, bidCount }: OwnAuction): string {
  if (status !== "Live" || bidCount === 0) return "is removed for good.";
  const bids =
    bidCount === 1
      ? "Its bid becomes void, and its bidder is notified."
      : `Its ${bidCount} bids become void, and their bidders are notified.`;
  return `is cancelled for good. ${bids}`;
}
