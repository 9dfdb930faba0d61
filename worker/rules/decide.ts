/**
 * The one entry point of the rules: decides a command about an auction at a given time. It is pure and total, and the
 * room decides everything through it. All inputs are arguments.
 */
import type { Auction } from "./auction.ts";
import { placeBid } from "./bidding.ts";
import { buyNow } from "./buying.ts";
import { close, releaseBuyer } from "./closing.ts";
import { type Decision, refuse } from "./decision.ts";
import { editBid } from "./editing.ts";
import type { Fact } from "./facts.ts";
import { deleteListing, editListing, openAuction } from "./listing.ts";
import { blockBidder, hideListing, showListing, unblockBidder, voidAuction } from "./moderation.ts";
import { releaseBid, requestRelease, voidBid, withdrawBid } from "./withdrawing.ts";

/** Every command about an existing auction, by its type, with the function that decides it. */
const DECIDERS = {
  placeBid,
  editBid,
  withdrawBid,
  requestRelease,
  releaseBid,
  releaseBuyer,
  voidBid,
  buyNow,
  editListing,
  deleteListing,
  blockBidder,
  unblockBidder,
  hideListing,
  showListing,
  voidAuction,
  close,
};

/** The seller's commands that need nothing but their sender, by the facts that record them. */
export const SELLER_COMMAND_BY_FACT = {
  buyerReleased: "releaseBuyer",
  cancelled: "deleteListing",
  removed: "deleteListing",
} as const satisfies { readonly [Type in Fact["type"]]?: Command["type"] };
export type SellerCommand = (typeof SELLER_COMMAND_BY_FACT)[keyof typeof SELLER_COMMAND_BY_FACT];

type Deciders = typeof DECIDERS & { readonly open: typeof openAuction };
type Commands = { readonly [Type in keyof Deciders]: Parameters<Deciders[Type]>[1] };
export type Command = Commands[keyof Commands];

/** The codes that a command can be refused with, which the compiler infers from the functions. */
export type RefusalCodeOf<Type extends Command["type"]> =
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
  return deciderOf(command.type)(auction, command, now);
}

type Decider<Type> = (auction: Auction, command: Type, now: number) => Decision;

function deciderOf<Type extends keyof typeof DECIDERS>(type: Type): Decider<Commands[Type]> {
  const deciders: { readonly [Each in keyof typeof DECIDERS]: Decider<Commands[Each]> } = DECIDERS;
  return deciders[type];
}
