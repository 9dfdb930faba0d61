/**
 * The requests to a room and its responses, as plain data. A request is what reaches the room, with its actor, key and
 * origin. When its turn is decided it becomes a command of the rules, which know only bids, bidders and amounts.
 * Here are those of bidders, which `decide-turn.ts` decides; those of sellers and of moderation are in
 * `listing-requests.ts`.
 */
import type * as rpc from "../../room-rpc.ts";
import type { Maximum } from "../../rules/bidding.ts";
import type { RefusedBy } from "../../rules/decide.ts";
import type { ListingRequests, ListingResponses } from "./listing-requests.ts";

/** A request with the salt for the seal of its maximum, if it has one. */
export type Salted<Offered> = Omit<Offered, "maxMinor"> & { readonly maximum?: Maximum };

/** The most that a new member may offer, in minor units; absent for known ones. */
type OfferLimit = { readonly limitMinor?: number | undefined };

/** The requests to a room, as plain data. Everything random (ids, salts) is already in them. */
export type Requests = ListingRequests & {
  /** `maxStandingBids` is the bidder's limit on this auction, if it differs from that of the rules. */
  placeBid: { readonly type: "placeBid"; readonly maxStandingBids?: number } & OfferLimit & Salted<rpc.PlaceBidRequest>;
  editBid: { readonly type: "editBid" } & OfferLimit & Salted<rpc.EditBidRequest>;
  withdrawBid: { readonly type: "withdrawBid" } & rpc.WithdrawBidRequest;
  askRelease: { readonly type: "askRelease" } & rpc.StandingBidRequest;
  buyNow: { readonly type: "buyNow" } & OfferLimit & rpc.BuyNowRequest;
};
export type Request = Requests[keyof Requests];

/** The response to each accepted request. */
export type Responses = ListingResponses & {
  placeBid: rpc.BidPlaced;
  editBid: rpc.BidEdited;
  withdrawBid: rpc.BidWithdrawn;
  askRelease: rpc.ReleaseAsked;
  buyNow: rpc.BidPlaced;
};

/** The command that a request becomes. */
type CommandOf<Type extends keyof Requests> = Type extends "setBlocked"
  ? "blockBidder" | "unblockBidder"
  : Type extends "setHidden"
    ? "hideListing" | "showListing"
    : Type;

/** The codes with which a request is refused: those of the rules, of its idempotency key, and of a bid that waited. */
export type RefusedWith<Type extends keyof Requests> =
  // The answer to a seller's goes to no one.
  | Exclude<RefusedBy<CommandOf<Type>>, Type extends "voidBid" ? "bidder_unknown" : never>
  | (Requests[Type] extends rpc.Keyed & { readonly actor: rpc.Actor } ? "key_reused" : never)
  | (Type extends "placeBid" | "editBid" | "buyNow" ? "busy" : never);

export type RequestOutcome = rpc.Answered<Responses[keyof Responses]>;
