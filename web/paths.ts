/** The addresses of all pages. Links and redirects use only these. */
export const paths = {
  home: "/",
  about: "/about",
  auctions: "/auctions",
  auction: (auctionId: string) => `/auction/${encodeURIComponent(auctionId)}`,
  seller: (sellerId: string) => `/seller/${encodeURIComponent(sellerId)}`,
  howItWorks: "/how-it-works",
  help: "/help",
  contact: "/contact",
  terms: "/terms",
  privacy: "/privacy",
  cookies: "/cookies",
  imprint: "/imprint",
  login: "/login",
  signup: "/signup",
  forgotPassword: "/forgot-password",
  /** The target of the link in the mail: `RESET_PAGE` of the contract. */
  resetPassword: "/reset-password",
  /** The target of the link in the mail: `EMAIL_PAGE` of the contract. */
  confirmEmail: "/confirm-email",
  dashboard: "/dashboard",
  myProfile: "/dashboard/my-profile",
  myAuctions: "/dashboard/my-auctions",
  createAuction: "/dashboard/create-auction",
  drafts: "/dashboard/drafts",
  editAuction: (auctionId: string) => `/dashboard/edit-auction/${encodeURIComponent(auctionId)}`,
  myBids: "/dashboard/my-bids",
  watchlist: "/dashboard/watchlist",
  auctionsWon: "/dashboard/auctions-won",
  history: "/dashboard/history",
  moderation: "/dashboard/moderation",
  desk: "/dashboard/desk",
  createCategory: "/dashboard/create-category",
} as const;

/** The form of a new listing with the content of a draft. */
export function draftPath(draftId: string): string {
  return `${paths.createAuction}?draft=${encodeURIComponent(draftId)}`;
}

/** The form of a new listing with the content of an own auction. */
export function likePath(auctionId: string): string {
  return `${paths.createAuction}?like=${encodeURIComponent(auctionId)}`;
}

/** The list of all auctions that a search finds. */
export function searchPath(text: string): string {
  return `${paths.auctions}?search=${encodeURIComponent(text)}`;
}

/** The list of all auctions in one category. */
export function categoryPath(categoryId: string): string {
  return `${paths.auctions}?category=${encodeURIComponent(categoryId)}`;
}

/** The live auctions that end within a day, the soonest first. */
export const endingPath = `${paths.auctions}?endsWithin=day`;

/** What was sold, the latest first. */
export const soldPath = `${paths.auctions}?status=Sold`;

/** Whether an address is that page's: the server serves it with a slash at its end, too. */
export function isAt(pathname: string, path: string): boolean {
  return pathname === path || pathname === `${path}/`;
}
