/**
 * The requests to a room and its responses, as plain data. A request has an actor, a key and an origin. When its turn
 * is decided it becomes a command of the rules, which know only bids, bidders and amounts. This file has the requests
 * of bidders, which `decide-turn.ts` decides. `listing-requests.ts` has those of sellers and moderation.
 */
import type * as rpc from "../../room-rpc.ts";
import type { Maximum } from "../../rules/bidding.ts";
import type { RefusedBy } from "../../rules/decide.ts";
import type { ListingRequests, ListingResponses } from "./listing-requests.ts";

/** A request with the salt for the seal of its maximum, if it has one. */
export type WithSealedMaximum<Offered> = Omit<Offered, "maxMinor"> & { readonly maximum?: Maximum };

/** The most a new member can bid, in minor units. Absent for known ones. */
type OfferLimit = { readonly limitMinor?: number | undefined };

/** The requests to a room, as plain data. Everything random (IDs, salts) is already in them. */
export type Requests = ListingRequests & {
  /** `maxStandingBids` is the bidder's limit on this auction. Without it, that of the rules holds. */
  placeBid: { readonly type: "placeBid"; readonly maxStandingBids?: number } & OfferLimit &
    WithSealedMaximum<rpc.PlaceBidRequest>;
  editBid: { readonly type: "editBid" } & OfferLimit & WithSealedMaximum<rpc.EditBidRequest>;
  withdrawBid: { readonly type: "withdrawBid" } & rpc.WithdrawBidRequest;
  requestRelease: { readonly type: "requestRelease" } & rpc.StandingBidRequest;
  buyNow: { readonly type: "buyNow" } & OfferLimit & rpc.BuyNowRequest;
};
export type Request = Requests[keyof Requests];

/** The response to each accepted request. */
export type Responses = ListingResponses & {
  placeBid: rpc.BidPlaced;
  editBid: rpc.BidEdited;
  withdrawBid: rpc.BidWithdrawn;
  requestRelease: rpc.ReleaseRequested;
  buyNow: rpc.BidPlaced;
};

/** The command that a request becomes. */
type CommandOf<Type extends keyof Requests> = Type extends "setBlocked"
  ? "blockBidder" | "unblockBidder"
  : Type extends "setHidden"
    ? "hideListing" | "showListing"
    : Type;

/**
 * The codes that can refuse a request: those of the rules, of its idempotency key, and of a bid that waited too long.
 */
export type RefusedWith<Type extends keyof Requests> =
  // No one receives the answer to a seller's `voidBid`.
  | Exclude<RefusedBy<CommandOf<Type>>, Type extends "voidBid" ? "bidder_unknown" : never>
  | (Requests[Type] extends rpc.WithKey & { readonly actor: rpc.Actor } ? "key_reused" : never)
  | (Type extends "placeBid" | "editBid" | "buyNow" ? "busy" : never);

export type RequestOutcome = rpc.Answered<Responses[keyof Responses]>;
