import { useQuery } from "@tanstack/react-query";
import { type Control, useController } from "react-hook-form";
import { Link } from "react-router";

import { categoriesQuery } from "../../../api/categories.ts";
import { paths } from "../../../paths.ts";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import type { Listing, ListingValues } from "./listing-schema.ts";

const FIRST = { value: "", label: "Choose a Category", disabled: true };
const NONE = { value: "none", label: "No categories available", disabled: true };

export function CategoryField({ control }: { control: Control<ListingValues, unknown, Listing> }) {
  const { field, fieldState } = useController({ control, name: "category" });
  const { data: categories = [], isPending } = useQuery(categoriesQuery);
  const options = categories.map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <Field
      label="Category"
      error={fieldState.error?.message}
      note={<span className="font-medium text-danger">Cannot be changed Later</span>}
      hint={
        <>
          Nothing fits?{" "}
          <Link to={paths.createCategory} className="rounded-sm font-medium text-accent hover:underline">
            Create Category
          </Link>
        </>
      }
    >
      {(attributes) => (
        <Select
          {...attributes}
          ref={field.ref}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          options={[FIRST, ...(options.length > 0 || isPending ? options : [NONE])]}
        />
      )}
    </Field>
  );
}
