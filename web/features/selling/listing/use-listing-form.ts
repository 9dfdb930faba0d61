/**
 * The state of a listing's form, new or edited: its fields and images, the upload's progress, and the server's refusals
 * at the fields that caused them.
 */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";

import { ApiFailure } from "../../../api/failure.ts";
import { serverNow } from "../../../api/server-clock.ts";
import { settingsQuery } from "../../../api/settings.ts";
import { useContractForm } from "../../../shared/use-contract-form.ts";
import { useVerificationRefusal } from "../../../shared/use-verification-refusal.ts";
import { hasFailed } from "../../../ui/query-state.ts";
import { EMPTY_DETAILS } from "./details-values.ts";
import { type ListingImages, sizeProblem } from "./listing-images.ts";
import type { Listing, ListingRules, ListingValues } from "./listing-schema.ts";
import { DEFAULT_TERMS } from "./listing-terms.ts";
import { tooSoonMessage } from "./time-choice.ts";
import { type UnusualPrice, unusualPrices } from "./unusual-prices.ts";
import { useChosenImages } from "./use-chosen-images.ts";

// Loaded with the form, because a browser doesn't retry a script that it failed to load while offline.
void import("../../../api/upload.ts");

/** The complete input of a form. The values are in screen order. */
export type ListingContent = { values: ListingValues; images: ListingImages };

export const EMPTY_CONTENT: ListingContent = {
  values: {
    title: "",
    category: "",
    description: "",
    details: EMPTY_DETAILS,
    startingPrice: "",
    end: { day: "", time: "" },
    ...DEFAULT_TERMS,
  },
  images: [],
};

type ListingFormOptions<Saved> = {
  schema: z.ZodType<Listing, ListingValues>;
  initial: ListingContent;
  rules: ListingRules;
  maxImageBytes: number;
  save: (listing: Listing, images: ListingImages, onProgress: (fraction: number) => void) => Promise<Saved>;
  /** Called even if the person has left the page. */
  onSaved: (saved: Saved) => void;
  onFailed: (error: Error) => void;
};

export function useListingForm<Saved>(options: ListingFormOptions<Saved>) {
  const { schema, rules, maxImageBytes, save, onSaved, onFailed } = options;
  const [initial] = useState(options.initial);
  const [images, setImages] = useState(initial.images);
  const chosenImages = useChosenImages(images, maxImageBytes, setImages);
  const [uploadedFraction, setUploadedFraction] = useState(0);
  /** The unusual prices to confirm before the listing is sent. */
  const [priceConfirmation, setPriceConfirmation] = useState<{
    prices: readonly UnusualPrice[];
    send: () => void;
  } | null>(null);

  const saving = useMutation({
    mutationFn: (listing: Listing) => save(listing, images, setUploadedFraction),
    onMutate: () => setUploadedFraction(0),
    onSuccess: onSaved,
    onError: onFailed,
  });

  const verificationRefusal = useVerificationRefusal(saving);

  const sendNow = (listing: Listing, onError: (error: Error) => void) => {
    saving.mutate(listing, {
      onError(error) {
        onError(error);
        const earliestAt = error instanceof ApiFailure ? error.details.earliestAt : undefined;
        if (earliestAt === undefined) return;
        const field = error instanceof ApiFailure && error.code === "start_too_soon" ? "start.time" : "end.time";
        form.setError(field, { message: tooSoonMessage(null, rules.now(), earliestAt) });
      },
    });
  };

  const form = useContractForm(schema, {
    initial: initial.values,
    send: (listing, callbacks) => {
      const prices = unusualPrices(listing, rules.current);
      const send = () => sendNow(listing, callbacks.onError);
      if (prices.length > 0) setPriceConfirmation({ prices, send });
      else send();
    },
    fieldAliases: { auctionDate: "end.day", auctionEndTime: "end.day", startsAt: "start.day" },
    fieldByErrorCode: {
      category_unknown: "category",
      starting_price_too_low: "startingPrice",
      reserve_too_low: "reservePrice",
      buy_now_too_low: "buyNowPrice",
      start_too_soon: "start.time",
      start_too_late: "start.day",
      end_too_soon: "end.time",
      end_too_late: "end.day",
    },
    fileFields: ["image", "images"],
  });

  return {
    form,
    rules,
    maxImageBytes,
    images,
    setImages,
    chosenImages,
    sizeProblem: sizeProblem(images, maxImageBytes),
    priceConfirmation: {
      prices: priceConfirmation?.prices ?? [],
      onBack: () => setPriceConfirmation(null),
      onConfirm() {
        setPriceConfirmation(null);
        priceConfirmation?.send();
      },
    },
    saving: {
      error: saving.error,
      isPending: saving.isPending,
      uploadedFraction,
      /** The refusal of a listing that waits until the person confirms their address. */
      verificationRefusal,
    },
  };
}

export type ListingFormState = ReturnType<typeof useListingForm>;

export type ListingFormLimits = { rules: ListingRules; maxImageBytes: number };

/** The deployment's limits for listings. Null until the settings have loaded. */
export function useListingLimits() {
  const query = useQuery(settingsQuery);
  const { data: settings } = query;
  const limits: ListingFormLimits | undefined = settings && {
    rules: {
      currency: settings.currency,
      minStartingPrice: settings.minStartingPrice,
      leadMs: settings.minAuctionSeconds * 1_000,
      minAuctionMs: settings.minAuctionSeconds * 1_000,
      softCloseMs: settings.softCloseSeconds * 1_000,
      now: serverNow,
    },
    maxImageBytes: settings.maxImageBytes,
  };
  return { limits: limits ?? null, failed: hasFailed(query), query };
}
