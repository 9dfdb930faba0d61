import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import type { Auction } from "../../../../worker/contract/catalogue.ts";
import { ApiFailure, isRefusal } from "../../../api/failure.ts";
import { editAuction, editedAuctionStore, invalidateListings, ownAuctionsQuery } from "../../../api/listings.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { hasFailed, isLoading } from "../../../api/query-state.ts";
import { paths } from "../../../paths.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { toasts } from "../../../ui/toast.ts";
import { choiceOf } from "./end-moment.ts";
import { ListingForm, type ListingWords } from "./listing-form.tsx";
import { changedImages, imagesOf } from "./listing-images.ts";
import { editedListingSchema, frozenListingSchema } from "./listing-schema.ts";
import { type ListingLimits, useListingForm } from "./use-listing-form.ts";

const WORDS: ListingWords = {
  title: "Title",
  description: "Description",
  submit: "Save Changes",
  submitting: "Saving...",
  // The specification has words for a refusal and for everything else.
  failed: (error) => (isRefusal(error) ? "Failed to update auction" : "Error updating auction"),
};

/** A listing that is changed. `auction` is as it is now; what was typed stays when it changes. */
export function EditedListing({ auction, rules: limits, maxImageBytes }: ListingLimits & { auction: Auction }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [endsAt] = useState(() => Date.parse(auction.auctionEndTime));
  const { title, description, startingPrice, currency } = auction;
  const isFrozen = auction.status !== "Live" || auction.bidCount > 0;
  // An edit may move the end as near as it likes, but not into the past.
  const rules = { ...limits, currency, leadMs: 0, current: { endsAt, startingPrice } };

  const listing = useListingForm({
    schema: isFrozen ? frozenListingSchema(auction) : editedListingSchema(rules),
    initial: {
      values: { title, category: "", description, startingPrice: String(startingPrice), end: choiceOf(endsAt) },
      images: imagesOf(auction.pictures),
    },
    rules,
    maxImageBytes,
    save: ({ category: _unchanged, end: auctionEndTime, ...terms }, images, onProgress) =>
      editAuction({
        ...terms,
        auctionId: auction._id,
        auctionEndTime,
        images: isFrozen ? null : changedImages(images, auction.pictures),
        onProgress,
      }),
    onSaved(saved) {
      toasts.success("Auction updated successfully!");
      editedAuctionStore(client).clear();
      client.setQueryData(ownAuctionsQuery.queryKey, (own) => own?.map((one) => (one._id === saved._id ? saved : one)));
      invalidateListings(client);
      void client.invalidateQueries({ queryKey: queryKeys.auction(saved._id) });
      // Someone who has left the page meanwhile stays where they are.
      if (window.location.pathname === paths.editAuction(saved._id)) void navigate(paths.myAuctions);
    },
    onFailed(error) {
      if (error instanceof ApiFailure && error.code === "not_signed_in") return;
      toasts.error(WORDS.failed(error));
      // Someone may have bid meanwhile, or the auction has ended: then the form changes with it.
      if (isRefusal(error)) void client.invalidateQueries({ queryKey: queryKeys.own });
    },
  });
  return (
    <ListingForm listing={listing} words={WORDS} frozen={isFrozen ? auction : null}>
      <LinkButton to={paths.myAuctions} look="secondary" size="lg">
        Cancel
      </LinkButton>
    </ListingForm>
  );
}

/**
 * The auction to edit: at once when My Auctions has stored it, otherwise the one with this id among the person's own.
 * These are fetched in any case, so that a bid that arrives while the form is open is known. `null`: there is none.
 */
export function useEditedAuction(auctionId: string) {
  const client = useQueryClient();
  const [stored] = useState(() => editedAuctionStore(client).read(auctionId));
  const query = useQuery(ownAuctionsQuery);
  const { data: own, isFetching, refetch } = query;
  const auction = own ? (own.find(({ _id }) => _id === auctionId) ?? null) : stored;
  return { auction, loading: isLoading(query) && !auction, failed: hasFailed(query) && !auction, isFetching, refetch };
}
