import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";

import { createAuction, invalidateListings } from "../../../api/listings.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { paths } from "../../../paths.ts";
import { toasts } from "../../../ui/toast.ts";
import { ListingForm, type ListingWords } from "./listing-form.tsx";
import { newFiles } from "./listing-images.ts";
import { newListingSchema } from "./listing-schema.ts";
import {
  type DraftStore,
  EMPTY_DRAFT,
  type ListingDraft,
  type ListingLimits,
  useListingForm,
} from "./use-listing-form.ts";

const WORDS: ListingWords = {
  title: "Product Title",
  description: "Product Description",
  submit: "Create Auction",
  submitting: "Creating Auction...",
  failed: () => "Failed to create auction. Please try again.",
  whenUnanswered: (
    <>
      It may have arrived all the same. Sent again as it is, it will not be listed twice; before you change it, look at{" "}
      <Link to={paths.myAuctions} className="underline underline-offset-4">
        My Auctions
      </Link>
      .
    </>
  ),
};

/** A listing that is created. What was typed stays until it is saved, also while the person is elsewhere. */
export function NewListing({ userId, rules, maxImageBytes }: ListingLimits & { userId: string }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const listing = useListingForm({
    schema: newListingSchema(rules),
    initial: EMPTY_DRAFT,
    rules,
    maxImageBytes,
    draft: useDraftStore(userId),
    save: ({ end: auctionDate, ...texts }, images, onProgress) =>
      createAuction({ ...texts, auctionDate, images: newFiles(images), onProgress }),
    onSaved() {
      toasts.success("Auction Created");
      invalidateListings(client);
      // Someone who has left the page meanwhile stays where they are.
      if (window.location.pathname === paths.createAuction) void navigate(paths.myAuctions);
    },
    onFailed: () => toasts.error("Cannot Create Auction"),
  });
  return <ListingForm listing={listing} words={WORDS} withCategory />;
}

/**
 * The draft of one person, in the query cache until the page is reloaded: a look elsewhere, or a session that ended on
 * the way, loses nothing. It is given back only to the person who wrote it.
 */
function useDraftStore(userId: string): DraftStore {
  const client = useQueryClient();
  const queryKey = queryKeys.listingDraft(userId);
  return {
    read: () => client.getQueryData<ListingDraft>(queryKey),
    write(draft) {
      // Nothing watches it, and it is not to be collected like an answer that can be fetched again.
      client.setQueryDefaults(queryKey, { gcTime: Infinity });
      client.setQueryData(queryKey, draft);
    },
  };
}
