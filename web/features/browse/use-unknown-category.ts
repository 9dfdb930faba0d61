import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { categoriesQuery } from "../../api/categories.ts";

/**
 * Whether the category doesn't exist, because it has no items and isn't in the category list. A merged category in an
 * old URL isn't in the list either, but its items are found. Call the returned function with the list's total.
 */
export function useUnknownCategory(category: string | undefined): [boolean, (total: number | undefined) => void] {
  const [unknownCategory, setUnknown] = useState<string>();
  const [emptyCategory, setEmpty] = useState<string>();
  const isUnknown = category !== undefined && category === unknownCategory;
  const isEmpty = category !== undefined && category === emptyCategory;
  const { data: categories } = useQuery({ ...categoriesQuery, enabled: isEmpty });
  if (isEmpty && !isUnknown && categories && !categories.some(({ _id }) => _id === category)) setUnknown(category);
  const recordTotal = (total: number | undefined) => {
    if (total === 0 && category !== undefined && !isEmpty) setEmpty(category);
  };
  return [isUnknown, recordTotal];
}
