import { useMutation, useQueryClient } from "@tanstack/react-query";

import type { OwnAuction } from "../../../worker/contract/auction.ts";
import { durationInWords } from "../../../worker/contract/text/duration-in-words.ts";
import { FREE_WITHDRAWAL_MS } from "../../../worker/rules/withdrawal-times.ts";
import { ApiFailure, messageOf } from "../../api/failure.ts";
import { deleteAuction, invalidateListings, ownAuctionsQuery } from "../../api/listings.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { serverNow } from "../../api/server-clock.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useTickedValue } from "../../ui/ticker.ts";
import { toasts } from "../../ui/toast.ts";

type DeleteAuctionDialogProps = {
  auction: OwnAuction;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  finalFocus: () => HTMLElement | null;
  /** Called while the auction is still in the list. */
  onDeleted: (auctionId: string) => void;
};

/** Asks before deleting an auction, because that can't be undone. */
export default function DeleteAuctionDialog({
  auction,
  open,
  onOpenChange,
  finalFocus,
  onDeleted,
}: DeleteAuctionDialogProps) {
  const { _id, title } = auction;
  const isTooLate = useTickedValue(() => isDeletionClosed(auction, serverNow()));
  const client = useQueryClient();
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
    <ConfirmDialog
      open={open}
      title={isTooLate ? "You can no longer delete this auction" : "Delete this auction?"}
      description={
        <span className="break-words">{`“${title}” ${isTooLate ? TOO_LATE : deletionConsequence(auction)}`}</span>
      }
      finalFocus={finalFocus}
      backLabel={isTooLate ? "OK" : "Keep it"}
      onBack={() => onOpenChange(false)}
      isPending={deletion.isPending}
      problem={error && !isSignedOut(error) && messageOf(error, "We can't reach the server. Try again.")}
      confirmButton={
        !isTooLate && (
          <Button
            variant="danger"
            busy={deletion.isPending}
            busyLabel="Deleting..."
            onClick={() => {
              if (!deletion.isSuccess) deletion.mutate();
            }}
          >
            Delete auction
          </Button>
        )
      }
    />
  );
}

function isSignedOut(error: Error): boolean {
  return error instanceof ApiFailure && error.code === "not_signed_in";
}

const TOO_LATE = `has bids and less than ${durationInWords(FREE_WITHDRAWAL_MS / 1_000)} left. Bidders are counting on it.`;

/** As in the rules, an auction with bids can be deleted only while its bidders can withdraw all of them. */
function isDeletionClosed({ status, bidCount, auctionEndTime }: OwnAuction, now: number): boolean {
  const leftMs = Date.parse(auctionEndTime) - now;
  return status === "Live" && bidCount > 0 && leftMs > 0 && leftMs <= FREE_WITHDRAWAL_MS;
}

function deletionConsequence({ status, bidCount }: OwnAuction): string {
  if (status !== "Live" || bidCount === 0) return "will be removed for good.";
  const bids =
    bidCount === 1
      ? "Its bid becomes void, and we notify the bidder."
      : `Its ${bidCount} bids become void, and we notify the bidders.`;
  return `will be canceled for good. ${bids}`;
}
