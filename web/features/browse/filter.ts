/** What the list of all auctions is narrowed to: it lives in the address, so that a link or Back brings it again. */
import { sortOrder, statusFilter } from "../../../worker/contract/auction.ts";
import { id } from "../../../worker/contract/fields.ts";
import { type AuctionFilter, STANDARD_FILTER } from "../../api/auctions.ts";

export const SORTS = [
  { value: "newest", label: "Newest first" },
  { value: "ending", label: "Ending soonest" },
  { value: "price_asc", label: "Price: low to high" },
  { value: "price_desc", label: "Price: high to low" },
  { value: "most_bids", label: "Most bids" },
];

export const STATUSES = [
  { value: "Live", label: "Live" },
  { value: "Sold", label: "Sold" },
  { value: "Expired", label: "Expired" },
  { value: "all", label: "Any status" },
];

/** What an address without parameters means. */
const STANDARD = { search: "", category: "", ...STANDARD_FILTER } as const;

export type FilterName = keyof typeof STANDARD;

/** Reads the address; what it says in a way that we do not know means the standard. */
export function filterOf(params: URLSearchParams): AuctionFilter {
  const search = params.get("search")?.trim().slice(0, 120);
  const category = id.safeParse(params.get("category"));
  return {
    ...(search ? { search } : {}),
    ...(category.success ? { category: category.data } : {}),
    status: statusFilter.catch(STANDARD.status).parse(params.get("status")),
    sort: sortOrder.catch(STANDARD.sort).parse(params.get("sort")),
  };
}

/** The address with one thing changed; the standard is not written out. */
export function withFilter(params: URLSearchParams, name: FilterName, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === STANDARD[name]) next.delete(name);
  else next.set(name, value);
  return next;
}
