import type { Actor } from "../../rpc/room-rpc.ts";
import type { BidOffer } from "../../rules/bidding.ts";
import type { Command } from "../../rules/decide.ts";
import type { ChainedFact } from "../storage/journal.ts";
import type { AuctionWithParticipants } from "../views/wire.ts";

/** What a request's command can look up in its turn. Earlier requests in the turn are already counted. */
export type TurnReads = {
  bidderIdOf(actor: Actor): string;
  /** The ID of this bidder's next bid. */
  nextBidId(bidderId: string, offer: BidOffer): string;
  countStandingBids(bidderId: string): number;
  countWithdrawals(bidderId: string): number;
};

/** An accepted request: its own facts, and the state after it. `now` is epoch ms. */
export type AcceptedRequest = {
  readonly facts: readonly ChainedFact[];
  readonly state: AuctionWithParticipants;
  readonly now: number;
};

/** Everything that defines one kind of request. Pure. */
export type RequestKind<Request, Response> = {
  /** The rules command that this request runs. */
  readonly command: (request: Request, turn: TurnReads) => Command;
  /**
   * The content as a string, which a retry with the same key must match. Leaves out actor, origin, confirmation and
   * limits. Absent if the request has no key, or no content.
   */
  readonly content?: (request: Request) => string;
  /** The response, which retries get, too. */
  readonly response: (accepted: AcceptedRequest) => Response;
};

/** Declares a kind of request. The compiler then derives its request and its response from the table that it is in. */
export function defineRequestKind<Request, Response>(
  kind: RequestKind<Request, Response>,
): RequestKind<Request, Response> {
  return kind;
}

/** The requests in a table of kinds, by type. */
export type RequestsOf<Kinds> = {
  [Type in keyof Kinds]: { readonly type: Type } & (Kinds[Type] extends RequestKind<infer Request, unknown>
    ? Request
    : never);
};

/** The response to each accepted request in a table of kinds. */
export type ResponsesOf<Kinds> = {
  [Type in keyof Kinds]: Kinds[Type] extends RequestKind<never, infer Response> ? Response : never;
};
