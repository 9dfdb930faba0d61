import { useQuery } from "@tanstack/react-query";

import type { AuctionFilter } from "../../api/auctions.ts";
import { categoriesQuery } from "../../api/categories.ts";

/** The list's title, from the search or else the category. The Worker sends the page with the same title. */
export function useListTitle({ search, category }: AuctionFilter): string {
  const { data: categories } = useQuery({ ...categoriesQuery, enabled: category !== undefined });
  if (search !== undefined) return `Search for “${search}”`;
  return categories?.find(({ _id }) => _id === category)?.name ?? "All Auctions";
}
