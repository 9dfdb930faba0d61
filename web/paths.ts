/** Every address of the pages. Links and redirects are made here and nowhere else. */
export const paths = {
  home: "/",
  about: "/about",
  auctions: "/auctions",
  auction: (auctionId: string) => `/auction/${encodeURIComponent(auctionId)}`,
  login: "/login",
  signup: "/signup",
  forgotPassword: "/forgot-password",
  /** Where the link of a mail leads: `RESET_PAGE` of the contract. */
  resetPassword: "/reset-password",
  dashboard: "/dashboard",
  myProfile: "/dashboard/my-profile",
  myAuctions: "/dashboard/my-auctions",
  createAuction: "/dashboard/create-auction",
  editAuction: (auctionId: string) => `/dashboard/edit-auction/${encodeURIComponent(auctionId)}`,
  auctionsWon: "/dashboard/auctions-won",
  history: "/dashboard/history",
  moderation: "/dashboard/moderation",
  createCategory: "/dashboard/create-category",
} as const;

/** The list of all auctions, narrowed to one category. */
export function categoryPath(categoryId: string): string {
  return `${paths.auctions}?category=${encodeURIComponent(categoryId)}`;
}
