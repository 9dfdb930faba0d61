import { useQuery } from "@tanstack/react-query";
import { type Control, Controller } from "react-hook-form";

import { categoriesQuery } from "../../api/categories.ts";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import type { NewListingFields } from "./listing-schema.ts";

const CHOOSE = { value: "", label: "Choose a Category", disabled: true };
const NONE = { value: "none", label: "No categories available", disabled: true };

export function CategoryField({ control }: { control: Control<NewListingFields> }) {
  const { data: categories, isPending } = useQuery(categoriesQuery);
  const options = (categories ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
  const none = !isPending && options.length === 0;
  return (
    <Controller
      control={control}
      name="category"
      render={({ field, fieldState }) => (
        <Field
          label="Category"
          note={<span className="font-medium text-danger">Cannot be changed Later</span>}
          error={fieldState.error?.message}
        >
          {(ids) => <Select {...ids} {...field} options={none ? [CHOOSE, NONE] : [CHOOSE, ...options]} />}
        </Field>
      )}
    />
  );
}
