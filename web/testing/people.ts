/** Builders for the signed-in person's own data in the contract's shapes. */
import type { Account, HistoryEntry, Profile } from "../../worker/contract/account.ts";

export function account(more: Partial<Account> = {}): Account {
  return {
    _id: "mara",
    id: "mara",
    name: "Mara Lindqvist",
    firstName: "Mara",
    lastName: "Lindqvist",
    email: "mara@example.com",
    emailVerified: true,
    image: null,
    role: "User",
    createdAt: "2026-03-05T09:00:00.000Z",
    products: [],
    winnings: [],
    ...more,
  };
}

export function profile(more: Partial<Profile> = {}): Profile {
  return {
    user: account(),
    hasPassword: true,
    isNameHidden: false,
    anonymous: false,
    statistics: {
      totalAuctions: 7,
      totalWinnings: 2,
      totalBids: 31,
      totalWinningsValue: 1234.5,
      watchListCount: 4,
      activeAuctions: 5,
      completedAuctions: 3,
    },
    recentActivity: [],
    ...more,
  };
}

export function historyEntry(id: string, more: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    id,
    auctionId: `auction-${id}`,
    type: "bid",
    title: `Lot ${id}`,
    image: null,
    amount: 150,
    currency: "USD",
    status: "active",
    date: "2026-11-21T09:00:00.000Z",
    ...more,
  };
}

export const SETTINGS = {
  currency: "USD",
  minStartingPrice: 100,
  minAuctionSeconds: 60,
  softCloseSeconds: 120,
  maxImageBytes: 10 * 1024 * 1024,
  google: false,
};
