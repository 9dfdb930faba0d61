import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";

import type { Auction, Settings } from "../../../worker/contract/auction.ts";
import { messageOf } from "../../api/failure.ts";
import { placeFailure } from "../../api/form-failure.ts";
import type { ListingEdit } from "../../api/listings.ts";
import { paths } from "../../paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { currencySign } from "../../ui/price.tsx";
import { Progress } from "../../ui/progress.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { EditNotice } from "./edit-notice.tsx";
import { EditedPicture } from "./edited-picture.tsx";
import { EndFields } from "./end-fields.tsx";
import { dateText, endOf, timeText } from "./end-moment.ts";
import { FixedTerms } from "./fixed-terms.tsx";
import { growingDescriptionSchema, listingEditSchema } from "./listing-schema.ts";
import { isAboutPicture } from "./picture-failure.ts";
import { useSaveListing } from "./use-save-listing.ts";

type ListingEditFormProps = {
  /** As it stands; what was typed stays when it changes. */
  auction: Auction;
  settings: Settings;
};

export function ListingEditForm({ auction, settings }: ListingEditFormProps) {
  const [endsAt] = useState(() => Date.parse(auction.auctionEndTime));
  const [picture, setPicture] = useState<ListingEdit["picture"]>("keep");
  const [pictureError, setPictureError] = useState<string>();
  const ended = auction.status !== "Live";
  const frozen = ended || auction.bidCount > 0;

  const standing = { startingPrice: auction.startingPrice, endsAt };
  const resolver = frozen
    ? standardSchemaResolver(growingDescriptionSchema(auction.description))
    : standardSchemaResolver(listingEditSchema(settings, standing));
  const { register, control, handleSubmit, setError, formState } = useForm({
    resolver,
    defaultValues: {
      title: auction.title,
      description: auction.description,
      startingPrice: String(auction.startingPrice),
      endDate: dateText(endsAt),
      endTime: timeText(endsAt),
    },
  });
  const { errors, dirtyFields } = formState;
  const [endDate, endTime] = useWatch({ control, name: ["endDate", "endTime"] });

  const { save, sent } = useSaveListing((error) => {
    setPictureError(isAboutPicture(error) ? messageOf(error, "") : undefined);
    placeFailure(error, {
      setError,
      fields: ["title", "description", "startingPrice", "endDate", "endTime"],
      named: { auctionEndTime: "endTime" },
      byCode: { starting_price_too_low: "startingPrice", end_too_soon: "endTime", end_too_late: "endDate" },
    });
  });

  const submit = handleSubmit(({ description, title, startingPrice, ...chosen }) => {
    const { _id: auctionId, scheduledEndTime: auctionEndTime } = auction;
    const fixed = { auctionId, title: auction.title, startingPrice: auction.startingPrice, auctionEndTime };
    if (frozen) return save.mutate({ ...fixed, description, picture: "keep" });
    const chosenAt = endOf(chosen.endDate, chosen.endTime);
    const moved = dirtyFields.endDate === true || dirtyFields.endTime === true;
    return save.mutate({
      auctionId,
      title,
      description,
      startingPrice,
      // The field knows minutes; an end that was not touched stays what it is to the millisecond.
      auctionEndTime: moved && chosenAt !== null ? new Date(chosenAt).toISOString() : auctionEndTime,
      picture,
    });
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-8 lg:grid-cols-[20rem_1fr]">
      <EditedPicture
        auction={auction}
        picture={picture}
        frozen={frozen}
        settings={settings}
        error={pictureError}
        onChange={setPicture}
      />
      <div className="space-y-5">
        <EditNotice ended={ended} frozen={frozen} />
        {frozen ? (
          <FixedTerms auction={auction} />
        ) : (
          <>
            <TextField label="Title" error={errors.title?.message} {...register("title")} />
            <TextField
              label={`Starting Price (${auction.currency})`}
              inputMode="decimal"
              prefix={currencySign(auction.currency)}
              error={errors.startingPrice?.message}
              {...register("startingPrice")}
            />
            <EndFields
              date={register("endDate")}
              time={register("endTime")}
              chosen={{ date: endDate, time: endTime }}
              errors={{ date: errors.endDate, time: errors.endTime }}
            />
          </>
        )}
        <TextAreaField
          label="Description"
          readOnly={ended}
          hint={frozen && !ended ? "You can add to its end." : undefined}
          error={errors.description?.message}
          {...register("description")}
        />
        {save.error && (
          <Alert tone="danger">{messageOf(save.error, "We cannot reach the server: nothing is lost, try again")}</Alert>
        )}
        {save.isPending && picture instanceof File && <Progress label="Uploading the picture" share={sent} />}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="lg" disabled={ended} busy={save.isPending} busyLabel="Saving...">
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
