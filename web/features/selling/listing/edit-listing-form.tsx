import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import type { OwnAuction } from "../../../../worker/contract/auction.ts";
import { isOpenStatus } from "../../../../worker/rules/closing.ts";
import { ApiFailure, isRefusal } from "../../../api/failure.ts";
import {
  editAuction,
  editedAuctionStore,
  invalidateListings,
  ownAuctionsQuery,
  refreshOwnAuction,
} from "../../../api/listings.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { paths } from "../../../paths.ts";
import { amountText } from "../../../ui/fields/typed-amount.ts";
import { startOf } from "../../../ui/items/start-of.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { toasts } from "../../../ui/toast.ts";
import { useInterruptedEdit, useSaveWhenInterrupted } from "../form-recovery/interrupted-edit.ts";
import { toDetailsValues } from "./details-values.ts";
import { ListingForm, type ListingTexts } from "./listing-form.tsx";
import { changedImages, imagesOf } from "./listing-images.ts";
import { editedListingSchema, frozenListingSchema } from "./listing-schema.ts";
import { changedFields, toTermsValues } from "./listing-terms.ts";
import { toTimeChoice } from "./time-choice.ts";
import { type ListingFormLimits, useListingForm } from "./use-listing-form.ts";

const TEXTS: ListingTexts = {
  titleLabel: "Title",
  descriptionLabel: "Description",
  submitLabel: "Save Changes",
  busyLabel: "Saving...",
  // The specification has one message for refusals and another for other failures.
  failureText: (error) => (isRefusal(error) ? "Failed to update auction" : "Error updating auction"),
};

/** The form for an existing listing. `auction` is its current state. Input stays when that changes. */
export function EditListingForm({
  auction,
  rules: deploymentRules,
  maxImageBytes,
}: ListingFormLimits & { auction: OwnAuction }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const interruptedEdit = useInterruptedEdit(auction._id);
  // The fields were filled in from this. We send only what the person changed since then, which leaves another device's
  // changes alone.
  const [original] = useState(interruptedEdit?.original ?? auction);
  const [sentFields] = useState(() => new Set<string>());
  const endsAt = Date.parse(original.auctionEndTime);
  const startsAt = startOf(original);
  const { title, description, currency } = auction;
  const isFrozen = !isOpenStatus(auction.status) || auction.bidCount > 0;
  // An edit can move the end to any time in the future, however soon.
  const rules = {
    ...deploymentRules,
    currency,
    leadMs: 0,
    current: {
      startsAt,
      endsAt,
      startingPrice: original.startingPrice,
      buyNowPrice: original.terms.buyNowPrice,
      reservePrice: original.reservePrice,
    },
  };

  const listing = useListingForm({
    schema: isFrozen ? frozenListingSchema(auction) : editedListingSchema(rules),
    initial: interruptedEdit ?? {
      values: {
        title,
        category: auction.category?._id ?? "",
        description,
        details: toDetailsValues(auction.terms.details),
        startingPrice: amountText(auction.startingPrice),
        end: toTimeChoice(endsAt),
        ...toTermsValues(auction),
      },
      images: imagesOf(auction.pictures),
    },
    rules,
    maxImageBytes,
    save(values, images, onProgress) {
      const changes = isFrozen ? { description: values.description } : changedFields(values, original, sentFields);
      const newImages = isFrozen ? null : changedImages(images, sentFields.has("images") ? [] : original.pictures);
      for (const name of [...Object.keys(changes), ...(newImages ? ["images"] : [])]) sentFields.add(name);
      return editAuction({ auctionId: auction._id, changes, images: newImages, onProgress });
    },
    onSaved(saved) {
      toasts.success("Auction updated successfully!");
      editedAuctionStore(client).clear();
      client.setQueryData(ownAuctionsQuery.queryKey, (own) =>
        own?.map((ownAuction) => (ownAuction._id === saved._id ? saved : ownAuction)),
      );
      invalidateListings(client);
      void client.invalidateQueries({ queryKey: queryKeys.auction(saved._id) });
      // The person may have left the page.
      if (window.location.pathname === paths.editAuction(saved._id)) void navigate(paths.myAuctions);
    },
    onFailed(error) {
      if (error instanceof ApiFailure && error.code === "not_signed_in") return;
      toasts.error(TEXTS.failureText(error));
      // Someone may have bid in the meantime, or the auction may have ended, so the form must change.
      if (isRefusal(error)) void refreshOwnAuction(client, auction._id);
    },
  });
  useSaveWhenInterrupted(auction._id, () => ({
    values: listing.form.getValues(),
    images: listing.images,
    original,
  }));
  return (
    <ListingForm listing={listing} texts={TEXTS} frozenAuction={isFrozen ? auction : null}>
      <LinkButton to={paths.myAuctions} variant="secondary" size="lg">
        Cancel
      </LinkButton>
    </ListingForm>
  );
}

/**
 * The auction to edit. At first it's the one that My Auctions stored, until the person's own auctions have loaded.
 * They're always fetched, so that the form picks up new bids. `null`: there's no such auction.
 */
export function useEditedAuction(auctionId: string) {
  const client = useQueryClient();
  const [storedAuction] = useState(() => editedAuctionStore(client).read(auctionId));
  const query = useQuery(ownAuctionsQuery);
  const { data: own } = query;
  return { auction: own ? (own.find(({ _id }) => _id === auctionId) ?? null) : storedAuction, query };
}
