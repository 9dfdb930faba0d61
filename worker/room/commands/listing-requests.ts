/**
 * Requests from sellers and moderation: the content of each, its command, the text that identifies a retry, and the
 * response. Pure.
 */
import type { OwnAuction } from "../../contract/auction.ts";
import type * as rpc from "../../rpc/room-rpc.ts";
import type { SellerCommand } from "../../rules/decide.ts";
import { canonicalJson, type SequencedFact, type SealedReserve } from "../../rules/facts.ts";
import type { VoidBid } from "../../rules/withdrawing.ts";
import type { Subscriber, InitialCheckpoints } from "../storage/checkpoints.ts";
import { toOwnAuction, toStanding } from "../views/wire.ts";
import { type AcceptedRequest, defineRequestKind, type RequestsOf, type ResponsesOf } from "./request-kind.ts";

/** A request with the salt for its reserve's seal, if it sets a reserve. Null removes the reserve. */
export type WithSealedReserve<Request> = Omit<Request, "reserveMinor"> & { readonly reserve?: SealedReserve | null };

export const LISTING_REQUESTS = {
  open: defineRequestKind<{ readonly salt: string } & WithSealedReserve<rpc.OpenRequest>, rpc.OpenResult>({
    command: ({ actor, auctionId, currency, terms, reserve, limits, blockedIds: personIds = [], salt }) => {
      const optionalFields = {
        ...(reserve ? { reserve } : {}),
        ...(personIds.length > 0 ? { blocked: { personIds, salt } } : {}),
      };
      return { type: "open", auctionId, sellerId: actor.id, currency, terms, limits, ...optionalFields };
    },
    content: ({ fingerprint, terms, reserve }) => fingerprint ?? contentOf(terms, reserve),
    response: toOwnListing,
  }),
  editListing: defineRequestKind<WithSealedReserve<rpc.EditListingRequest>, rpc.EditListingResult>({
    command: ({ actor, change, reserve, limits }) => {
      return { type: "editListing", sellerId: actor.id, change, reserve, limits };
    },
    content: ({ fingerprint, change, reserve }) => fingerprint ?? contentOf(change, reserve),
    response: toOwnListing,
  }),
  deleteListing: sellerRequestKind("deleteListing", ({ state }) => ({ imageKeys: state.auction.terms.imageKeys })),
  setBlocked: defineRequestKind<{ readonly salt: string } & rpc.BlockRequest, rpc.ChangeResult>({
    command: ({ sellerId, personId, blocked, salt }) => {
      return { type: blocked ? "blockBidder" : "unblockBidder", sellerId, personId, salt };
    },
    response: toChangeResult,
  }),
  /** From moderation, without an actor. A null reason shows the listing again. */
  setHidden: defineRequestKind<{ readonly salt: string; readonly reason: string | null }, rpc.ChangeResult>({
    command: ({ reason, salt }) => {
      return reason === null ? { type: "showListing" } : { type: "hideListing", reason, salt };
    },
    response: toChangeResult,
  }),
  /** From moderation, or from the deletion of the seller's account. */
  voidAuction: defineRequestKind<{ readonly reason: string }, rpc.ChangeResult>({
    command: ({ reason }) => ({ type: "voidAuction", reason }),
    response: toChangeResult,
  }),
  releaseBid: defineRequestKind<rpc.StandingBidRequest, rpc.StandingResult>({
    command: ({ actor, bidId }) => ({ type: "releaseBid", sellerId: actor.id, bidId }),
    content: ({ bidId }) => bidId,
    response: toStandingResult,
  }),
  releaseBuyer: sellerRequestKind("releaseBuyer", toChangeResult),
  /** From moderation, or because the seller has blocked the bidder. */
  voidBid: defineRequestKind<VoidBid, rpc.ChangeResult>({
    command: (request) => request,
    response: toChangeResult,
  }),
};
export type ListingRequests = RequestsOf<typeof LISTING_REQUESTS>;
export type ListingRequest = ListingRequests[keyof ListingRequests];
export type ListingResponses = ResponsesOf<typeof LISTING_REQUESTS>;

/** A request that needs nothing but its sender. */
function sellerRequestKind<Response>(type: SellerCommand, response: (accepted: AcceptedRequest) => Response) {
  const command = ({ actor }: rpc.SellerRequest) => ({ type, sellerId: actor.id });
  return defineRequestKind<rpc.SellerRequest, Response>({ command, response });
}

function contentOf(listing: object, reserve: SealedReserve | null | undefined): string {
  return canonicalJson({ ...listing, reserveMinor: reserve && reserve.reserveMinor });
}

function toOwnListing({ state, now }: AcceptedRequest): { readonly auction: OwnAuction } {
  return { auction: toOwnAuction(state, now) };
}

function toStandingResult({ state, now }: AcceptedRequest): rpc.StandingResult {
  return { auction: toStanding(state.auction, now) };
}

/** A command that changes nothing is accepted without a fact. */
function toChangeResult({ facts }: AcceptedRequest): rpc.ChangeResult {
  return { changed: facts.length > 0 };
}

/**
 * The subscribers that don't need the opening. No one has bid yet, sellers are notified only of an automatic relisting,
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
