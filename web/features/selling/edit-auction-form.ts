/**
 * The auction that is about to be edited: `editAuctionForm` of the session state. My Auctions puts it here and goes to
 * the edit page, which so has its fields at once. It is empty after a reload, and when the session ends.
 */
import type { Auction } from "../../../worker/contract/catalogue.ts";
import { onSessionChange } from "../../api/session.ts";

let editAuctionForm: Auction | null = null;

export function setEditAuctionForm(auction: Auction): void {
  editAuctionForm = auction;
}

export function clearEditAuctionForm(): void {
  editAuctionForm = null;
}

/** The stored auction, if it is the one with this id. */
export function editAuctionFormOf(auctionId: string): Auction | null {
  return editAuctionForm?._id === auctionId ? editAuctionForm : null;
}

onSessionChange(clearEditAuctionForm);
