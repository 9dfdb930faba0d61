import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";

import { createAuction, invalidateListings } from "../../../api/listings.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { paths } from "../../../paths.ts";
import { toasts } from "../../../ui/toast.ts";
import { ListingForm, type ListingTexts } from "./listing-form.tsx";
import { newFiles } from "./listing-images.ts";
import { newListingSchema } from "./listing-schema.ts";
import {
  type DraftStore,
  EMPTY_DRAFT,
  type ListingDraft,
  type ListingLimits,
  useListingForm,
} from "./use-listing-form.ts";

const TEXTS: ListingTexts = {
  title: "Product Title",
  description: "Product Description",
  submit: "Create Auction",
  submitting: "Creating Auction...",
  failed: () => "Failed to create auction. Please try again.",
  whenUnanswered: (
    <>
      It may have arrived anyway. Sending it again unchanged will not list it twice; before you change it, check{" "}
      <Link to={paths.myAuctions} className="underline underline-offset-4">
        My Auctions
      </Link>
      .
    </>
  ),
};

/** The form of a new listing. Its input stays until it is saved, even if the person visits other pages meanwhile. */
export function NewListing({ userId, rules, maxImageBytes }: ListingLimits & { userId: string }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const listing = useListingForm({
    schema: newListingSchema(rules),
    initial: EMPTY_DRAFT,
    rules,
    maxImageBytes,
    draft: useDraftStore(userId),
    save: ({ end: auctionDate, increments, softClose, startsAt, ...texts }, images, onProgress) => {
      const terms = { increments, softClose, ...(startsAt === "" ? {} : { startsAt }) };
      return createAuction({ ...texts, auctionDate, terms, images: newFiles(images), onProgress });
    },
    onSaved() {
      toasts.success("Auction Created");
      invalidateListings(client);
      // Don't navigate if the person has left the page meanwhile.
      if (window.location.pathname === paths.createAuction) void navigate(paths.myAuctions);
    },
    onFailed: () => toasts.error("Cannot Create Auction"),
  });
  return <ListingForm listing={listing} texts={TEXTS} withCategory />;
}

/**
 * One person's draft, in the query cache until the page is reloaded: it survives visits to other pages and an expired
 * session. Only the person who wrote it gets it back.
 */
function useDraftStore(userId: string): DraftStore {
  const client = useQueryClient();
  const queryKey = queryKeys.listingDraft(userId);
  return {
    read: () => client.getQueryData<ListingDraft>(queryKey),
    write(draft) {
      // No component observes it, and it must not be garbage-collected like data that can be fetched again.
      client.setQueryDefaults(queryKey, { gcTime: Infinity });
      client.setQueryData(queryKey, draft);
    },
  };
}
