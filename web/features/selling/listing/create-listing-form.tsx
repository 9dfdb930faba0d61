import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

import { createAuction, invalidateListings } from "../../../api/listings.ts";
import { paths } from "../../../paths.ts";
import { needsVerification } from "../../../shared/use-verification-refusal.ts";
import { Link } from "../../../ui/link.tsx";
import { toasts } from "../../../ui/toast.ts";
import { currentFormStore } from "../form-recovery/current-form.ts";
import { DraftBar } from "../form-recovery/draft-bar.tsx";
import type { DraftSaver } from "../form-recovery/draft-saver.ts";
import { newListingState } from "../new-listing-note.tsx";
import { ListingForm, type ListingTexts } from "./listing-form.tsx";
import { toImageInputs, withStoredImages } from "./listing-images.ts";
import { newListingSchema } from "./listing-schema.ts";
import { newTerms } from "./listing-terms.ts";
import { type ListingFormLimits, useListingForm } from "./use-listing-form.ts";

const TEXTS: ListingTexts = {
  titleLabel: "Product Title",
  descriptionLabel: "Product Description",
  submitLabel: "Create Auction",
  busyLabel: "Creating Auction...",
  failureText: () => "Failed to create auction. Please try again.",
  unansweredAdvice: (
    <>
      We may have created it anyway. You can safely send it again unchanged. Before you change anything, check{" "}
      <Link to={paths.myAuctions} className="underline underline-offset-4">
        My Auctions
      </Link>
      .
    </>
  ),
};

type CreateListingFormProps = ListingFormLimits & { userId: string; saver: DraftSaver };

/** The form for a new listing, which saves itself as a draft. Its input stays until the item is listed. */
export function CreateListingForm({ userId, saver, rules, maxImageBytes }: CreateListingFormProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { key: locationKey } = useLocation();
  const listing = useListingForm({
    schema: newListingSchema(rules),
    initial: saver.content,
    rules,
    maxImageBytes,
    async save(values, _images, onProgress) {
      const { title, description, category, startingPrice, end: auctionDate, relistTimes } = values;
      await saver.pause();
      // Any save in progress has finished, so its photos are stored.
      const images = toImageInputs(saver.content.images);
      return createAuction({
        title,
        description,
        category,
        startingPrice,
        relistTimes,
        auctionDate,
        terms: newTerms(values),
        draft: saver.id,
        draftVersion: saver.version,
        images,
        onProgress,
      });
    },
    onSaved({ _id, title }) {
      toasts.success("Auction Created");
      invalidateListings(client);
      // The person may have left the page.
      if (window.location.pathname === paths.createAuction)
        void navigate(paths.myAuctions, { state: newListingState({ id: _id, title }) });
      const store = currentFormStore(client, userId, locationKey);
      // The person may have opened another draft.
      if (store.read() === saver) store.openNew();
      store.clearCopy(saver.id);
    },
    onFailed(error) {
      saver.resume(error);
      if (!needsVerification(error)) toasts.error("Cannot Create Auction");
    },
  });
  const { setImages } = listing;
  useEffect(
    () => saver.onStored((sent, stored) => setImages((images) => withStoredImages(images, sent, stored))),
    [saver, setImages],
  );
  return (
    <>
      <DraftBar userId={userId} saver={saver} listing={listing} />
      <ListingForm listing={listing} texts={TEXTS} withCategory />
    </>
  );
}
