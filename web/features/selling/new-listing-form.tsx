/** The form of a new listing. It is sent once; what was typed stays until it is saved, and is handed over on leaving. */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";

import { paths } from "../../paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { CategoryField } from "./category-field.tsx";
import { EMPTY_DRAFT, type ListingDraft } from "./draft.ts";
import { EndFields } from "./end-fields.tsx";
import { ListingPictures } from "./listing-pictures.tsx";
import { type Listing, type ListingRules, newListingSchema } from "./listing-schema.ts";
import { newFiles, togetherProblem } from "./pictures.ts";
import { PriceField } from "./price-field.tsx";
import { SaveFailure } from "./save-failure.tsx";
import { UploadBar } from "./upload-bar.tsx";
import { pictureRefusals, useListingForm } from "./use-listing-form.ts";

type NewListingFormProps = {
  rules: ListingRules;
  maxImageBytes: number;
  initial: ListingDraft;
  save: (listing: Listing, pictures: readonly File[], onProgress: (share: number) => void) => Promise<void>;
  onSaved: () => void;
  onFailed: (error: Error) => void;
  /** The page is left: what is still in the form. After a success, the empty form. */
  onLeave: (draft: ListingDraft) => void;
};

export function NewListingForm(props: NewListingFormProps) {
  const { rules, maxImageBytes, initial, save, onSaved, onFailed, onLeave } = props;
  const [pictures, setPictures] = useState(initial.pictures);
  const [sentShare, setSentShare] = useState(0);
  const left = useRef<ListingDraft | null>(null);
  const { form, onSubmit, showRefusal } = useListingForm(newListingSchema(rules), initial.values, rules);
  const { register, getValues, formState } = form;
  const { errors } = formState;
  const tooMuch = togetherProblem(pictures, maxImageBytes);

  const saving = useMutation({
    mutationFn: (listing: Listing) => save(listing, newFiles(pictures), setSentShare),
    onMutate: () => setSentShare(0),
    onSuccess() {
      form.reset(EMPTY_DRAFT.values);
      setPictures(EMPTY_DRAFT.pictures);
      left.current = EMPTY_DRAFT;
      // For a person who has left meanwhile.
      onLeave(EMPTY_DRAFT);
      onSaved();
    },
    onError(error) {
      showRefusal(error);
      onFailed(error);
    },
  });
  useLeaving(() => onLeave(left.current ?? { values: getValues(), pictures }));

  return (
    <form
      noValidate
      className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]"
      onSubmit={(event) => void onSubmit((listing) => saving.mutate(listing))(event)}
    >
      <ListingPictures
        pictures={pictures}
        maxImageBytes={maxImageBytes}
        errors={pictureRefusals(saving.error)}
        onChange={setPictures}
      />
      <div className="min-w-0 space-y-6">
        <TextField label="Product Title" autoComplete="off" error={errors.title?.message} {...register("title")} />
        <CategoryField form={form} />
        <TextAreaField label="Product Description" error={errors.description?.message} {...register("description")} />
        <PriceField form={form} rules={rules} />
        <EndFields form={form} rules={rules} />
        {tooMuch && <Alert tone="danger">{tooMuch}</Alert>}
        {saving.error && (
          <SaveFailure
            error={saving.error}
            headline="Failed to create auction. Please try again."
            whenUnanswered={
              <>
                It may have arrived all the same. Sent again as it is, it will not be listed twice; before you change
                it, look at{" "}
                <Link to={paths.myAuctions} className="underline underline-offset-4">
                  My Auctions
                </Link>
                .
              </>
            }
          />
        )}
        {saving.isPending && pictures.length > 0 && <UploadBar share={sentShare} />}
        <Button
          type="submit"
          size="lg"
          className="w-full"
          disabled={tooMuch !== undefined}
          busy={saving.isPending}
          busyLabel="Creating Auction..."
        >
          Create Auction
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
