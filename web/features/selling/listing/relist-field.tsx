import { type Control, useController } from "react-hook-form";

import { Field } from "../../../ui/fields/field.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { relistChoices } from "../../../ui/items/relist-choices.ts";
import type { Listing, ListingValues } from "./listing-schema.ts";

/** How many times a new listing is relisted automatically. */
export function RelistField({ control }: { control: Control<ListingValues, unknown, Listing> }) {
  const { field } = useController({ control, name: "relistTimes" });
  return (
    <Field
      label="List again"
      hint="If it doesn't sell, we list it again a few minutes after it ends, unchanged and for the same duration. Only you see this. You can stop it on the auction's page."
    >
      {(attributes) => <Select {...attributes} {...field} options={relistChoices()} />}
    </Field>
  );
}
