/**
 * Deleting one of one's own auctions. It asks no confirmation, so it is careful in other ways: what the server refuses
 * is kept beside its card, and for a moment after a card has gone no other can be deleted, because the next card slides
 * under the pointer of whoever pressed twice.
 */
// @ts-nocheck

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { ApiFailure, messageOf } from "../../api/failure.ts";
import { deleteAuction, ownAuctionsQuery } from "../../api/listings.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { toasts } from "../../ui/toast.ts";

/** Longer than the pause within a double click. */
const SETTLE_MS = 700;

const FAILED = "Cannot Delete Auction";

type Refusal = { auctionId: string; reason: string };

/** `onRemoved` is called while the card is still there, for the focus to move. */
export function useDeleteAuction(onRemoved: (auctionId: string) => void) {
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
      for (const queryKey of [queryKeys.own, queryKeys.auctionLists, queryKeys.featured]) {
        void client.invalidateQueries({ queryKey });
      }
    },
    onError(error, auctionId) {
      if (error instanceof ApiFailure && error.code === "not_signed_in") return;
      toasts.error(FAILED);
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
