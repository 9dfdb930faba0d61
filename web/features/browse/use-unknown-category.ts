import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { categoriesQuery } from "../../api/categories.ts";

/**
 * Whether the category doesn't exist, because nothing is in it and no list names it. (An old address may have a merged
 * category. No list names it, but its items are found.) The second value takes the total of its list.
 */
export function useUnknownCategory(category: string | undefined): [boolean, (total: number | undefined) => void] {
  const [unknown, setUnknown] = useState<string>();
  const [empty, setEmpty] = useState<string>();
  const isUnknown = category !== undefined && category === unknown;
  const isEmpty = category !== undefined && category === empty;
  const { data: categories } = useQuery({ ...categoriesQuery, enabled: isEmpty });
  if (isEmpty && !isUnknown && categories && !categories.some(({ _id }) => _id === category)) setUnknown(category);
  const noteTotal = (total: number | undefined) => {
    if (total === 0 && category !== undefined && !isEmpty) setEmpty(category);
  };
  return [isUnknown, noteTotal];
}
