/** The filter of the list of all auctions. It is part of the address, so that links and Back restore it. */
import { MAX_SEARCH } from "../../../worker/contract/lengths.ts";
import { DEFAULT_FILTER } from "../../../worker/contract/pages.ts";
import { toMinor } from "../../../worker/rules/money.ts";
import { endsWithin, id, sortOrder, statusFilter } from "../../api/answers.ts";
import type { AuctionFilter } from "../../api/auctions.ts";
import { checked } from "../../api/checked.ts";

export const SORTS = [
  { value: "newest", label: "Newest first" },
  { value: "ending", label: "Ending soonest" },
  { value: "ended", label: "Latest end first" },
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

/** The empty value filters nothing. */
export const ENDS = [
  { value: "", label: "Any time" },
  { value: "hour", label: "Within 1 hour" },
  { value: "day", label: "Within 24 hours" },
];

/** The meaning of an address without parameters. */
const DEFAULTS = { search: "", category: "", endsWithin: "", minPrice: "", maxPrice: "", ...DEFAULT_FILTER } as const;

/** `seller` is missing: the list of one seller's auctions is on the seller's own page, which has its id in its path. */
export const FILTER_NAMES = ["search", "category", "endsWithin", "minPrice", "maxPrice", "status", "sort"] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

export type FilterProps = {
  filter: AuctionFilter;
  onChange: (changes: Partial<Record<FilterName, string>>) => void;
};

/** Reads the address; invalid parameters mean the defaults. */
export function filterOf(params: URLSearchParams): AuctionFilter {
  const search = params.get("search")?.trim().slice(0, MAX_SEARCH);
  const category = checked(id, params.get("category"));
  const ends = checked(endsWithin, params.get("endsWithin"));
  const minPrice = priceOf(params.get("minPrice"));
  const maxPrice = priceOf(params.get("maxPrice"));
  return {
    ...(search ? { search } : {}),
    ...(category === null ? {} : { category }),
    ...(ends === null ? {} : { endsWithin: ends }),
    ...(minPrice === null ? {} : { minPrice }),
    ...(maxPrice === null ? {} : { maxPrice }),
    status: checked(statusFilter, params.get("status")) ?? DEFAULTS.status,
    sort: checked(sortOrder, params.get("sort")) ?? DEFAULTS.sort,
  };
}

function priceOf(text: string | null): number | null {
  const price = Number(text ?? "");
  return text?.trim() && toMinor(price) !== null ? price : null;
}

/** The address with some parameters changed; defaults are left out. */
export function withFilter(params: URLSearchParams, changes: Partial<Record<FilterName, string>>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of FILTER_NAMES) {
    const value = changes[name];
    if (value === undefined) continue;
    if (value === DEFAULTS[name]) next.delete(name);
    else next.set(name, value);
  }
  return next;
}
