/**
 * The requests of sellers and of moderation: the command for each, the text that identifies a repeat, and the response.
 * No bid enters this file. Pure.
 */
import type { Command } from "../../rules/decide.ts";
import { canonicalJson, type Recorded, type SealedReserve } from "../../rules/facts.ts";
import type { Subscriber, InitialCheckpoints } from "../storage/checkpoints.ts";
import { type NamedAuction, toOwnAuction, toStanding } from "../views/wire.ts";
import type { ListingRequest, Requests, Responses } from "./requests.ts";

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

function minorIn(reserve: SealedReserve | null | undefined): number | null | undefined {
  return reserve && reserve.reserveMinor;
}

/**
 * The subscribers that need no delivery of an opening. No one bids yet, a seller is notified only of an automatic
 * relisting, and most callers write the row to D1 themselves.
 */
export function checkpointsOfOpening(
  { terms, callerWritesRow = false }: Requests["open"],
  facts: readonly Recorded[],
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
      return `editListing ${request.fingerprint ?? canonicalJson({ ...request.change, reserveMinor: minorIn(request.reserve) })}`;
    case "releaseBid":
      return `releaseBid ${request.bidId}`;
    case "releaseBuyer":
    case "deleteListing":
    // Stryker disable all: these have no key, and are listed so that the compiler reports a missing case.
    case "setBlocked":
    case "setHidden":
    case "voidAuction":
    case "voidBid":
      // Stryker restore all
      return request.type;
  }
}

/** The part of `responseTo` for these requests; `hasChanged` says whether they became facts. */
export function listingResponse(
  request: ListingRequest,
  hasChanged: boolean,
  state: NamedAuction,
  now: number,
): Responses[ListingRequest["type"]] {
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
