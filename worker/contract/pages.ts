/**
 * Text pages, with their titles and descriptions for search engines and link previews. The texts are in `web/texts`,
 * and a deployment may replace them: docs/deploy.md.
 */
export const TEXT_PAGES = {
  "/how-it-works": {
    title: "How It Works",
    description: "How to buy and sell at live auctions, from the first bid to the end.",
  },
  "/help": {
    title: "Help",
    description: "The rules of bidding, and what a bid means.",
  },
  "/contact": { title: "Contact", description: "How to reach the people who run this site." },
  "/terms": { title: "Terms", description: "The terms and conditions of buying and selling on this site." },
  "/privacy": { title: "Privacy", description: "What this site stores about you, why, and for how long." },
  "/cookies": { title: "Cookies", description: "The cookies that this site needs, and what each is for." },
  "/imprint": { title: "Imprint", description: "Who runs this site." },
} as const;

/** The addresses of all pages, as patterns. The Worker serves the app there; any other address is answered with 404. */
export const PAGES = [
  "/",
  "/about",
  "/auctions",
  "/auction/:auctionId",
  "/seller/:sellerId",
  "/how-it-works",
  "/help",
  "/contact",
  "/terms",
  "/privacy",
  "/cookies",
  "/imprint",
  "/login",
  "/signup",
  "/forgot-password",
  "/reset-password",
  "/confirm-email",
  "/dashboard",
  "/dashboard/my-profile",
  "/dashboard/my-auctions",
  "/dashboard/create-auction",
  "/dashboard/drafts",
  "/dashboard/edit-auction/:auctionId",
  "/dashboard/my-bids",
  "/dashboard/watchlist",
  "/dashboard/auctions-won",
  "/dashboard/history",
  "/dashboard/moderation",
  "/dashboard/desk",
  "/dashboard/create-category",
] as const;

const PATTERN = new RegExp(`^(?:${PAGES.map((page) => page.replace(/:\w+/, "[^/]+")).join("|")})/?$`);

export function isPage(path: string): boolean {
  return PATTERN.test(path);
}

export function isPagePattern(pattern: string): boolean {
  return PAGES.some((page) => page === pattern);
}

/** The pattern of a page's address, without the ids in it; null where there is no page. */
export function patternOf(path: string): string | null {
  return PAGES.find((page) => new RegExp(`^${page.replace(/:\w+/, "[^/]+")}/?$`).test(path)) ?? null;
}
