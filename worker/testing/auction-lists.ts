/** Fetches the list of all auctions in the same way as the pages. */
import type { AuctionsQuery } from "../contract/auction.ts";
import { auctionsResponse } from "../contract/catalogue.ts";
import type { AuctionRow } from "../db/schema.ts";
import { insertAuction } from "./catalogue.ts";
import { fetchPages, requestJson } from "./http.ts";

type ListQuery = Partial<Record<keyof AuctionsQuery, string | number>>;

function pathOf(query: ListQuery): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) params.set(name, `${value}`);
  return `/auction/fetchAllAuctions?${params.toString()}`;
}

export function fetchAuctions(query: ListQuery) {
  return requestJson(auctionsResponse, pathOf(query));
}
export async function fetchIds(query: ListQuery): Promise<string[]> {
  return (await fetchAuctions(query)).auctions.map((auction) => auction._id);
}
/** The IDs on all pages of a list, in order. */
export async function fetchAllIds(query: ListQuery, between?: (page: number) => Promise<unknown>): Promise<string[]> {
  const pages = await fetchPages(auctionsResponse, pathOf(query), {}, between);
  return pages.flatMap(({ auctions }) => auctions.map((auction) => auction._id));
}
export async function insertAuctions(
  category: string,
  count: number,
  overridesFor: (index: number) => Partial<AuctionRow>,
) {
  const rows: AuctionRow[] = [];
  for (let index = 0; index < count; index += 1)
    rows.push(await insertAuction({ categoryId: category, ...overridesFor(index) }));
  return rows;
}
export const idsIn = (rows: readonly AuctionRow[]) => rows.map((row) => row.id);
