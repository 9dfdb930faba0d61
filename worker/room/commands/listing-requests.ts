/**
 * Everything about the requests of sellers and moderation: what each holds, the command it becomes, the text that
 * identifies a retry, and the response. Pure.
 */
import type * as rpc from "../../room-rpc.ts";
import type { Command } from "../../rules/decide.ts";
import { canonicalJson, type SequencedFact, type SealedReserve } from "../../rules/facts.ts";
import type { VoidBid } from "../../rules/withdrawing.ts";
import type { Subscriber, InitialCheckpoints } from "../storage/checkpoints.ts";
import { type NamedAuction, toOwnAuction, toStanding } from "../views/wire.ts";

/** A request with the salt for its reserve's seal, if it sets a reserve. Null removes the reserve. */
export type WithSealedReserve<Named> = Omit<Named, "reserveMinor"> & { readonly reserve?: SealedReserve | null };

/** As plain data, like all in `requests.ts`. */
export type ListingRequests = {
  open: { readonly type: "open"; readonly salt: string } & WithSealedReserve<rpc.OpenRequest>;
  releaseBid: { readonly type: "releaseBid" } & rpc.StandingBidRequest;
  releaseBuyer: { readonly type: "releaseBuyer" } & rpc.SellerRequest;
  /** From moderation, or because the seller has blocked the bidder. */
  voidBid: VoidBid;
  editListing: { readonly type: "editListing" } & WithSealedReserve<rpc.EditListingRequest>;
  deleteListing: { readonly type: "deleteListing" } & rpc.SellerRequest;
  setBlocked: { readonly type: "setBlocked"; readonly salt: string } & rpc.BlockRequest;
  /** From moderation, without an actor. A null reason shows the listing again. */
  setHidden: { readonly type: "setHidden"; readonly salt: string; readonly reason: string | null };
  /** From moderation, or from the deletion of the seller's account. */
  voidAuction: { readonly type: "voidAuction"; readonly reason: string };
};
export type ListingRequest = ListingRequests[keyof ListingRequests];

/** The response to each accepted request. */
export type ListingResponses = {
  open: rpc.AuctionOpened;
  releaseBid: rpc.StandingChanged;
  releaseBuyer: rpc.ChangeResult;
  voidBid: rpc.ChangeResult;
  editListing: rpc.ListingEdited;
  deleteListing: rpc.ListingDeleted;
  setBlocked: rpc.ChangeResult;
  setHidden: rpc.ChangeResult;
  voidAuction: rpc.ChangeResult;
};

export function listingCommand(request: ListingRequest): Command {
  switch (request.type) {
    case "open": {
      const { actor, auctionId, currency, terms, reserve, limits, blockedIds: personIds = [], salt } = request;
      const more = {
        ...(reserve ? { reserve } : {}),
        ...(personIds.length > 0 ? { blocked: { personIds, salt } } : {}),
      };
      return { type: "open", auctionId, sellerId: actor.id, currency, terms, limits, ...more };
    }
    case "editListing": {
      const { actor, change, reserve, limits } = request;
      return { type: "editListing", sellerId: actor.id, change, reserve, limits };
    }
    case "deleteListing":
      return { type: "deleteListing", sellerId: request.actor.id };
    case "setBlocked": {
      const { sellerId, personId, blocked, salt } = request;
      return { type: blocked ? "blockBidder" : "unblockBidder", sellerId, personId, salt };
    }
    case "setHidden":
      return request.reason === null
        ? { type: "showListing" }
        : { type: "hideListing", reason: request.reason, salt: request.salt };
    case "voidAuction":
      return { type: "voidAuction", reason: request.reason };
    case "releaseBid":
      return { type: "releaseBid", sellerId: request.actor.id, bidId: request.bidId };
    case "releaseBuyer":
      return { type: "releaseBuyer", sellerId: request.actor.id };
    case "voidBid":
      return request;
  }
}

function reserveMinorIn(reserve: SealedReserve | null | undefined): number | null | undefined {
  return reserve && reserve.reserveMinor;
}

/**
 * The subscribers that don't need the opening. No one bids yet, sellers are notified only of an automatic relisting,
 * and most callers write the row to D1 themselves.
 */
export function initialCheckpointsOf(
  { terms, callerWritesRow = false }: ListingRequests["open"],
  facts: readonly SequencedFact[],
): InitialCheckpoints {
  const subscribers: Subscriber[] = ["bidderInboxes"];
  if (!terms.relistedByItself) subscribers.push("sellerInbox");
  if (callerWritesRow) subscribers.push("catalogue");
  return { seq: facts.at(-1)?.seq ?? 0, subscribers };
}

/** The part of `fingerprintOf` for these requests. */
export function listingFingerprint(request: ListingRequest): string {
  switch (request.type) {
    case "open":
      return `open ${request.fingerprint ?? canonicalJson({ ...request.terms, reserveMinor: request.reserve?.reserveMinor })}`;
    case "editListing":
      return `editListing ${request.fingerprint ?? canonicalJson({ ...request.change, reserveMinor: reserveMinorIn(request.reserve) })}`;
    case "releaseBid":
      return `releaseBid ${request.bidId}`;
    case "releaseBuyer":
    case "deleteListing":
    // Stryker disable all: these have no key. They are listed so that the compiler reports a missing case.
    case "setBlocked":
    case "setHidden":
    case "voidAuction":
    case "voidBid":
      // Stryker restore all
      return request.type;
  }
}

/** The part of `responseTo` for these requests. `hasChanged`: they recorded facts. */
export function listingResponse(
  request: ListingRequest,
  hasChanged: boolean,
  state: NamedAuction,
  now: number,
): ListingResponses[keyof ListingResponses] {
  switch (request.type) {
    case "open":
    case "editListing":
      return { auction: toOwnAuction(state, now) };
    case "deleteListing":
      return { imageKeys: state.auction.terms.imageKeys };
    case "releaseBid":
      return { auction: toStanding(state.auction, now) };
    case "setBlocked":
    case "setHidden":
    case "voidAuction":
    case "voidBid":
    case "releaseBuyer":
      return { changed: hasChanged };
  }
}
