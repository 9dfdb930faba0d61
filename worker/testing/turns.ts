/** Builds the requests and the states of turns, for tests of how a room processes them without its storage. */
import { decideTurn, type DecidedTurn } from "../room/commands/decide-turn.ts";
import type { RoomRequest, RoomRequests } from "../room/commands/requests.ts";
import { Participants } from "../room/storage/participants.ts";
import type { RoomState } from "../room/storage/room-storage.ts";
import type { Actor } from "../rpc/room-rpc.ts";
import { type Auction, standingBids } from "../rules/auction.ts";
import { GENESIS_HASH, type Terms } from "../rules/facts.ts";

export const OPENED_AT = Date.parse("2026-11-22T12:00:00Z");
export const HOUR_MS = 3_600_000;
export const LIMITS = { minStartingPriceMinor: 100, minAuctionMs: 60_000 };
export const TERMS: Terms = {
  title: "Brass telescope",
  description: "It extends.",
  categoryId: "instruments",
  categoryName: "Instruments",
  imageKeys: ["cover"],
  startingPriceMinor: 10_000,
  endsAt: OPENED_AT + 24 * HOUR_MS,
  increments: "flat",
  softCloseMs: 0,
  freezeMs: 0,
  windowsAfterWithdrawal: 0,
};

function aPerson(name: string): Actor {
  return {
    id: name.toLowerCase(),
    firstName: name,
    lastName: "Doe",
    imageUrl: null,
    maskedEmail: "•",
    anonymous: false,
  };
}
export const seller = aPerson("Sal");
export const ann = aPerson("Ann");
export const bob = aPerson("Bob");

export const OPEN_REQUEST: RoomRequests["open"] = {
  type: "open",
  actor: seller,
  auctionId: "lot",
  currency: "USD",
  terms: TERMS,
  limits: LIMITS,
  salt: "salt",
};
export function bid(actor: Actor, amountMinor: number, key?: string): RoomRequests["placeBid"] {
  return { type: "placeBid", actor, amountMinor, key };
}

export function decideRequests(
  state: RoomState | null,
  requests: readonly RoomRequest[],
  now = OPENED_AT,
  earlierResponses = new Map(),
): DecidedTurn {
  return decideTurn(state, requests, now, earlierResponses);
}

/** The state of a room after a turn, as its storage makes it. */
export function stateAfter(state: RoomState | null, turn: DecidedTurn): RoomState {
  if (!turn.auction) throw new Error("there is no auction");
  const participants = state?.participants ?? new Participants();
  for (const participant of turn.participants) participants.set(participant);
  const lastHash = turn.facts.at(-1)?.hash ?? state?.lastHash ?? GENESIS_HASH;
  return { auction: turn.auction, participants, bidders: biddersOf(state, turn, turn.auction), lastHash };
}

/** The bidders of an auction with all of its standing bids. */
function biddersOf(state: RoomState | null, { facts }: DecidedTurn, auction: Auction): RoomState["bidders"] {
  const withdrawn = facts.flatMap(({ fact }) => (fact.type === "bidWithdrawn" ? [fact.bidderId] : []));
  const ids = standingBids(auction).map(({ bidderId }) => bidderId);
  return {
    countStandingBids: (bidderId) => ids.filter((id) => id === bidderId).length,
    lastSeqOf: () => 0,
    countWithdrawals: (bidderId) =>
      (state?.bidders.countWithdrawals(bidderId) ?? 0) + withdrawn.filter((id) => id === bidderId).length,
    standingBidderIds: () => Array.from(new Set(ids)),
    allBidderIds: () => Array.from(new Set(ids)),
  };
}

export function stateAfterOpening(...requests: readonly RoomRequest[]): RoomState {
  return stateAfter(null, decideRequests(null, [OPEN_REQUEST, ...requests]));
}

export const factTypesOf = (turn: DecidedTurn) => turn.facts.map(({ fact }) => fact.type);
export const outcomeCodesOf = (turn: DecidedTurn) =>
  turn.outcomes.map((outcome) => (outcome.ok ? "ok" : outcome.failure.code));
