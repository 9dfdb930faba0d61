/**
 * The requests to a room and its responses, as plain data. A request can have an actor, a key and an origin. When
 * its turn is processed, it becomes a command for the rules, without its key or origin.
 * `bidder-requests.ts` and `listing-requests.ts` declare each kind.
 */
import type * as rpc from "../../rpc/room-rpc.ts";
import type { Command, RefusalCodeOf } from "../../rules/decide.ts";
import { BIDDER_REQUESTS, type BidderRequests, type BidderResponses } from "./bidder-requests.ts";
import { LISTING_REQUESTS, type ListingRequests, type ListingResponses } from "./listing-requests.ts";
import type { AcceptedRequest, RequestKind, TurnReads } from "./request-kind.ts";

/** Requests already contain everything random, such as salts. */
export type RoomRequests = BidderRequests & ListingRequests;
export type RoomRequest = RoomRequests[keyof RoomRequests];

/** The response to each accepted request. */
export type Responses = BidderResponses & ListingResponses;

type CommandOf<Type extends keyof RoomRequests> = Type extends "setBlocked"
  ? "blockBidder" | "unblockBidder"
  : Type extends "setHidden"
    ? "hideListing" | "showListing"
    : Type;

/**
 * The refusal codes: the rules' own, `key_reused`, and `busy` for a bid that waited too long.
 */
type RefusedWith<Type extends keyof RoomRequests> =
  // No one receives the answer to a seller's `voidBid`.
  | Exclude<RefusalCodeOf<CommandOf<Type>>, Type extends "voidBid" ? "bidder_unknown" : never>
  | (RoomRequests[Type] extends rpc.WithKey & { readonly actor: rpc.Actor } ? "key_reused" : never)
  | (Type extends "placeBid" | "editBid" | "buyNow" ? "busy" : never);

/**
 * The answer to a request: its response, or a refusal. Answers to bidders can also be refusals by the guard, so their
 * types come from the contract's lists (`AnswerTo`).
 */
export type AnswerOf<Type extends keyof RoomRequests> = rpc.Answered<Responses[Type], RefusedWith<Type>>;
export type RequestOutcome = rpc.Answered<Responses[keyof Responses]>;

const KINDS: { readonly [Type in keyof RoomRequests]: RequestKind<RoomRequests[Type], Responses[Type]> } = {
  ...BIDDER_REQUESTS,
  ...LISTING_REQUESTS,
};

export function commandOf(request: RoomRequest, turn: TurnReads): Command {
  return kindOf(request.type).command(request, turn);
}

/** The text that identifies a retry of a request. The same key with another fingerprint is refused. */
export function fingerprintOf(request: RoomRequest): string {
  const { content } = kindOf(request.type);
  return content ? `${request.type} ${content(request)}` : request.type;
}

export function responseTo(request: RoomRequest, accepted: AcceptedRequest): Responses[keyof Responses] {
  return kindOf(request.type).response(accepted);
}

function kindOf<Type extends keyof RoomRequests>(type: Type): RequestKind<RoomRequests[Type], Responses[Type]> {
  return KINDS[type];
}
