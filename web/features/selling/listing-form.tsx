/**
 * The form of a listing, for a new one and for an edit: it checks what was typed, sends it once, and puts a refusal
 * where it was caused. What was typed stays until it is saved.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type FieldErrors, get, useForm } from "react-hook-form";

import { ApiFailure } from "../../api/failure.ts";
import { placeFailure } from "../../api/form-failure.ts";
import { Button } from "../../ui/button.tsx";
import { PictureField } from "../../ui/picture-field.tsx";
import { Progress } from "../../ui/progress.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { CategoryField } from "./category-field.tsx";
import { EndFields } from "./end-fields.tsx";
import { choiceOf, tooSoon } from "./end-moment.ts";
import {
  editedListingSchema,
  type Listing,
  LISTING_FIELDS,
  type ListingRules,
  type ListingValues,
  newListingSchema,
} from "./listing-schema.ts";
import { currencySign, startingPriceHint } from "./price-words.ts";
import { SaveFailure } from "./save-failure.tsx";

const BYTES_PER_MB = 1024 * 1024;

/** A new file, the picture that stands, or none. */
export type PictureChoice = File | "keep" | "remove";
export type ListingDraft = { values: ListingValues; picture: PictureChoice };

type ListingFormProps = {
  rules: ListingRules;
  maxImageBytes: number;
  initial: ListingDraft;
  /** The picture that stands already. */
  currentPictureUrl?: string | null;
  /** The category of a new listing is chosen; later it cannot be changed. */
  kind: "new" | "edit";
  submitLabel: string;
  busyLabel: string;
  /** What the alert says first when saving failed. */
  failed: (error: Error) => string;
  /** Beside the alert's sentences when nobody knows whether it was saved. */
  whenUnanswered?: ReactNode;
  save: (listing: Listing, picture: PictureChoice, onProgress: (share: number) => void) => Promise<void>;
  onSaved: () => void;
  onFailed?: (error: Error) => void;
  /** The page is left: what is still in the form. After a success, the empty form. */
  onLeave?: (draft: ListingDraft) => void;
};

export const EMPTY_DRAFT: ListingDraft = {
  values: { title: "", category: "", description: "", startingPrice: "", end: { day: "", time: "" } },
  picture: "keep",
};

export function ListingForm(props: ListingFormProps) {
  const { rules, maxImageBytes, initial, currentPictureUrl = null, kind, submitLabel, busyLabel } = props;
  const { failed, whenUnanswered, save, onSaved, onFailed, onLeave } = props;
  const [picture, setPicture] = useState(initial.picture);
  const [sentShare, setSentShare] = useState(0);
  const left = useRef<ListingDraft | null>(null);
  const form = useForm<ListingValues, unknown, Listing>({
    resolver: zodResolver(kind === "new" ? newListingSchema(rules) : editedListingSchema(rules)),
    defaultValues: initial.values,
    // Ours follows the order on screen, whatever registered first.
    shouldFocusError: false,
  });
  const { register, handleSubmit, setError, setFocus, getValues, formState } = form;
  const { errors } = formState;

  const saving = useMutation({
    mutationFn: (listing: Listing) => save(listing, picture, setSentShare),
    onMutate: () => setSentShare(0),
    onSuccess() {
      if (kind === "new") {
        form.reset(EMPTY_DRAFT.values);
        setPicture(EMPTY_DRAFT.picture);
        left.current = EMPTY_DRAFT;
        // For a person who has left meanwhile.
        onLeave?.(EMPTY_DRAFT);
      }
      onSaved();
    },
    onError(error) {
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
      onFailed?.(error);
    },
  });

  useLeaving(() => onLeave?.(left.current ?? { values: getValues(), picture }));

  const focusFirst = (found: FieldErrors<ListingValues>) => {
    const first = LISTING_FIELDS.find((name) => get(found, name) !== undefined);
    if (first) setFocus(first);
  };
  const pictureRefusal = saving.error instanceof ApiFailure ? saving.error.fields["image"]?.[0] : undefined;

  return (
    <form
      noValidate
      className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]"
      onSubmit={(event) => void handleSubmit((listing) => saving.mutate(listing), focusFirst)(event)}
    >
      <PictureField
        label="Product Image"
        hint={`Max ${Math.floor(maxImageBytes / BYTES_PER_MB)}MB. Images only: JPEG, PNG or WebP.`}
        file={picture instanceof File ? picture : null}
        currentUrl={picture === "keep" ? currentPictureUrl : null}
        maxBytes={maxImageBytes}
        error={pictureRefusal}
        // Taking away a new picture brings back the one that stands; taking that away leaves none.
        onChange={(file) => setPicture(file ?? (picture instanceof File ? "keep" : "remove"))}
      />
      <div className="min-w-0 space-y-6">
        <TextField label="Product Title" autoComplete="off" error={errors.title?.message} {...register("title")} />
        {kind === "new" && <CategoryField form={form} />}
        <TextAreaField label="Product Description" error={errors.description?.message} {...register("description")} />
        <TextField
          label="Starting Price"
          inputMode="decimal"
          autoComplete="off"
          prefix={currencySign(rules.currency)}
          hint={startingPriceHint(rules)}
          error={errors.startingPrice?.message}
          {...register("startingPrice")}
        />
        <EndFields form={form} rules={rules} />
        {saving.error && (
          <SaveFailure error={saving.error} headline={failed(saving.error)} whenUnanswered={whenUnanswered} />
        )}
        {saving.isPending && picture instanceof File && (
          <Progress label={sentShare < 1 ? "Uploading the picture" : "Almost done"} share={sentShare} />
        )}
        <Button type="submit" size="lg" className="w-full" busy={saving.isPending} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** Calls the newest `leave` when the component goes. */
function useLeaving(leave: () => void): void {
  const newest = useRef(leave);
  useEffect(() => {
    newest.current = leave;
  });
  useEffect(() => () => newest.current(), []);
}

/** A standing listing as the fields show it. */
export function valuesOf(standing: {
  title: string;
  description: string;
  startingPrice: number;
  auctionEndTime: string;
}): ListingValues {
  return {
    title: standing.title,
    category: "",
    description: standing.description,
    startingPrice: String(standing.startingPrice),
    end: choiceOf(Date.parse(standing.auctionEndTime)),
  };
}
