/**
 * What search engines and link previews show of the pages; no page has it in its script. None has the site's name, which
 * the Worker adds to each title.
 */
import { TEXT_PAGES } from "./pages.ts";

/**
 * The titles and descriptions of the other pages that search engines list. Those of an item, a seller and a category are
 * made from it.
 */
const LISTED_PAGES = {
  "/": {
    title: "Live auctions",
    description: "An online auction marketplace with live bidding: list an item, bid in real time, and win.",
  },
  "/auctions": {
    title: "All Auctions",
    description: "Every auction: search, choose a category, and bid live.",
  },
  "/about": {
    title: "About",
    description: "What this site is, how bids are decided, and how anyone can check that the rules were followed.",
  },
  "/login": { title: "Login", description: "Sign in to bid, sell, and follow your auctions." },
  "/signup": { title: "Sign Up", description: "Create an account to bid and sell at live auctions." },
} as const;

/** The addresses that sitemaps list, besides those of items, sellers and categories. */
export const LISTED_ADDRESSES = [...Object.keys(LISTED_PAGES), ...Object.keys(TEXT_PAGES)];

export type PageText = { readonly title: string; readonly description: string };

/** What search engines show of a page with a text of its own; null for any other page. */
export function pageTextAt(path: string): PageText | null {
  return Object.entries({ ...LISTED_PAGES, ...TEXT_PAGES }).find(([address]) => address === path)?.[1] ?? null;
}
