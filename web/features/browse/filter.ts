/** The filter of the list of all auctions. It is part of the address, so that links and Back restore it. */
import { sortOrder, statusFilter } from "../../../worker/contract/auction.ts";
import { id } from "../../../worker/contract/fields.ts";
import { type AuctionFilter, DEFAULT_FILTER } from "../../api/auctions.ts";

export const SORTS = [
  { value: "newest", label: "Newest first" },
  { value: "ending", label: "Ending soonest" },
  { value: "price_asc", label: "Price: low to high" },
  { value: "price_desc", label: "Price: high to low" },
  { value: "most_bids", label: "Most bids" },
];

export const STATUSES = [
  { value: "Live", label: "Live" },
  { value: "Upcoming", label: "Upcoming" },
  { value: "Sold", label: "Sold" },
  { value: "Expired", label: "Expired" },
  { value: "all", label: "Any status" },
];

/** The meaning of an address without parameters. */
const DEFAULTS = { search: "", category: "", ...DEFAULT_FILTER } as const;

export type FilterName = keyof typeof DEFAULTS;

/** Reads the address; invalid parameters mean the defaults. */
export function filterOf(params: URLSearchParams): AuctionFilter {
  const search = params.get("search")?.trim().slice(0, 120);
  const category = id.safeParse(params.get("category"));
  return {
    ...(search ? { search } : {}),
    ...(category.success ? { category: category.data } : {}),
    status: statusFilter.catch(DEFAULTS.status).parse(params.get("status")),
    sort: sortOrder.catch(DEFAULTS.sort).parse(params.get("sort")),
  };
}

/** The address with one parameter changed; defaults are left out. */
export function withFilter(params: URLSearchParams, name: FilterName, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === DEFAULTS[name]) next.delete(name);
  else next.set(name, value);
  return next;
}
