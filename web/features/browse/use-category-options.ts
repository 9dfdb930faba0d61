import { useQuery } from "@tanstack/react-query";

import { FIXED_CATEGORIES } from "../../../worker/contract/category.ts";
import { categoriesQuery } from "../../api/categories.ts";
import type { Option } from "../../ui/fields/select.tsx";

const ALL_OPTION: Option = { value: "", label: "All Categories" };
const FIXED_OPTIONS: readonly Option[] = FIXED_CATEGORIES.map(({ id, name }) => ({ value: id, label: name }));

/** The eight fixed categories come first and don't wait for the server. Categories that users have added follow. */
export function useCategoryOptions(): readonly Option[] {
  const { data: categories = [] } = useQuery(categoriesQuery);
  const addedOptions = categories
    .filter(({ _id }) => !FIXED_OPTIONS.some(({ value }) => value === _id))
    .map(({ _id, name }) => ({ value: _id, label: name }));
  return [ALL_OPTION, ...FIXED_OPTIONS, ...addedOptions];
}
