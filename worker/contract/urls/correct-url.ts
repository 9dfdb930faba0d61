/**
 * Fixes URLs as people paste them: with a period or bracket at the end, a chat's invisible character, capital letters,
 * a doubled slash or campaign parameters. The Worker redirects to the intended URL. This file checks only the format of
 * our URLs, not whether an item exists.
 */
import { PAGE_PATHS } from "./pages.ts";

/** An ID without anything attached to it. */
const ID = /(?<![0-9a-z])[0-9a-f]{32}(?![0-9a-z])/;
/** A deal's URL has its number after the auction's ID. Without the number it would be the URL of the newest deal. */
const DEAL_ID = /(?<![0-9a-z])[0-9a-f]{32}-\d(?![0-9a-z])/;
const WORD = /[0-9a-z](?:[\w-]*[0-9a-z])?/;
/** Spaces, line breaks and invisible characters. An email that wraps long lines puts them into an ID. */
const INVISIBLE = /[\s\p{Cf}]+/gu;

const idOf = (parameter: string) => `[0-9a-f]{32}${parameter === ":dealId" ? "(?:-\\d)?" : ""}`;
const PAGE = new RegExp(`^(?:${PAGE_PATHS.map((page) => page.replace(/:\w+/, idOf)).join("|")})$`);

/** Parameters that emails, ads and social networks append. No page reads them. */
const TRACKING_PARAMETERS =
  /^(?:utm_.*|mtm_.*|(?:fb|g|d|ms|y|tw|tt)clid|[gw]braid|gad_.*|mc_[ce]id|_hs(?:enc|mi)|igshi?d?|srsltid|ref_src)$/i;
/** Parameters with one word as their value. A search can contain anything. */
const WORD_PARAMETERS = new Set(["category", "condition", "draft", "endsWithin", "like", "show", "sort", "status"]);
const PRICE_PARAMETERS = new Set(["minPrice", "maxPrice"]);

/**
 * The URL of the intended page, as a path with its query. Null if the URL is already correct, or no page matches.
 * `pathname` and `search` come from a URL, percent-encoded.
 */
export function correctUrl(pathname: string, search: string): string | null {
  const [, path = "", query = "", anchor = ""] = /^([^?#]*)\??([^#]*)#?(.*)$/s.exec(decode(pathname)) ?? [];
  const page = [path, path.replaceAll(INVISIBLE, "")]
    .flatMap((each) => [tidyPath(each, DEAL_ID), tidyPath(each, ID)])
    .find((tidied) => PAGE.test(tidied));
  if (page === undefined) return null;
  const corrected = page + tidyQuery(query === "" ? search : `?${query}`) + tidyAnchor(anchor);
  return corrected === pathname + search ? null : corrected;
}

/** If a URL was cut within a percent-encoded character, reads it only up to its first `%`. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.slice(0, text.indexOf("%"));
  }
}

function tidyPath(path: string, id: RegExp): string {
  const words = path
    .toLowerCase()
    .split(/[/\\]/)
    .map((part) => findWord(part, id));
  return `/${words.filter((word) => word !== "").join("/")}`;
}

/** Removes the punctuation around a part, and anything after it. */
function findWord(part: string, id = ID): string {
  return (id.exec(part) ?? WORD.exec(part))?.[0] ?? "";
}

/** The query. Every valid part stays the same, character for character. */
function tidyQuery(search: string): string {
  const parts = search.slice(1).replaceAll("&amp;", "&").split("&");
  const corrected = parts.map(tidyPart).filter((part) => part !== "");
  return corrected.length === 0 ? "" : `?${corrected.join("&")}`;
}

/**
 * Corrects a parameter with its value, both percent-encoded. Returns an empty string for tracking parameters, and for
 * names without a letter or digit.
 */
function tidyPart(part: string): string {
  const end = part.indexOf("=");
  const name = decode(end < 0 ? part : part.slice(0, end));
  if (TRACKING_PARAMETERS.test(name) || !/\w/.test(name)) return "";
  const value = decode((end < 0 ? "" : part.slice(end + 1)).replaceAll("+", " "));
  const corrected = tidyValue(name, value);
  return corrected === value ? part : `${name}=${encodeURIComponent(corrected)}`;
}

function tidyValue(name: string, value: string): string {
  if (name === "category") return findWord(value.toLowerCase());
  if (WORD_PARAMETERS.has(name)) return /\w+/.exec(value)?.[0] ?? "";
  return PRICE_PARAMETERS.has(name) ? value.replace(/\D+$/, "") : value;
}

/** A fragment for a place on a page, but not for text to highlight (`#:~:text=`). */
function tidyAnchor(anchor: string): string {
  const word = anchor.startsWith(":~:") ? "" : findWord(anchor.toLowerCase());
  return word === "" ? "" : `#${word}`;
}
