import { Fragment, type ReactNode } from "react";
import { type Control, useController, useWatch } from "react-hook-form";

import type { DetailName } from "../../../../worker/contract/listing-details.ts";
import type { ContractForm } from "../../../shared/use-contract-form.ts";
import { AmountField } from "../../../ui/fields/amount-field.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { CONDITIONS, RETURNS, SHIPPING } from "../../../ui/items/details-texts.ts";
import type { Listing, ListingValues } from "./listing-schema.ts";

type DetailsFieldsProps = { form: ContractForm<ListingValues, Listing>; currency: string };

/** The item's details, all optional. */
export function DetailsFields({ form, currency }: DetailsFieldsProps) {
  const { register, control, errors } = form;
  const { shipping, shippingPrice = "" } = useWatch({ control, name: "details" });
  const inputs: Readonly<Record<DetailName, ReactNode>> = {
    condition: <Choice control={control} name="condition" label="Condition" choices={CONDITIONS} />,
    returns: <Choice control={control} name="returns" label="Returns" choices={RETURNS} />,
    shipping: <Choice control={control} name="shipping" label="Shipping" choices={SHIPPING} />,
    shippingPrice: shipping === "price" && (
      <AmountField
        {...register("details.shippingPrice", { shouldUnregister: true })}
        label="Shipping price"
        currency={currency}
        typed={shippingPrice}
        describeAmount={(price) => `Shipping costs ${price}`}
        hint="Enter 0 for free shipping."
        error={errors.details?.shippingPrice?.message}
      />
    ),
    location: (
      <TextField
        {...register("details.location")}
        label="Item location"
        placeholder="City, country"
        autoComplete="off"
        error={errors.details?.location?.message}
      />
    ),
  };
  return (
    <fieldset>
      <legend className="text-sm font-medium">Item details</legend>
      <p className="mt-1 text-sm text-muted">Optional. Buyers see them before they bid.</p>
      <div className="mt-3 grid gap-5 sm:grid-cols-2">
        {Object.entries(inputs).map(([name, input]) => (
          <Fragment key={name}>{input}</Fragment>
        ))}
      </div>
    </fieldset>
  );
}

type ChoiceProps = {
  control: Control<ListingValues, unknown, Listing>;
  name: DetailName;
  label: string;
  choices: Readonly<Record<string, string>>;
};

function Choice({ control, name, label, choices }: ChoiceProps) {
  const { field, fieldState } = useController({ control, name: `details.${name}` });
  const options = Object.entries(choices).map(([value, text]) => ({ value, label: text }));
  return (
    <Field label={label} error={fieldState.error?.message}>
      {(attributes) => (
        <Select
          {...attributes}
          {...field}
          value={field.value ?? ""}
          options={[{ value: "", label: "Not stated" }, ...options]}
        />
      )}
    </Field>
  );
}
