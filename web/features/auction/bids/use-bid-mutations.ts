/**
 * Placing, editing, deleting and undoing a bid, and Buy It Now. The room's response goes into the cache, and a toast
 * shows the result.
 */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";

import type { EditBidInput } from "../../../../worker/contract/bid.ts";
import { type AcceptedBid, withAcceptedBid, type AuctionView, withWithdrawnBid } from "../../../api/auction-view.ts";
import { auctionQuery, updateCachedAuction, cachedAuction } from "../../../api/auction.ts";
import { buyNow, deleteBid, editBid, placeBid, resendOptions } from "../../../api/bids.ts";
import { ApiFailure } from "../../../api/failure.ts";
import { recordOwnBid, refetchJoinedSoon } from "../../../api/joined.ts";
import type { LiveAuctionSocket } from "../../../api/live-auction-socket.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { Intent } from "../../../intent.ts";
import { needsVerification } from "../../../shared/use-verification-refusal.ts";
import { toasts } from "../../../ui/toast.ts";
import { useLoginRedirect } from "../../../ui/use-login-redirect.ts";
import { createIntent, offerIntent } from "./intents.ts";
import { useWaitForNetwork } from "./use-wait-for-network.ts";

/** An accepted bid that doesn't lead, because the leader's maximum was at least as high. Major units. */
type OutbidAtOnce = { readonly amount: number; readonly price: number };

export function useBidMutations(auctionId: string, socket: LiveAuctionSocket) {
  const client = useQueryClient();
  const goToLogin = useLoginRedirect();
  const [notice, showNotice] = useTemporaryNotice();
  const [outbidAtOnce, setOutbidAtOnce] = useState<OutbidAtOnce | null>(null);
  const { waitForNetwork, canCancelSending, cancelSending } = useWaitForNetwork();

  const refetch = () => {
    void client.invalidateQueries({ queryKey: auctionQuery(auctionId).queryKey });
    void client.invalidateQueries({ queryKey: queryKeys.own });
  };
  /** `noticeText` is shown beside the bidding buttons, if those are visible. */
  const applyChange = (change: (view: AuctionView) => AuctionView, toast: string, noticeText: string | null) => {
    updateCachedAuction(client, auctionId, change);
    toasts.success(toast, auctionId);
    if (noticeText !== null) showNotice(noticeText);
    setOutbidAtOnce(null);
    refetch();
  };
  const handleAccepted = (accepted: AcceptedBid, toast: string, noticeText: string | null) => {
    const { bid, auction, leads, seq } = accepted;
    const item = cachedAuction(client, auctionId)?.auction;
    if (item) recordOwnBid(client, item, { amount: bid.amount, standing: auction, seq, leads });
    const change = (view: AuctionView) => withAcceptedBid(view, accepted);
    if (leads) return applyChange(change, toast, noticeText);
    updateCachedAuction(client, auctionId, change);
    toasts.info(`${toast}, but you were outbid right away`, auctionId);
    setOutbidAtOnce({ amount: bid.amount, price: auction.currentBid });
    refetch();
  };
  const currency = () => cachedAuction(client, auctionId)?.auction.currency ?? "";
  /** `intent` is read after the session has ended, and includes the ID of the person who was signed in. */
  const handleFailure = (error: Error, toast: string, intent: () => Intent) => {
    if (error instanceof ApiFailure && error.code === "not_signed_in") return goToLogin(intent());
    if (error instanceof ApiFailure && error.code === "unsent") return;
    // The notice shown instead explains what to do.
    if (needsVerification(error)) return;
    // An unusual amount gets no toast, because the dialog asks about it or the one-tap button explains it.
    if (!isUnusual(error)) toasts.error(toast, auctionId);
    refetch();
  };

  const undo = useMutation({
    ...resendOptions,
    mutationFn: (bidId: string) => deleteBid(auctionId, bidId, "mistake"),
    onSuccess: (standing, bidId) => {
      applyChange((view) => withWithdrawnBid(view, bidId, standing, "mistake"), "Bid Undone", "Your bid was undone");
      refetchJoinedSoon(client, auctionId);
    },
    onError: (error, bidId) =>
      handleFailure(error, "Failed to undo bid", () => createIntent("undo", null, currency(), bidId)),
  });

  const place = useMutation({
    ...resendOptions,
    // An error from an earlier undo isn't about this bid.
    onMutate: () => undo.reset(),
    mutationFn: async (offer: EditBidInput) => {
      await waitForNetwork(offer);
      return placeBid(socket, auctionId, offer);
    },
    onSuccess: ({ newBid, auction, leads, seq }) =>
      handleAccepted({ bid: newBid, auction, leads, seq }, "Bid Placed", "Bid placed successfully!"),
    onError: (error, offer) => handleFailure(error, "Failed to place bid", () => offerIntent(offer, currency())),
  });

  const edit = useMutation({
    ...resendOptions,
    mutationFn: async ({ bidId, offer }: { bidId: string; offer: EditBidInput }) => {
      await waitForNetwork(offer);
      return editBid(auctionId, bidId, offer);
    },
    onSuccess: ({ updatedBid, auction, leads, seq }) =>
      handleAccepted({ bid: updatedBid, auction, leads, seq }, "Bid Updated Successfully", "Bid updated"),
    onError: (error, { bidId, offer }) =>
      handleFailure(error, "Failed to update bid", () => offerIntent(offer, currency(), bidId)),
  });

  const buy = useMutation({
    ...resendOptions,
    mutationFn: (price: number) => buyNow(auctionId, price),
    onSuccess: ({ newBid, auction, leads, seq }) =>
      handleAccepted({ bid: newBid, auction, leads, seq }, "You bought this item", null),
    onError: (error, price) => handleFailure(error, "Failed to buy", () => createIntent("buy", price, currency())),
  });

  const withdraw = useMutation({
    mutationFn: (bidId: string) => deleteBid(auctionId, bidId),
    onSuccess: (standing, bidId) => {
      applyChange((view) => withWithdrawnBid(view, bidId, standing), "Bid Deleted Successfully", "Bid deleted");
      refetchJoinedSoon(client, auctionId);
    },
    onError: (error, bidId) =>
      handleFailure(error, "Failed to delete bid", () => createIntent("delete", null, currency(), bidId)),
  });

  return { place, edit, buy, withdraw, undo, notice, outbidAtOnce, canCancelSending, cancelSending };
}

/** The amount is far above the room's minimum bid and wasn't confirmed. */
export function isUnusual(error: Error): error is ApiFailure {
  return error instanceof ApiFailure && error.code === "bid_unusual";
}

export type BidMutations = ReturnType<typeof useBidMutations>;

/** Twice as long as a toast, because the toast covers the notice at first. */
const NOTICE_MS = 10_000;

/** A line that disappears by itself. */
function useTemporaryNotice(): [notice: string | null, show: (notice: string) => void] {
  // An object, so that showing the same text again restarts the timer.
  const [notice, setNotice] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(null), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  const show = useCallback((text: string) => setNotice({ text }), []);
  return [notice?.text ?? null, show];
}
