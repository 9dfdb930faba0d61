import { useQuery } from "@tanstack/react-query";

import type { AuctionFilter } from "../../api/auctions.ts";
import { categoriesQuery } from "../../api/categories.ts";

/** The title of the list: the search, otherwise the category. The same as in the page from the Worker. */
export function useListTitle({ search, category }: AuctionFilter): string {
  const { data: categories } = useQuery({ ...categoriesQuery, enabled: category !== undefined });
  if (search !== undefined) return `Search for “${search}”`;
  return categories?.find(({ _id }) => _id === category)?.name ?? "All Auctions";
}
