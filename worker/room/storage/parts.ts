/**
 * The parts of a room's storage. Each has a table, or something in memory, or both. They're one record, which
 * `RoomStorage` takes its fields from and loops over, so none of them can be left out of a turn.
 */
import type { Auction } from "../../rules/auction.ts";
import type { RoomLimits } from "../limits.ts";
import { Alarm } from "./alarm.ts";
import { type BidOrigin, BidOrigins } from "./bid-origins.ts";
import { Bidders } from "./bidders.ts";
import { BidTable } from "./bids.ts";
import { Checkpoints, type InitialCheckpoints } from "./checkpoints.ts";
import { IdempotencyKeys, type StoredResponse } from "./idempotency.ts";
import { type ChainedFact, Journal } from "./journal.ts";
import { ParticipantTable } from "./participant-table.ts";
import type { Participant } from "./participants.ts";
import { StandingBids } from "./standing-bids.ts";

export type TurnChanges = {
  /** The auction after the turn. Null only if there is none. */
  readonly auction: Auction | null;
  readonly facts: readonly ChainedFact[];
  /** Bids that would reveal something if they were withdrawn after this turn. */
  readonly revealingBidIds: readonly string[];
  /** Participants who are new or shown differently from now on. */
  readonly participants: readonly Participant[];
  readonly origins: readonly BidOrigin[];
  readonly responses: readonly StoredResponse[];
  readonly initialCheckpoints: InitialCheckpoints;
};

/** A saved turn. `now` is epoch ms. */
export type SavedTurn = TurnChanges & { readonly now: number };

export type StoragePart = {
  /**
   * Writes the turn's changes, or reads what `commit` needs. Called in the turn's transaction, in the order in which
   * `createParts` lists the parts. Memory that others read must not change yet, because the transaction may still
   * fail. If it fails, an alarm set in it isn't set either.
   */
  write(turn: SavedTurn): void;
  /** The transaction has succeeded, so memory follows. Never throws. */
  commit(turn: SavedTurn): void;
  /** Everything stored was deleted, so memory becomes that of a room that was never opened. */
  reset(): void;
};

export type StorageParts = ReturnType<typeof createParts>;

/** `clock` gives epoch ms. */
export function createParts(ctx: DurableObjectState, clock: () => number, limits: RoomLimits) {
  const { sql } = ctx.storage;
  const bidders = new Bidders(sql);
  const bids = new BidTable(sql, bidders);
  return {
    idempotency: new IdempotencyKeys(sql, limits),
    participants: new ParticipantTable(sql),
    origins: new BidOrigins(sql),
    journal: new Journal(sql),
    bidders,
    bids,
    // After the bids, which it reads.
    standingBids: new StandingBids(bids, limits.bidsInMemory),
    checkpoints: new Checkpoints(sql),
    alarm: new Alarm(ctx, clock, limits),
  } satisfies Record<string, StoragePart>;
}
