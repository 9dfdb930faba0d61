import { useQuery } from "@tanstack/react-query";
import { type Control, useController } from "react-hook-form";

import { categoriesQuery } from "../../../api/categories.ts";
import { paths } from "../../../paths.ts";
import { Field } from "../../../ui/fields/field.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { Link } from "../../../ui/link.tsx";
import { hasFailed } from "../../../ui/query-state.ts";
import { RetryButton } from "../../../ui/retry-button.tsx";
import type { Listing, ListingValues } from "./listing-schema.ts";

const PLACEHOLDER_OPTION = { value: "", label: "Choose a Category", disabled: true };
const NO_CATEGORIES_OPTION = { value: "none", label: "No categories available", disabled: true };

export function CategoryField({ control }: { control: Control<ListingValues, unknown, Listing> }) {
  const { field, fieldState } = useController({ control, name: "category" });
  const query = useQuery(categoriesQuery);
  const { data: categories } = query;
  const options = (categories ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <div>
      <Field
        label="Category"
        error={fieldState.error?.message}
        note={<span className="font-medium text-danger">Cannot be changed Later</span>}
        hint={
          <>
            No category fits?{" "}
            <Link to={paths.createCategory} className="rounded-sm font-medium text-accent hover:underline">
              Create Category
            </Link>
          </>
        }
      >
        {(attributes) => (
          <Select
            {...attributes}
            {...field}
            options={[PLACEHOLDER_OPTION, ...(categories?.length === 0 ? [NO_CATEGORIES_OPTION] : options)]}
          />
        )}
      </Field>
      {hasFailed(query) && (
        <div className="mt-2 flex flex-wrap items-center gap-3 text-sm text-muted">
          Failed to display Category
          <RetryButton size="sm" query={query} />
        </div>
      )}
    </div>
  );
}
