import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode, RefObject } from "react";

import type { PublicBid } from "../../../../worker/contract/bid.ts";
import { type AuctionView, withReleaseRequested, withWithdrawnBid } from "../../../api/auction-view.ts";
import { auctionQuery, updateCachedAuction } from "../../../api/auction.ts";
import { ApiFailure, messageOf } from "../../../api/failure.ts";
import { requestRelease, releaseBid } from "../../../api/releases.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { fullName } from "../../../ui/full-name.ts";
import { priceText } from "../../../ui/items/price.tsx";
import { toasts } from "../../../ui/toast.ts";
import { useLoginRedirect } from "../../../ui/use-login-redirect.ts";
import { BidMeaningLink } from "./bid-meaning-link.tsx";

type ReleaseDialogProps = {
  /** Null while the dialog is closed. */
  bid: PublicBid | null;
  auction: AuctionView["auction"];
  /** Gets focus after a request or release, because the button that opened the dialog is gone. */
  listRef: RefObject<HTMLElement | null>;
  onClose: () => void;
};

/** The bidder asks the seller to release a bid that they can't withdraw alone. */
export function RequestReleaseDialog({ bid, auction, listRef, onClose }: ReleaseDialogProps) {
  const request = useRelease(auction._id, (bidId) => requestRelease(bidId).then(() => null), {
    applyChange: (view, bidId) => withReleaseRequested(view, bidId),
    toast: "Request Sent",
    onClose,
  });
  return (
    <ReleaseConfirmDialog
      bid={bid}
      release={request}
      listRef={listRef}
      onClose={onClose}
      title="Ask to withdraw"
      description={bid && `Your bid of ${priceText(bid.amount, auction.currency)}`}
      failureMessage="We couldn't reach the auction. Try again. We won't ask the seller twice."
      label="Ask the seller"
      busyLabel="Asking..."
    >
      <p>{bid && requestReason(bid, auction)}</p>
      <p>
        Until the seller releases it, your bid still counts and is binding. Everyone can see that you asked.{" "}
        <BidMeaningLink />
      </p>
    </ReleaseConfirmDialog>
  );
}

/** The seller releases a bid at its bidder's request. */
export function ReleaseBidDialog({ bid, auction, listRef, onClose }: ReleaseDialogProps) {
  const release = useRelease(auction._id, releaseBid, {
    applyChange: (view, bidId, standing) => (standing ? withWithdrawnBid(view, bidId, standing, "released") : view),
    toast: "Bid Released",
    onClose,
  });
  return (
    <ReleaseConfirmDialog
      bid={bid}
      release={release}
      listRef={listRef}
      onClose={onClose}
      title="Release this bid?"
      description={bid && `${priceText(bid.amount, auction.currency)} by ${fullName(bid.bidder)}`}
      failureMessage="We couldn't reach the auction. Try again. We won't release it twice."
      label="Release"
      busyLabel="Releasing..."
    >
      <p>
        The bid will no longer count, and we'll recalculate the price and the leader without it. Everyone will see that
        you released it.
      </p>
    </ReleaseConfirmDialog>
  );
}

/** Explains why the bidder can't withdraw the bid alone. */
function requestReason({ reveals, withdrawals = 0 }: PublicBid, { reserveMet = null }: AuctionView["auction"]): string {
  if (!reveals && withdrawals > 0) {
    return reserveMet === false
      ? "You've already withdrawn a bid here. Withdrawing another could reveal the hidden reserve. You can ask the seller to release it."
      : "You've already withdrawn a bid here. You can ask the seller to release this one.";
  }
  return reserveMet === null
    ? "Your bid met another bidder's automatic bid, so withdrawing it would show how much they'd pay. You can ask the seller to release it."
    : "Your bid met another bidder's automatic bid or the hidden reserve, so withdrawing it would show that amount. You can ask the seller to release it.";
}

type ReleaseResponse = Awaited<ReturnType<typeof releaseBid>> | null;

type ReleaseCallbacks = {
  /** Returns the view after the room has agreed. */
  applyChange: (view: AuctionView, bidId: string, standing: ReleaseResponse) => AuctionView;
  toast: string;
  onClose: () => void;
};

function useRelease(
  auctionId: string,
  send: (bidId: string) => Promise<ReleaseResponse>,
  { applyChange, toast, onClose }: ReleaseCallbacks,
) {
  const client = useQueryClient();
  const goToLogin = useLoginRedirect();
  const refetch = () => void client.invalidateQueries({ queryKey: auctionQuery(auctionId).queryKey });
  return useMutation({
    mutationFn: send,
    onSuccess: (standing, bidId) => {
      updateCachedAuction(client, auctionId, (view) => applyChange(view, bidId, standing));
      toasts.success(toast, auctionId);
      onClose();
      refetch();
    },
    onError: (error) => {
      if (error instanceof ApiFailure && error.code === "not_signed_in") return goToLogin();
      refetch();
    },
  });
}

type ReleaseConfirmDialogProps = {
  bid: PublicBid | null;
  release: ReturnType<typeof useRelease>;
  listRef: RefObject<HTMLElement | null>;
  onClose: () => void;
  title: string;
  description: ReactNode;
  /** The message if the server didn't respond. */
  failureMessage: string;
  label: string;
  busyLabel: string;
  children: ReactNode;
};

function ReleaseConfirmDialog({
  bid,
  release,
  listRef,
  onClose,
  failureMessage,
  label,
  busyLabel,
  ...content
}: ReleaseConfirmDialogProps) {
  const { title, description, children } = content;
  const { error, isPending, isSuccess, mutate, reset } = release;
  return (
    <ConfirmDialog
      open={bid !== null}
      finalFocus={() => (isSuccess ? listRef.current : null)}
      title={title}
      description={description}
      backLabel="Cancel"
      onBack={() => {
        reset();
        onClose();
      }}
      isPending={isPending}
      problem={error && messageOf(error, failureMessage)}
      confirmButton={
        <Button busy={isPending} busyLabel={busyLabel} onClick={() => bid && mutate(bid._id)}>
          {label}
        </Button>
      }
    >
      <div className="space-y-3 text-sm">{children}</div>
    </ConfirmDialog>
  );
}
