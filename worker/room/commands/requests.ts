/**
 * The requests to a room and its responses, as plain data. A request is what reaches the room, with its actor, key and
 * origin. When its turn is decided it becomes a command of the rules, which know only bids, bidders and amounts.
 * `decide-turn.ts` decides the requests of bidders, with `listing-requests.ts` for those of sellers and of moderation.
 */
import type * as rpc from "../../room-rpc.ts";
import type { Maximum } from "../../rules/bidding.ts";
import type { RefusedBy } from "../../rules/decide.ts";
import type { SealedReserve } from "../../rules/facts.ts";
import type { VoidBid } from "../../rules/withdrawing.ts";

/** A request with the salt for the seal of its maximum, if it has one. */
export type Salted<Offered> = Omit<Offered, "maxMinor"> & { readonly maximum?: Maximum };

/** A request with the salt for the seal of its reserve, if it sets one; null removes the reserve. */
export type WithSealedReserve<Named> = Omit<Named, "reserveMinor"> & { readonly reserve?: SealedReserve | null };

/** The most that a new member may offer, in minor units; absent for known ones. */
type OfferLimit = { readonly limitMinor?: number | undefined };

/** The requests to a room, as plain data. Everything random (ids, salts) is already in them. */
export type Requests = {
  open: { readonly type: "open"; readonly salt: string } & WithSealedReserve<rpc.OpenRequest>;
  /** `maxStandingBids` is the bidder's limit on this auction, if it differs from that of the rules. */
  placeBid: { readonly type: "placeBid"; readonly maxStandingBids?: number } & OfferLimit & Salted<rpc.PlaceBidRequest>;
  editBid: { readonly type: "editBid" } & OfferLimit & Salted<rpc.EditBidRequest>;
  withdrawBid: { readonly type: "withdrawBid" } & rpc.WithdrawBidRequest;
  askRelease: { readonly type: "askRelease" } & rpc.StandingBidRequest;
  buyNow: { readonly type: "buyNow" } & OfferLimit & rpc.BuyNowRequest;
  releaseBid: { readonly type: "releaseBid" } & rpc.StandingBidRequest;
  releaseBuyer: { readonly type: "releaseBuyer" } & rpc.SellerRequest;
  /** From moderation, or because the seller has blocked the bidder. */
  voidBid: VoidBid;
  editListing: { readonly type: "editListing" } & WithSealedReserve<rpc.EditListingRequest>;
  deleteListing: { readonly type: "deleteListing" } & rpc.SellerRequest;
  setBlocked: { readonly type: "setBlocked"; readonly salt: string } & rpc.BlockRequest;
  /** From moderation, without an actor; a null reason shows the listing again. */
  setHidden: { readonly type: "setHidden"; readonly salt: string; readonly reason: string | null };
  /** From moderation, or from the deletion of the seller's account. */
  voidAuction: { readonly type: "voidAuction"; readonly reason: string };
};
export type Request = Requests[keyof Requests];
/** Those of sellers and of moderation. */
export type ListingRequest = Exclude<
  Request,
  Requests["placeBid" | "editBid" | "withdrawBid" | "askRelease" | "buyNow"]
>;

/** The response to each accepted request. */
export type Responses = {
  open: rpc.AuctionOpened;
  placeBid: rpc.BidPlaced;
  editBid: rpc.BidEdited;
  withdrawBid: rpc.BidWithdrawn;
  askRelease: rpc.ReleaseAsked;
  buyNow: rpc.BidPlaced;
  releaseBid: rpc.StandingChanged;
  releaseBuyer: rpc.Changed;
  voidBid: rpc.Changed;
  editListing: rpc.ListingEdited;
  deleteListing: rpc.ListingDeleted;
  setBlocked: rpc.Changed;
  setHidden: rpc.Changed;
  voidAuction: rpc.Changed;
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
