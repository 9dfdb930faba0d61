import { MAX_SEARCH_LENGTH } from "../../../worker/contract/lengths.ts";
import { type FilterName, labelOf, SORT_CHOICES, type IgnoredFilter } from "./filter.ts";

const WORDS: Readonly<Record<FilterName, string>> = {
  search: "search",
  category: "category",
  condition: "condition",
  endsWithin: "time left",
  minPrice: "lowest price",
  maxPrice: "highest price",
  status: "status",
  sort: "sort order",
};

/** Explains which filters the list ignores, and why. */
export function ignoredFiltersText(filters: readonly IgnoredFilter[]): string {
  const unreadable = filters.filter(({ reason }) => reason === undefined).map(quotedText);
  const reasons = new Set(filters.flatMap((each) => reasonOf(each) ?? []));
  const list = new Intl.ListFormat("en").format(unreadable);
  return [...(unreadable.length > 0 ? [`We couldn't read the ${list} in this address.`] : []), ...reasons].join(" ");
}

function quotedText({ name, texts }: IgnoredFilter): string {
  // Values in a URL can be any length.
  const quoted = texts.map((text) => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`);
  return `${WORDS[name]} ${quoted.join(" or ")}`;
}

function reasonOf({ texts, reason }: IgnoredFilter): string | null {
  switch (reason) {
    case "unfit":
      return `You can't sort items with this status by “${labelOf(SORT_CHOICES, texts[0])}”.`;
    case "not live":
      return "Filtering by time left only works for live items.";
    case "crossed":
      return "The lowest price is above the highest one.";
    case "too long":
      return `We only searched for the first ${MAX_SEARCH_LENGTH} characters.`;
    default:
      return null;
  }
}
