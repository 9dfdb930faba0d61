/** The addresses of all pages, as patterns. The Worker serves the app there; any other address is answered with 404. */
export const PAGES = [
  "/",
  "/about",
  "/auctions",
  "/auction/:auctionId",
  "/login",
  "/signup",
  "/forgot-password",
  "/reset-password",
  "/dashboard",
  "/dashboard/my-profile",
  "/dashboard/my-auctions",
  "/dashboard/create-auction",
  "/dashboard/edit-auction/:auctionId",
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
