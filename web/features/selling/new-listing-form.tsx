import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";

import { messageOf } from "../../api/failure.ts";
import { placeFailure } from "../../api/form-failure.ts";
import { createAuction } from "../../api/listings.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { serverNow } from "../../api/server-clock.ts";
import { settingsQuery } from "../../api/settings.ts";
import { paths } from "../../paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { currencySign } from "../../ui/price.tsx";
import { Progress } from "../../ui/progress.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toasts } from "../../ui/toast.ts";
import { CategoryField } from "./category-field.tsx";
import { EndFields } from "./end-fields.tsx";
import { endOf, proposedTime } from "./end-moment.ts";
import { ListingPicture } from "./listing-picture.tsx";
import { type NewListingFields, newListingSchema, STANDARD_SETTINGS } from "./listing-schema.ts";
import { isAboutPicture } from "./picture-failure.ts";

const EMPTY: NewListingFields = {
  title: "",
  category: "",
  description: "",
  startingPrice: "",
  endDate: "",
  endTime: "",
};

export function NewListingForm() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: settings = STANDARD_SETTINGS } = useQuery(settingsQuery);
  const [picture, setPicture] = useState<File | null>(null);
  const [pictureError, setPictureError] = useState<string>();
  const [sent, setSent] = useState(0);
  const form = useForm({ resolver: standardSchemaResolver(newListingSchema(settings)), defaultValues: EMPTY });
  const { register, control, handleSubmit, setError, setValue, reset, formState } = form;
  const { errors, dirtyFields, isSubmitted } = formState;

  const create = useMutation({
    mutationFn: createAuction,
    onMutate: () => setSent(0),
    async onSuccess() {
      toasts.success("Auction Created");
      reset(EMPTY);
      setPicture(null);
      void client.invalidateQueries({ queryKey: queryKeys.own });
      void client.invalidateQueries({ queryKey: queryKeys.auctionLists });
      await navigate(paths.myAuctions);
    },
    onError(error) {
      toasts.error("Cannot Create Auction");
      setPictureError(undefined);
      const placed = placeFailure(error, {
        setError,
        fields: ["title", "category", "description", "startingPrice", "endDate", "endTime"],
        named: { auctionDate: "endTime" },
        byCode: {
          starting_price_too_low: "startingPrice",
          category_unknown: "category",
          end_too_soon: "endTime",
          end_too_late: "endDate",
        },
      });
      if (!placed && isAboutPicture(error)) setPictureError(messageOf(error, ""));
    },
  });

  const submit = handleSubmit(({ endDate, endTime, ...texts }) => {
    const endsAt = endOf(endDate, endTime);
    if (endsAt === null) return;
    create.mutate({ ...texts, auctionDate: new Date(endsAt).toISOString(), picture, onProgress: setSent });
  });

  const date = register("endDate", {
    onChange({ target }: { target: { value: string } }) {
      // A time that the seller has set himself stays.
      if (!dirtyFields.endTime)
        setValue("endTime", proposedTime(target.value, serverNow()), { shouldValidate: isSubmitted });
    },
  });
  const [endDate, endTime] = useWatch({ control, name: ["endDate", "endTime"] });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-8 lg:grid-cols-[20rem_1fr]">
      <ListingPicture file={picture} settings={settings} error={pictureError} onChange={setPicture} />
      <div className="space-y-5">
        <TextField label="Product Title" maxLength={200} error={errors.title?.message} {...register("title")} />
        <CategoryField control={control} />
        <TextAreaField label="Product Description" error={errors.description?.message} {...register("description")} />
        <TextField
          label={`Starting Price (${settings.currency})`}
          inputMode="decimal"
          prefix={currencySign(settings.currency)}
          error={errors.startingPrice?.message}
          {...register("startingPrice")}
        />
        <EndFields
          date={date}
          time={register("endTime")}
          chosen={{ date: endDate, time: endTime }}
          errors={{ date: errors.endDate, time: errors.endTime }}
        />
        {create.error && (
          <Alert tone="danger">
            Failed to create auction. Please try again.
            <span className="block font-normal">{messageOf(create.error, create.error.message)}</span>
          </Alert>
        )}
        {create.isPending && picture && <Progress label="Uploading the picture" share={sent} />}
        <Button type="submit" size="lg" busy={create.isPending} busyLabel="Creating Auction...">
          Create Auction
        </Button>
      </div>
    </form>
  );
}
