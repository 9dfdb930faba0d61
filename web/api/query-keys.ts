/**
 * The query cache's keys, except a few that only one file uses. Keys that start with `own` belong to the signed-in
 * person and end with the session.
 */
import type { AuctionsQuery } from "../../worker/contract/auction.ts";

export const queryKeys = {
  settings: ["settings"],
  text: (path: string) => ["text", path],
  counts: ["counts"],
  categories: ["categories"],
  featured: ["featured"],
  /** All lists of auctions, with any filter. */
  auctionLists: ["auctions"],
  auctions: (query: AuctionsQuery) => ["auctions", query],
  /** Part of `auctionLists`, so it's invalidated with them. */
  similar: (auctionId: string) => ["auctions", "similar", auctionId],
  /** Sellers' pages and their ratings from buyers. */
  sellerPages: ["seller"],
  seller: (sellerId: string) => ["seller", sellerId],
  ratings: (sellerId: string) => ["seller", sellerId, "ratings"],
  sellers: (search: string) => ["sellers", search],
  singleAuctions: ["auction"],
  auction: (auctionId: string) => ["auction", auctionId],
  watchers: (auctionId: string) => ["watchers", auctionId],
  relisted: (auctionId: string) => ["relisted", auctionId],
  /** Not under `own`, because it outlives an expired session until the same person signs in again. */
  currentForm: (userId: string) => ["listing-draft", userId],
  /** This browser's copy of a form, read again every time. */
  formCopy: (userId: string, draftId: string | null) => ["form-copy", userId, draftId],
  /** Not under `own`, for the same reason as `currentForm`. */
  interruptedEdit: (userId: string, auctionId: string) => ["interrupted-edit", userId, auctionId],
  drafts: ["own", "drafts"],
  own: ["own"],
  notifications: ["own", "notifications"],
  profile: ["own", "profile"],
  trust: ["own", "trust"],
  sessions: ["own", "sessions"],
  passkeys: ["own", "passkeys"],
  ownAuctions: ["own", "auctions"],
  editAuctionForm: ["own", "edit-auction-form"],
  winnings: ["own", "winnings"],
  joined: ["own", "joined"],
  watchlist: ["own", "watchlist"],
  blocked: ["own", "blocked"],
  /** The questions about any auction. */
  questionLists: ["own", "questions"],
  /** Which questions are hidden, and which are the reader's own, depends on who's signed in. */
  questions: (auctionId: string) => ["own", "questions", auctionId],
  relistPlan: (auctionId: string) => ["own", "relist-plan", auctionId],
  /** All deal data: lists, counts and single deals. */
  deals: ["own", "deals"],
  dealLists: ["own", "deals", "list"],
  dealList: (view: string) => ["own", "deals", "list", view],
  dealCounts: ["own", "deals", "counts"],
  singleDeals: ["own", "deals", "one"],
  /** By its ID, or its auction's. */
  deal: (id: string) => ["own", "deals", "one", id],
  invoice: (dealId: string) => ["own", "deals", "invoice", dealId],
  address: ["own", "address"],
  paymentInstructions: ["own", "payment-instructions"],
  secondChance: (auctionId: string) => ["second-chance", auctionId],
  aliases: (auctionId: string) => ["own", "aliases", auctionId],
  maximum: (auctionId: string) => ["own", "maximum", auctionId],
  moderation: ["own", "moderation"],
  admin: ["own", "admin"],
  adminList: (view: string, query: object) => ["own", "admin", view, query],
  adminDeal: (dealId: string, reason: string) => ["own", "admin", "deal", dealId, reason],
  adminSessions: (personId: string) => ["own", "admin", "sessions", personId],
  shillSignals: ["own", "shill-signals"],
  histories: ["own", "history"],
  history: (type: string) => ["own", "history", type],
} as const;
