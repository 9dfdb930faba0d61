/**
 * One turn of a room: all requests that arrived together (`queue.ts`), decided in order by the rules. It's pure.
 * Given state, requests, time and earlier responses, it returns the new state, its facts and the outcomes. It stores
 * nothing and doesn't change `state`, so a turn whose transaction fails has no effect.
 */
import { describeRefusal } from "../../contract/describe-refusal.ts";
import { parseStored } from "../../platform/parse-stored.ts";
import * as rpc from "../../rpc/room-rpc.ts";
import { type Auction, evolve, bidExposedBy } from "../../rules/auction.ts";
import { bidIdAt, type BidOffer, seqOfNextBid } from "../../rules/bidding.ts";
import { decide } from "../../rules/decide.ts";
import { type FactDraft, GENESIS_HASH, sequenceFacts } from "../../rules/facts.ts";
import type { BidOrigin } from "../storage/bid-origins.ts";
import { type IdempotencyKey, responseKey, type StoredResponse } from "../storage/idempotency.ts";
import { type ChainedFact, chainFacts } from "../storage/journal.ts";
import { isSameParticipant, type Participant, Participants } from "../storage/participants.ts";
import type { TurnChanges } from "../storage/parts.ts";
import type { RoomState } from "../storage/room-storage.ts";
import type { AffectedBids } from "../storage/standing-bids.ts";
import type { AuctionWithParticipants } from "../views/wire.ts";
import { initialCheckpointsOf } from "./listing-requests.ts";
import type { TurnReads } from "./request-kind.ts";
import {
  commandOf,
  fingerprintOf,
  type RoomRequest,
  type RequestOutcome,
  type Responses,
  responseTo,
} from "./requests.ts";

export type DecidedTurn = TurnChanges & {
  /** One for each request, in the same order. */
  readonly outcomes: readonly RequestOutcome[];
};

/**
 * Processes `requests` in order at `now` (epoch ms). A turn after the end closes the auction before it processes its
 * requests. A refused request stores nothing. A repeated idempotency key gets its earlier response, from
 * `earlierResponses` (by `responseKey`) or from this turn. Refusals: those of the rules, and key_reused.
 */
export function decideTurn(
  state: RoomState | null,
  requests: readonly RoomRequest[],
  now: number,
  earlierResponses: ReadonlyMap<string, StoredResponse>,
): DecidedTurn {
  const turn = new DraftTurn(state, now, earlierResponses);
  turn.recordEnd();
  const outcomes: RequestOutcome[] = [];
  for (const request of requests) outcomes.push(turn.decide(request));
  return { ...turn.changes(), outcomes };
}

const WITHDRAWAL_REQUEST_TYPES: ReadonlySet<RoomRequest["type"]> = new Set(["withdrawBid", "releaseBid", "voidBid"]);

/** The standing bids that `requests` can affect. `state` must hold them when the turn is processed. */
export function affectedBids(requests: readonly RoomRequest[]): AffectedBids {
  const bidIds: string[] = [];
  let withdrawals = 0;
  for (const request of requests) {
    if (!("bidId" in request)) continue;
    bidIds.push(request.bidId);
    if (WITHDRAWAL_REQUEST_TYPES.has(request.type)) withdrawals += 1;
  }
  return { bidIds, withdrawals };
}

/** A request's idempotency key and actor. Null if it has no key. */
export function idempotencyKeyOf(request: RoomRequest): IdempotencyKey | null {
  if (!("key" in request) || request.key === undefined) return null;
  return { actorId: request.actor.id, key: request.key };
}

/** A turn while it's being processed. Invariant: it changes no state outside of itself. */
class DraftTurn implements TurnReads {
  readonly #now: number;
  readonly #earlierResponses: ReadonlyMap<string, StoredResponse>;
  #auction: Auction | null;
  #lastHash: string;
  readonly #participants: Participants;
  readonly #bidders: RoomState["bidders"] | null;
  /** How many standing and withdrawn bids this turn adds for each bidder. */
  readonly #standingBidsInTurn = new Map<string, number>();
  readonly #withdrawalsInTurn = new Map<string, number>();
  /** Bids that would reveal something if they were withdrawn after this turn. */
  readonly #revealingBidIds = new Set<string>();
  readonly #facts: ChainedFact[] = [];
  readonly #changedParticipants: Participant[] = [];
  readonly #origins: BidOrigin[] = [];
  readonly #responses = new Map<string, StoredResponse>();
  #initialCheckpoints: TurnChanges["initialCheckpoints"] = { seq: 0, subscribers: [] };

  constructor(state: RoomState | null, now: number, earlierResponses: ReadonlyMap<string, StoredResponse>) {
    // The clock may have been set back since the last fact. No fact gets an earlier time than the one before it, so
    // nothing may be decided at an earlier time. Otherwise a check of the journal would compute another end.
    this.#now = Math.max(now, state?.auction.at ?? 0);
    this.#earlierResponses = earlierResponses;
    this.#auction = state?.auction ?? null;
    this.#lastHash = state?.lastHash ?? GENESIS_HASH;
    this.#participants = (state?.participants ?? new Participants()).draft();
    this.#bidders = state?.bidders ?? null;
  }

  recordEnd(): void {
    const decision = decide(this.#auction, { type: "close", lastHash: this.#lastHash }, this.#now);
    if (decision.ok) this.#record(decision.drafts);
  }

  decide(request: RoomRequest): RequestOutcome {
    const idempotencyKey = idempotencyKeyOf(request);
    const earlierResponse = idempotencyKey && this.#earlierResponse(idempotencyKey);
    if (earlierResponse) {
      return earlierResponse.fingerprint === fingerprintOf(request)
        ? { ok: true, value: parseStored<Responses[keyof Responses]>(earlierResponse.response) }
        : rpc.refusal("key_reused");
    }
    const decision = decide(this.#auction, commandOf(request, this), this.#now);
    if (!decision.ok) {
      // Stryker disable next-line ConditionalExpression,StringLiteral: with no auction, only `open` has a price.
      const currency = this.#auction?.currency ?? (request.type === "open" ? request.currency : "");
      return { ok: false, failure: describeRefusal(decision.refusal, currency) };
    }
    const facts = this.#record(decision.drafts);
    if (request.type === "open") this.#initialCheckpoints = initialCheckpointsOf(request, facts);
    // A request may end the auction, as a purchase does. The next request then finds it closed.
    this.recordEnd();
    if ("actor" in request) this.#recordActor(request, facts);
    const value = responseTo(request, { facts, state: this.#acceptedState(), now: this.#now });
    if (idempotencyKey) {
      this.#responses.set(responseKey(idempotencyKey), {
        ...idempotencyKey,
        fingerprint: fingerprintOf(request),
        response: JSON.stringify(value),
      });
    }
    return { ok: true, value };
  }

  changes(): TurnChanges {
    return {
      auction: this.#auction,
      facts: this.#facts,
      revealingBidIds: Array.from(this.#revealingBidIds),
      participants: this.#changedParticipants,
      origins: this.#origins,
      responses: Array.from(this.#responses.values()),
      initialCheckpoints: this.#initialCheckpoints,
    };
  }

  /** After a removal in this turn, no stored response is used, just as after a removal in an earlier turn. */
  #earlierResponse(idempotencyKey: IdempotencyKey): StoredResponse | undefined {
    if (this.#auction?.phase === "removed" || this.#auction?.phase === "cancelled") return undefined;
    const name = responseKey(idempotencyKey);
    return this.#responses.get(name) ?? this.#earlierResponses.get(name);
  }

  bidderIdOf(actor: rpc.Actor): string {
    return this.#participants.bidderIdOf(actor);
  }

  nextBidId(bidderId: string, offer: BidOffer): string {
    // Stryker disable next-line StringLiteral: without an auction every bid and purchase is refused.
    return this.#auction ? bidIdAt(this.#auction.id, seqOfNextBid(this.#auction, bidderId, offer)) : "";
  }

  countStandingBids(bidderId: string): number {
    return (this.#bidders?.countStandingBids(bidderId) ?? 0) + (this.#standingBidsInTurn.get(bidderId) ?? 0);
  }

  countWithdrawals(bidderId: string): number {
    return (this.#bidders?.countWithdrawals(bidderId) ?? 0) + (this.#withdrawalsInTurn.get(bidderId) ?? 0);
  }

  #record(drafts: readonly FactDraft[]): readonly ChainedFact[] {
    const facts = chainFacts(this.#lastHash, sequenceFacts(this.#auction, drafts, this.#now));
    for (const recorded of facts) {
      const { fact } = recorded;
      const exposed = bidExposedBy(this.#auction?.top ?? null, fact);
      if (exposed && !exposed.reveals) this.#revealingBidIds.add(exposed.id);
      this.#auction = evolve(this.#auction, recorded);
      this.#lastHash = recorded.hash;
      if ("bidId" in fact && this.#auction.top?.bid.id === fact.bidId && this.#auction.top.bid.reveals) {
        this.#revealingBidIds.add(fact.bidId);
      }
      if (fact.type === "newBid") addToCount(this.#standingBidsInTurn, fact.bidderId, 1);
      if (fact.type === "bidWithdrawn" || fact.type === "bidVoided")
        addToCount(this.#standingBidsInTurn, fact.bidderId, -1);
      if (fact.type === "bidWithdrawn") addToCount(this.#withdrawalsInTurn, fact.bidderId, 1);
    }
    this.#facts.push(...facts);
    return facts;
  }

  /** Records an actor who is new or shown differently, and the origin of the command. */
  #recordActor({ actor, origin }: { readonly actor: rpc.Actor } & rpc.WithOrigin, facts: readonly ChainedFact[]): void {
    if (origin) this.#origins.push({ ...origin, personId: actor.id, at: this.#now });
    const known = this.#participants.get(actor.id);
    const participant = this.#participants.participantAfterCommand(
      actor,
      facts.some(({ fact }) => fact.type === "newBid"),
    );
    if (known && isSameParticipant(known, participant)) return;
    this.#participants.set(participant);
    this.#changedParticipants.push(participant);
  }

  #acceptedState(): AuctionWithParticipants {
    // Stryker disable next-line all: never thrown, because every command but `open` is refused without an auction.
    if (!this.#auction) throw new Error("there is an auction after an accepted request");
    return { auction: this.#auction, participants: this.#participants, bidders: this };
  }
}

function addToCount(counts: Map<string, number>, bidderId: string, change: 1 | -1): void {
  counts.set(bidderId, (counts.get(bidderId) ?? 0) + change);
}
