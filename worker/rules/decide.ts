/**
 * The one entry point of the rules: decides a command about an auction at a given time. It is pure and total, and the
 * room decides everything through it. All inputs are arguments.
 */
import type { Auction } from "./auction.ts";
import { type PlaceBid, placeBid } from "./bidding.ts";
import { type BuyNow, buyNow } from "./buying.ts";
import { type Close, close, type ReleaseBuyer, releaseBuyer } from "./closing.ts";
import { type EditBid, editBid } from "./editing.ts";
import {
  type DeleteListing,
  deleteListing,
  type EditListing,
  editListing,
  type OpenAuction,
  openAuction,
} from "./listing.ts";
import {
  type BlockBidder,
  blockBidder,
  type HideListing,
  hideListing,
  type ShowListing,
  showListing,
  type UnblockBidder,
  unblockBidder,
  type VoidAuction,
  voidAuction,
} from "./moderation.ts";
import { type Decision, refuse } from "./refusal.ts";
import {
  type RequestRelease,
  requestRelease,
  type ReleaseBid,
  releaseBid,
  type VoidBid,
  voidBid,
  type WithdrawBid,
  withdrawBid,
} from "./withdrawing.ts";

export type Command =
  | OpenAuction
  | PlaceBid
  | EditBid
  | WithdrawBid
  | RequestRelease
  | ReleaseBid
  | ReleaseBuyer
  | VoidBid
  | BuyNow
  | EditListing
  | DeleteListing
  | BlockBidder
  | UnblockBidder
  | HideListing
  | ShowListing
  | VoidAuction
  | Close;

/** The function that decides each command. */
type Deciders = {
  open: typeof openAuction;
  placeBid: typeof placeBid;
  editBid: typeof editBid;
  withdrawBid: typeof withdrawBid;
  requestRelease: typeof requestRelease;
  releaseBid: typeof releaseBid;
  releaseBuyer: typeof releaseBuyer;
  voidBid: typeof voidBid;
  buyNow: typeof buyNow;
  editListing: typeof editListing;
  deleteListing: typeof deleteListing;
  blockBidder: typeof blockBidder;
  unblockBidder: typeof unblockBidder;
  hideListing: typeof hideListing;
  showListing: typeof showListing;
  voidAuction: typeof voidAuction;
  close: typeof close;
};

/** The codes that a command can be refused with, which the compiler infers from the functions. */
export type RefusedBy<Type extends Command["type"]> =
  | Extract<ReturnType<Deciders[Type]>, { readonly ok: false }>["refusal"]["code"]
  | (Type extends "open" ? never : "auction_not_found");

/**
 * Decides one command at `now` (epoch ms). Enforces (in order):
 * 1. `open` needs an ID without an auction: `auction_exists`
 * 2. every other command needs an auction that was not removed or canceled: `auction_not_found`
 * 3. what the command's own function enforces
 */
export function decide(auction: Auction | null, command: Command, now: number): Decision {
  if (command.type === "open") return openAuction(auction, command, now);
  if (!auction || auction.phase === "removed" || auction.phase === "cancelled") {
    return refuse({ code: "auction_not_found" });
  }
  switch (command.type) {
    case "placeBid":
      return placeBid(auction, command, now);
    case "editBid":
      return editBid(auction, command, now);
    case "withdrawBid":
      return withdrawBid(auction, command, now);
    case "requestRelease":
      return requestRelease(auction, command, now);
    case "releaseBid":
      return releaseBid(auction, command, now);
    case "releaseBuyer":
      return releaseBuyer(auction, command);
    case "voidBid":
      return voidBid(auction, command, now);
    case "buyNow":
      return buyNow(auction, command, now);
    case "editListing":
      return editListing(auction, command, now);
    case "deleteListing":
      return deleteListing(auction, command, now);
    case "blockBidder":
      return blockBidder(auction, command, now);
    case "unblockBidder":
      return unblockBidder(auction, command, now);
    case "hideListing":
      return hideListing(auction, command, now);
    case "showListing":
      return showListing(auction, now);
    case "voidAuction":
      return voidAuction(auction, command, now);
    case "close":
      return close(auction, command, now);
  }
}
