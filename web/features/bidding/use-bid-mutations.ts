/** The three things that a bidder does, with the words that each ends in. What the room answers goes into the cache. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import type { Bid } from "../../../worker/contract/bid.ts";
import type { Standing } from "../../../worker/contract/catalogue.ts";
import type { AuctionRoom } from "../../api/auction-room.ts";
import { acceptedBid, type AuctionView, withdrawnBid } from "../../api/auction-view.ts";
import { auctionQuery, changeAuction } from "../../api/auction.ts";
import { type BidAttempt, deleteBid, editBid, placeBid } from "../../api/bids.ts";
import { ApiFailure, isDecided } from "../../api/failure.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { toasts } from "../../ui/toast.ts";
import { bidKeys } from "./bid-keys.ts";
import { useLoginDetour } from "./use-login-detour.ts";
import { usePassingNotice } from "./use-passing-notice.ts";

/** A lost connection is tried twice more by itself; the key makes that safe. */
const RETRIES = 2;
const RETRY_AFTER_MS = 1_000;

const sending = {
  retry: (failures: number, error: Error) =>
    failures < RETRIES && error instanceof ApiFailure && error.code === "unreachable",
  retryDelay: RETRY_AFTER_MS,
} as const;

const accepted = (bid: Bid, standing: Standing) => (view: AuctionView) => acceptedBid(view, bid, standing);

export function useBidMutations(auctionId: string, room: AuctionRoom) {
  const client = useQueryClient();
  const toLogin = useLoginDetour();
  const [keys] = useState(() => bidKeys(() => crypto.randomUUID()));
  const [notice, showNotice] = usePassingNotice();

  const attempt = (bidAmount: number): BidAttempt => ({ bidAmount, key: keys.keyFor(bidAmount) });
  const refetch = () => {
    void client.invalidateQueries({ queryKey: auctionQuery(auctionId).queryKey });
    void client.invalidateQueries({ queryKey: queryKeys.own });
  };
  const done = (change: (view: AuctionView) => AuctionView, toast: string, words: string) => {
    keys.decided();
    changeAuction(client, auctionId, change);
    toasts.success(toast);
    showNotice(words);
    refetch();
  };
  const failed = (error: Error, toast: string) => {
    if (isDecided(error)) keys.decided();
    if (error instanceof ApiFailure && error.code === "not_signed_in") return toLogin();
    toasts.error(toast);
    refetch();
  };

  const place = useMutation({
    ...sending,
    mutationFn: (bidAmount: number) => placeBid(room, auctionId, attempt(bidAmount)),
    onSuccess: ({ newBid, auction }) => done(accepted(newBid, auction), "Bid Placed", "Bid placed successfully!"),
    onError: (error) => failed(error, "Failed to place bid"),
  });

  const edit = useMutation({
    ...sending,
    mutationFn: ({ bidId, bidAmount }: { bidId: string; bidAmount: number }) => editBid(bidId, attempt(bidAmount)),
    onSuccess: ({ updatedBid, auction }) =>
      done(accepted(updatedBid, auction), "Bid Updated Successfully", "Bid updated"),
    onError: (error) => failed(error, "Failed to update bid"),
  });

  const withdraw = useMutation({
    mutationFn: deleteBid,
    onSuccess: (standing, bidId) =>
      done((view) => withdrawnBid(view, bidId, standing), "Bid Deleted Successfully", "Bid deleted"),
    onError: (error) => failed(error, "Failed to delete bid"),
  });

  return { place, edit, withdraw, notice };
}

export type BidMutations = ReturnType<typeof useBidMutations>;
