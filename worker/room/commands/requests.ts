/**
 * The requests to a room and its responses, as plain data. A request has an actor, a key and an origin. When its turn
 * is processed, it becomes a command of the rules, which know only bids, bidders and amounts. `bidder-requests.ts` and
 * `listing-requests.ts` declare each kind.
 */
import type * as rpc from "../../room-rpc.ts";
import type { Command, RefusedBy } from "../../rules/decide.ts";
import { BIDDER_REQUESTS, type BidderRequests, type BidderResponses } from "./bidder-requests.ts";
import { LISTING_REQUESTS, type ListingRequests, type ListingResponses } from "./listing-requests.ts";
import type { AcceptedRequest, RequestKind, TurnReads } from "./request-kind.ts";

/** The requests to a room, as plain data. Everything random (IDs, salts) is already in them. */
export type Requests = BidderRequests & ListingRequests;
export type Request = Requests[keyof Requests];

/** The response to each accepted request. */
export type Responses = BidderResponses & ListingResponses;

/** The command that a request becomes. */
type CommandOf<Type extends keyof Requests> = Type extends "setBlocked"
  ? "blockBidder" | "unblockBidder"
  : Type extends "setHidden"
    ? "hideListing" | "showListing"
    : Type;

/**
 * The codes that can refuse a request: those of the rules, of its idempotency key, and of a bid that waited too long.
 */
type RefusedWith<Type extends keyof Requests> =
  // No one receives the answer to a seller's `voidBid`.
  | Exclude<RefusedBy<CommandOf<Type>>, Type extends "voidBid" ? "bidder_unknown" : never>
  | (Requests[Type] extends rpc.WithKey & { readonly actor: rpc.Actor } ? "key_reused" : never)
  | (Type extends "placeBid" | "editBid" | "buyNow" ? "busy" : never);

/**
 * The answer to a request: its response, or one of these refusals. Answers to bidders can also have the refusals of the
 * guard, so their types come from the contract's lists (`AnswerTo`).
 */
export type AnswerOf<Type extends keyof Requests> = rpc.Answered<Responses[Type], RefusedWith<Type>>;
export type RequestOutcome = rpc.Answered<Responses[keyof Responses]>;

const KINDS: { readonly [Type in keyof Requests]: RequestKind<Requests[Type], Responses[Type]> } = {
  ...BIDDER_REQUESTS,
  ...LISTING_REQUESTS,
};

export function commandOf(request: Request, turn: TurnReads): Command {
  return kindOf(request.type).command(request, turn);
}

/** The text that identifies a retry of a request. The same key with another fingerprint is refused. */
export function fingerprintOf(request: Request): string {
  const { content } = kindOf(request.type);
  return content ? `${request.type} ${content(request)}` : request.type;
}

/** The response to an accepted request. */
export function responseTo(request: Request, accepted: AcceptedRequest): Responses[keyof Responses] {
  return kindOf(request.type).response(accepted);
}

function kindOf<Type extends keyof Requests>(type: Type): RequestKind<Requests[Type], Responses[Type]> {
  return KINDS[type];
}
