import { useState } from "react";

import type { Auction } from "../../../worker/contract/catalogue.ts";
import { paths } from "../../paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { EditNotice } from "./edit-notice.tsx";
import { EditedPictures } from "./edited-pictures.tsx";
import { EndFields } from "./end-fields.tsx";
import { choiceOf } from "./end-moment.ts";
import { FixedTerms } from "./fixed-terms.tsx";
import { editedListingSchema, grownListingSchema, type ListingRules } from "./listing-schema.ts";
import { changedPictures, newFiles, picturesOf, togetherProblem } from "./pictures.ts";
import { PriceField } from "./price-field.tsx";
import { SaveFailure } from "./save-failure.tsx";
import { UploadBar } from "./upload-bar.tsx";
import { pictureRefusals, useListingForm } from "./use-listing-form.ts";
import { saveFailureWords, useSaveListing } from "./use-save-listing.ts";

type ListingEditFormProps = {
  /** As it stands; what was typed stays when it changes. */
  auction: Auction;
  /** What the deployment allows a new listing to be. */
  rules: ListingRules;
  maxImageBytes: number;
};

export function ListingEditForm({ auction, rules: limits, maxImageBytes }: ListingEditFormProps) {
  const [endsAt] = useState(() => Date.parse(auction.auctionEndTime));
  const [pictures, setPictures] = useState(() => picturesOf(auction.pictures));
  const ended = auction.status !== "Live";
  const frozen = ended || auction.bidCount > 0;

  const { title, description, startingPrice, currency } = auction;
  // An edit may move the end as near as it likes, but not into the past.
  const rules = { ...limits, currency, leadMs: 0, standing: { endsAt, startingPrice } };
  const { form, onSubmit, showRefusal } = useListingForm(
    frozen ? grownListingSchema(auction) : editedListingSchema(rules),
    { title, category: "", description, startingPrice: String(startingPrice), end: choiceOf(endsAt) },
    rules,
  );
  const { register, formState } = form;
  const { errors } = formState;
  const tooMuch = togetherProblem(pictures, maxImageBytes);
  const { save, sent } = useSaveListing(showRefusal);

  const submit = onSubmit(({ category: _settled, end: auctionEndTime, ...terms }) =>
    save.mutate({
      ...terms,
      auctionId: auction._id,
      auctionEndTime,
      pictures: frozen ? null : changedPictures(pictures, auction.pictures),
    }),
  );

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]"
    >
      <EditedPictures
        auction={auction}
        pictures={pictures}
        frozen={frozen}
        maxImageBytes={maxImageBytes}
        errors={pictureRefusals(save.error)}
        onChange={setPictures}
      />
      <div className="min-w-0 space-y-6">
        <EditNotice ended={ended} frozen={frozen} />
        {frozen ? (
          <FixedTerms auction={auction} />
        ) : (
          <TextField label="Title" autoComplete="off" error={errors.title?.message} {...register("title")} />
        )}
        <TextAreaField
          label="Description"
          readOnly={ended}
          hint={frozen && !ended ? "You can add to its end." : undefined}
          error={errors.description?.message}
          {...register("description")}
        />
        {!frozen && (
          <>
            <PriceField form={form} rules={rules} />
            <EndFields form={form} rules={rules} />
          </>
        )}
        {tooMuch && <Alert tone="danger">{tooMuch}</Alert>}
        {save.error && <SaveFailure error={save.error} headline={saveFailureWords(save.error)} />}
        {save.isPending && newFiles(pictures).length > 0 && <UploadBar share={sent} />}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            size="lg"
            disabled={ended || tooMuch !== undefined}
            busy={save.isPending}
            busyLabel="Saving..."
          >
            Save Changes
          </Button>
          <LinkButton to={paths.myAuctions} look="secondary" size="lg">
            Cancel
          </LinkButton>
        </div>
      </div>
    </form>
  );
}
