/** The filter for the list of all auctions. It is part of the URL, so that links and Back restore it. */
import { DEFAULT_FILTER } from "../../../worker/contract/default-filter.ts";
import { MAX_SEARCH_LENGTH } from "../../../worker/contract/lengths.ts";
import { toMinor } from "../../../worker/rules/money.ts";
import type { AuctionFilter } from "../../api/auctions.ts";
import { parseOrNull } from "../../api/parse-or-null.ts";
import { id } from "../../api/response-schemas.ts";
import { CONDITIONS } from "../../ui/items/details-texts.ts";

type StatusFilter = NonNullable<AuctionFilter["status"]>;
type SortOrder = NonNullable<AuctionFilter["sort"]>;
type FilterChoice<Value extends string> = { readonly value: Value; readonly label: string };

export const SORT_CHOICES: readonly FilterChoice<SortOrder>[] = [
  { value: "ending", label: "Ending soonest" },
  { value: "ended", label: "Recently ended" },
  { value: "newest", label: "Newest first" },
  { value: "price_asc", label: "Price: low to high" },
  { value: "price_desc", label: "Price: high to low" },
  { value: "most_bids", label: "Most bids" },
];

export const STATUS_CHOICES: readonly FilterChoice<StatusFilter>[] = [
  { value: "Live", label: "Live" },
  { value: "Upcoming", label: "Upcoming" },
  { value: "Sold", label: "Sold" },
  { value: "Expired", label: "Expired" },
  { value: "all", label: "Any status" },
];

type Condition = NonNullable<AuctionFilter["condition"]>;
const isCondition = (word: string): word is Condition => word in CONDITIONS;
const NAMED_CONDITIONS: readonly FilterChoice<Condition>[] = Object.keys(CONDITIONS)
  .filter(isCondition)
  .map((value) => ({ value, label: CONDITIONS[value] }));
/** The empty value means no filter. */
export const CONDITION_CHOICES: readonly FilterChoice<Condition | "">[] = [
  { value: "", label: "Any condition" },
  ...NAMED_CONDITIONS,
];

type EndsWithin = NonNullable<AuctionFilter["endsWithin"]>;
const ENDS_WITHIN: readonly FilterChoice<EndsWithin>[] = [
  { value: "hour", label: "Within 1 hour" },
  { value: "day", label: "Within 24 hours" },
];
/** The empty value means no filter. */
export const ENDS_CHOICES: readonly FilterChoice<EndsWithin | "">[] = [
  { value: "", label: "Any time" },
  ...ENDS_WITHIN,
];

/** The sort orders that make no sense for a status. Live items haven't ended, and upcoming items have no bids. */
const EXCLUDED_SORT_ORDERS: Readonly<Record<StatusFilter, readonly SortOrder[]>> = {
  Live: ["ended"],
  Upcoming: ["ended", "most_bids"],
  Sold: ["ending"],
  Expired: ["ending"],
  all: ["ending", "ended"],
};

/** The sort orders for this status, the default first. */
export function sortOrdersFor(status: StatusFilter): readonly FilterChoice<SortOrder>[] {
  return SORT_CHOICES.filter(({ value }) => !EXCLUDED_SORT_ORDERS[status].includes(value));
}

/** Doesn't include `seller`, because a seller's auctions are on that seller's own page, with the ID in its path. */
const FILTER_NAMES = [
  "search",
  "category",
  "condition",
  "endsWithin",
  "minPrice",
  "maxPrice",
  "status",
  "sort",
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** Values to write into the URL. An empty one removes its filter. */
export type FilterChanges = Partial<Record<FilterName, string>>;
export type FilterProps = {
  filter: AuctionFilter;
  /** With `replace`, Back skips the URL before the change. */
  onChange: (changes: FilterChanges, replace?: boolean) => void;
};

/** A filter in the URL that the list ignores: its values, and why, if they're readable. */
export type IgnoredFilter = {
  readonly name: FilterName;
  readonly texts: readonly string[];
  readonly reason?: "crossed" | "not live" | "too long" | "unfit";
};

/**
 * Reads the filter from the URL. Case doesn't matter, an empty value means no filter, and unreadable values are
 * returned separately. It reads amounts only as we write them. `filter-notes.tsx` reads other formats.
 */
export function readFilter(params: URLSearchParams): {
  filter: AuctionFilter;
  ignored: readonly IgnoredFilter[];
} {
  const ignored: IgnoredFilter[] = [];
  const read = <Value>(name: FilterName, parse: (text: string) => Value | null): Value | null => {
    const texts = paramValues(params, name);
    const [value, ...others] = texts.map(parse);
    if (value === undefined) return null;
    if (value !== null && others.every((other) => other === value)) return value;
    ignored.push({ name, texts });
    return null;
  };
  const status = read("status", parseChoice(STATUS_CHOICES)) ?? DEFAULT_FILTER.status;
  const sort = read("sort", parseChoice(SORT_CHOICES));
  const endsWithin = read("endsWithin", parseChoice(ENDS_WITHIN));
  const search = read("search", (text) => text);
  const category = read("category", (text) => parseOrNull(id, text.toLowerCase()));
  const condition = read("condition", parseChoice(NAMED_CONDITIONS));
  const minPrice = read("minPrice", parsePrice);
  const maxPrice = read("maxPrice", parsePrice);
  const markIgnored = (name: FilterName, value: string | number | null, reason: IgnoredFilter["reason"] & string) =>
    ignored.push({ name, texts: [String(value)], reason });
  const isCrossed = minPrice !== null && maxPrice !== null && minPrice > maxPrice;
  const isSortAllowed = sort === null || sortOrdersFor(status).some(({ value }) => value === sort);
  if (!isSortAllowed) markIgnored("sort", sort, "unfit");
  if (endsWithin !== null && status !== "Live") markIgnored("endsWithin", endsWithin, "not live");
  if (isCrossed) {
    markIgnored("minPrice", minPrice, "crossed");
    markIgnored("maxPrice", maxPrice, "crossed");
  }
  if (search !== null && search.length > MAX_SEARCH_LENGTH) markIgnored("search", search, "too long");
  const filter: AuctionFilter = {
    ...(search === null ? {} : { search: search.slice(0, MAX_SEARCH_LENGTH) }),
    ...(category === null ? {} : { category }),
    ...(condition === null ? {} : { condition }),
    ...(endsWithin === null || status !== "Live" ? {} : { endsWithin }),
    ...(minPrice === null || isCrossed ? {} : { minPrice }),
    ...(maxPrice === null || isCrossed ? {} : { maxPrice }),
    status,
    sort: (isSortAllowed ? sort : null) ?? defaultSort(status),
  };
  return { filter, ignored };
}

export function defaultSort(status: StatusFilter): SortOrder {
  return sortOrdersFor(status)[0]?.value ?? DEFAULT_FILTER.sort;
}

/** The URL's values for a filter, without empty ones. The case of the parameter's name doesn't matter. */
function paramValues(params: URLSearchParams, name: FilterName): string[] {
  return Array.from(params).flatMap(([key, text]) => (isNamed(key, name) && text.trim() !== "" ? [text.trim()] : []));
}

function isNamed(key: string, name: FilterName): boolean {
  return key.toLowerCase() === name.toLowerCase();
}

function parseChoice<Value extends string>(choices: readonly FilterChoice<Value>[]) {
  return (text: string) => choices.find(({ value }) => isSame(value, text))?.value ?? null;
}

function isSame(value: string, text: string): boolean {
  return value.toLowerCase() === text.toLowerCase();
}

export function labelOf(choices: readonly FilterChoice<string>[], value: string | undefined): string | undefined {
  return choices.find((choice) => choice.value === value)?.label;
}

function parsePrice(text: string): number | null {
  const price = Number(text);
  return /^\d+(\.\d{1,2})?$/.test(text) && toMinor(price) !== null ? price : null;
}

/** The URL with some filters changed. Leaves out defaults and anything that doesn't fit a new status. */
export function withFilter(params: URLSearchParams, changes: FilterChanges): URLSearchParams {
  const next = new URLSearchParams(params);
  const write = (name: FilterName, value: string) => {
    for (const key of new Set(next.keys())) if (isNamed(key, name) && (key !== name || value === "")) next.delete(key);
    if (value !== "") next.set(name, value);
  };
  for (const name of FILTER_NAMES) {
    const value = changes[name];
    if (value !== undefined) write(name, value);
  }
  const { status = DEFAULT_FILTER.status, sort = "", endsWithin = "" } = readFilter(next).filter;
  if (changes.status === DEFAULT_FILTER.status) write("status", "");
  if (changes.status !== undefined || changes.sort !== undefined)
    write("sort", sort === defaultSort(status) ? "" : sort);
  if (changes.status !== undefined) write("endsWithin", endsWithin);
  return next;
}

/** How many filters are set, other than search and ending time. For the phone's filter button. */
export function countActiveFilters({
  category,
  condition,
  minPrice,
  maxPrice,
  status = DEFAULT_FILTER.status,
  sort,
}: AuctionFilter): number {
  return [
    category !== undefined,
    condition !== undefined,
    minPrice !== undefined || maxPrice !== undefined,
    status !== DEFAULT_FILTER.status,
    sort !== defaultSort(status),
  ].filter(Boolean).length;
}
