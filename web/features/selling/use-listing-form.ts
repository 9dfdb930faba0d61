/**
 * What the forms of a new and of an edited listing have in common: their values, the first error in the order on
 * screen, and a refusal of the server put where it was caused.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { type FieldErrors, get, useForm } from "react-hook-form";
import type { z } from "zod";

import { ApiFailure } from "../../api/failure.ts";
import { placeFailure } from "../../api/form-failure.ts";
import { tooSoon } from "./end-moment.ts";
import { type Listing, LISTING_FIELDS, type ListingRules, type ListingValues } from "./listing-schema.ts";

export function useListingForm(schema: z.ZodType<Listing, ListingValues>, initial: ListingValues, rules: ListingRules) {
  const form = useForm<ListingValues, unknown, Listing>({
    resolver: zodResolver(schema),
    defaultValues: initial,
    // Ours follows the order on screen, whatever registered first.
    shouldFocusError: false,
  });
  const { setError, setFocus, handleSubmit } = form;

  const focusFirst = (found: FieldErrors<ListingValues>) => {
    const first = LISTING_FIELDS.find((name) => get(found, name) !== undefined);
    if (first) setFocus(first);
  };

  return {
    form,
    onSubmit: (send: (listing: Listing) => void) => handleSubmit(send, focusFirst),
    showRefusal: (error: Error) => {
      placeFailure(error, {
        setError,
        fields: LISTING_FIELDS,
        named: { auctionDate: "end.day", auctionEndTime: "end.day" },
        byCode: {
          category_unknown: "category",
          starting_price_too_low: "startingPrice",
          end_too_soon: "end.time",
          end_too_late: "end.day",
        },
      });
      const earliestAt = error instanceof ApiFailure ? error.details.earliestAt : undefined;
      if (earliestAt !== undefined) setError("end.time", { message: tooSoon(null, rules.now(), earliestAt) });
    },
  };
}

/** What the server had against the pictures that were sent along. */
export function pictureRefusals(error: Error | null) {
  const fields = error instanceof ApiFailure ? error.fields : {};
  return { cover: fields["image"]?.[0], further: fields["images"]?.[0] };
}
