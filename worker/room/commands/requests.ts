/**
 * What a room is asked for and what it answers, as plain data, and how a repeat of a request is recognised. Pure.
 */
import type { Bid as WireBid } from "../../contract/bid.ts";
import type * as rpc from "../../room-rpc.ts";
import { type Auction, findBid, leaderOf } from "../../rules/auction.ts";
import type { Maximum } from "../../rules/bidding.ts";
import { canonicalJson, type SealedReserve } from "../../rules/facts.ts";
import type { KeyedBy } from "../storage/idempotency.ts";
import type { Chained } from "../storage/journal.ts";
import { type NamedAuction, toBid, toOwnAuction, toStanding } from "../views/wire.ts";

/** A request whose maximum, if it has one, has got the salt of its seal. */
export type Salted<Offered> = Omit<Offered, "maxMinor"> & { readonly maximum?: Maximum };

/** A request whose reserve, if it sets one, has got the salt of its seal; null removes the reserve. */
export type WithSealedReserve<Named> = Omit<Named, "reserveMinor"> & { readonly reserve?: SealedReserve | null };

/** The requests to a room, as plain data. Everything random (ids, salts) is already in them. */
export type Requests = {
  open: { readonly type: "open"; readonly salt: string } & WithSealedReserve<rpc.OpenRequest>;
  /** `maxStandingBids` is the bidder's most on this auction, if it is not that of the rules. */
  placeBid: { readonly type: "placeBid"; readonly maxStandingBids?: number } & Salted<rpc.PlaceBidRequest>;
  editBid: { readonly type: "editBid" } & Salted<rpc.EditBidRequest>;
  withdrawBid: { readonly type: "withdrawBid" } & rpc.WithdrawBidRequest;
  buyNow: { readonly type: "buyNow" } & rpc.BuyNowRequest;
  editListing: { readonly type: "editListing" } & WithSealedReserve<rpc.EditListingRequest>;
  deleteListing: { readonly type: "deleteListing" } & rpc.DeleteListingRequest;
  setBlocked: { readonly type: "setBlocked"; readonly salt: string } & rpc.BlockRequest;
  /** From moderation, without an actor that the room knows; a null reason shows the listing again. */
  setHidden: { readonly type: "setHidden"; readonly salt: string; readonly reason: string | null };
  /** From moderation, or from the deletion of the seller's account. */
  voidAuction: { readonly type: "voidAuction"; readonly reason: string };
};
export type Request = Requests[keyof Requests];

/** The response to each accepted request. */
export type Responses = {
  open: rpc.Opened;
  placeBid: rpc.BidPlaced;
  editBid: rpc.BidEdited;
  withdrawBid: rpc.BidWithdrawn;
  buyNow: rpc.BidPlaced;
  editListing: rpc.ListingEdited;
  deleteListing: rpc.ListingDeleted;
  setBlocked: rpc.Changed;
  setHidden: rpc.Changed;
  voidAuction: rpc.Changed;
};
export type RequestOutcome = rpc.Answered<Responses[keyof Responses]>;

/** The idempotency key of a request, and whose it is; null where it has none. */
export function keyOf(request: Request): KeyedBy | null {
  if (!("key" in request) || request.key === undefined) return null;
  return { actorId: request.actor.id, key: request.key };
}

function offered({ amountMinor, maximum }: Requests["placeBid" | "editBid"]): string {
  return maximum ? `${amountMinor ?? ""} up to ${maximum.maxMinor}` : String(amountMinor);
}

function minorIn(reserve: SealedReserve | null | undefined): number | null | undefined {
  return reserve && reserve.reserveMinor;
}

/** A request as one text, without its actor and origin: a repeat of its key must ask for the same. */
export function fingerprintOf(request: Request): string {
  switch (request.type) {
    case "open":
      return `open ${request.asked ?? canonicalJson({ ...request.terms, reserveMinor: request.reserve?.reserveMinor })}`;
    case "placeBid":
      return `placeBid ${offered(request)}`;
    case "editBid":
      return `editBid ${request.bidId} ${offered(request)}`;
    case "withdrawBid":
      return `withdrawBid ${request.bidId}${request.reason ? ` ${request.reason}` : ""}`;
    case "editListing":
      return `editListing ${request.asked ?? canonicalJson({ ...request.change, reserveMinor: minorIn(request.reserve) })}`;
    case "buyNow":
      return `buyNow ${request.priceMinor}`;
    case "deleteListing":
    // Stryker disable all: these have no key, and are here so that a new request cannot be forgotten.
    case "setBlocked":
    case "setHidden":
    case "voidAuction":
      // Stryker restore all
      return request.type;
  }
}

/** What an accepted request answers. `state` is that after the request, and `facts` are its own. `now` is epoch ms. */
export function responseTo(
  request: Request,
  facts: readonly Chained[],
  state: NamedAuction,
  now: number,
): Responses[keyof Responses] {
  const standing = () => toStanding(state.auction, now);
  const receipt = () => receiptOf(facts);
  const leads = () => isOfLeader(state.auction, facts);
  switch (request.type) {
    case "open":
    case "editListing":
      return { auction: toOwnAuction(state, now) };
    case "placeBid":
    case "buyNow":
      return { newBid: bidOf(state, facts), auction: standing(), leads: leads(), ...receipt() };
    case "editBid":
      return { updatedBid: bidOf(state, facts), auction: standing(), leads: leads(), ...receipt() };
    case "withdrawBid":
      return { auction: standing(), ...receipt() };
    case "deleteListing":
      return { imageKeys: state.auction.terms.imageKeys };
    case "setBlocked":
    case "setHidden":
    case "voidAuction":
      return { changed: facts.length > 0 };
  }
}

/** The fact that an accepted command of a bidder became, before or after which the rules may have moved the leader's bid. */
function ownFact(facts: readonly Chained[]): Chained {
  const own = facts.find(({ fact }) => fact.type !== "bidAdjusted");
  // Stryker disable next-line all: never thrown, because what has a receipt makes a fact.
  if (!own) throw new Error("an accepted bid is a fact");
  return own;
}

function receiptOf(facts: readonly Chained[]): rpc.Receipt {
  const { seq, hash } = ownFact(facts);
  return { seq, hash };
}

/** The bid that was just placed or changed: the highest one, unless the leader's maximum was enough against it. */
function bidOf({ auction, participants }: NamedAuction, facts: readonly Chained[]): WireBid {
  const { fact } = ownFact(facts);
  const bid = "bidId" in fact ? findBid(auction, fact.bidId) : null;
  // Stryker disable next-line all: never thrown, because the bid was just accepted.
  if (!bid) throw new Error("an accepted bid is a standing bid");
  return toBid(bid, participants);
}

/** Whether the one who has just bid leads: another's maximum may have been enough. */
function isOfLeader(auction: Auction, facts: readonly Chained[]): boolean {
  const { fact } = ownFact(facts);
  return "bidderId" in fact && leaderOf(auction)?.bidderId === fact.bidderId;
}
