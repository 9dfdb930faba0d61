/** Saving an edit, with the specification's words for how it ends. What was refused is left for the form to show. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { ApiFailure, isRefusal } from "../../api/failure.ts";
import { editAuction, type ListingEdit, ownAuctionsQuery } from "../../api/listings.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { paths } from "../../paths.ts";
import { toasts } from "../../ui/toast.ts";
import { clearEditAuctionForm } from "./edit-auction-form.ts";

export function useSaveListing(onRefused: (error: Error) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [sent, setSent] = useState(0);
  const save = useMutation({
    mutationFn: (edit: Omit<ListingEdit, "onProgress">) => editAuction({ ...edit, onProgress: setSent }),
    onMutate: () => setSent(0),
    async onSuccess(saved) {
      toasts.success("Auction updated successfully!");
      clearEditAuctionForm();
      client.setQueryData(ownAuctionsQuery.queryKey, (own) => own?.map((one) => (one._id === saved._id ? saved : one)));
      for (const queryKey of [
        queryKeys.own,
        queryKeys.auctionLists,
        queryKeys.featured,
        queryKeys.auction(saved._id),
      ]) {
        void client.invalidateQueries({ queryKey });
      }
      // Who went elsewhere while it was sent stays there.
      if (window.location.pathname === paths.editAuction(saved._id)) await navigate(paths.myAuctions);
    },
    onError(error) {
      if (error instanceof ApiFailure && error.code === "not_signed_in") return;
      toasts.error(saveFailureWords(error));
      // Someone may have bid meanwhile, or the auction has ended: then the form changes with it.
      if (isRefusal(error)) void client.invalidateQueries({ queryKey: queryKeys.own });
      onRefused(error);
    },
  });
  return { save, sent };
}

/** The specification has words for a refusal and for everything else. */
export function saveFailureWords(error: Error): string {
  return isRefusal(error) ? "Failed to update auction" : "Error updating auction";
}
