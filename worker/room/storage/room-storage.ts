/**
 * Everything that one room has stored, and the state in memory that mirrors it. A turn is saved in one transaction:
 * facts, bids, participants, responses to repeat, cursors and the alarm exist together or not at all.
 *
 * Invariant: memory changes only after the transaction has succeeded. A failed one changes neither.
 */
import { migrate } from "../../platform/migrate.ts";
import type { Actor, Shown } from "../../room-rpc.ts";
import type { Auction } from "../../rules/auction.ts";
import { keptUntil, nextWake } from "../../rules/closing.ts";
import { GENESIS_HASH } from "../../rules/facts.ts";
import { ROOM_NUMBERS, type RoomNumbers } from "../numbers.ts";
import { Alarm, UNDELIVERED_WAKE_MS } from "./alarm.ts";
import { type BidOrigin, BidOrigins } from "./bid-origins.ts";
import { Bidders } from "./bidders.ts";
import { BidTable } from "./bids.ts";
import { Cursors, haveAllReceived, type Received } from "./cursors.ts";
import { IdempotencyKeys, type StoredResponse } from "./idempotency.ts";
import { type Chained, Journal } from "./journal.ts";
import { ParticipantTable } from "./participant-table.ts";
import { isSameParticipant, type Participant, Participants, unnamed } from "./participants.ts";
import { SCHEMA_STEPS } from "./schema.ts";
import { type Reach, StandingBids } from "./standing-bids.ts";

/**
 * The auction after its last fact, with the highest of its standing bids, its participants and bidders, and the hash to
 * which the next fact is chained.
 */
export type RoomState = {
  readonly auction: Auction;
  readonly participants: Participants;
  readonly bidders: Pick<Bidders, "standingOf" | "lastSeqOf" | "takenBackOf" | "standingIds" | "everyId">;
  readonly lastHash: string;
};

export type TurnChanges = {
  readonly auction: Auction | null;
  readonly facts: readonly Chained[];
  /** Bids whose taking back would reveal something from this turn on. */
  readonly revealing: readonly string[];
  /** Participants who are new or shown differently from now on. */
  readonly participants: readonly Participant[];
  readonly origins: readonly BidOrigin[];
  readonly responses: readonly StoredResponse[];
  readonly received: Received;
};

export class RoomStorage {
  readonly #storage: DurableObjectStorage;
  readonly #participantTable: ParticipantTable;
  readonly #bidders: Bidders;
  readonly #standing: StandingBids;
  readonly journal: Journal;
  readonly bids: BidTable;
  readonly cursors: Cursors;
  readonly idempotency: IdempotencyKeys;
  readonly origins: BidOrigins;
  readonly alarm: Alarm;
  readonly numbers: RoomNumbers;
  #state: RoomState | null = null;
  #lastState: RoomState | null = null;

  /** `clock` gives epoch ms. A room that was never opened stays without tables: asking an unknown id stores nothing. */
  constructor(ctx: DurableObjectState, clock: () => number, numbers: RoomNumbers = ROOM_NUMBERS) {
    const { storage } = ctx;
    this.numbers = numbers;
    this.#storage = storage;
    this.#participantTable = new ParticipantTable(storage.sql);
    this.journal = new Journal(storage.sql);
    this.bids = new BidTable(storage.sql);
    this.#bidders = new Bidders(storage.sql);
    this.#standing = new StandingBids(this.bids, numbers.heldBids);
    this.cursors = new Cursors(storage.sql);
    this.idempotency = new IdempotencyKeys(storage.sql, numbers);
    this.origins = new BidOrigins(storage.sql);
    this.alarm = new Alarm(ctx, clock);
    if (!this.isOpened) return;
    this.#createTables();
    this.#load();
  }

  /** Whether an auction was opened here and is not emptied. */
  get isOpened(): boolean {
    return this.#storage.kv.get("schema") !== undefined;
  }

  /** The state after the last fact; null before the auction opens and after the room is emptied. */
  get state(): RoomState | null {
    return this.#state;
  }

  /** The state with every standing bid that a turn can reach. */
  stateFor(reach: Reach): RoomState | null {
    const state = this.#state;
    return state && { ...state, auction: this.#standing.reachedBy(state.auction, reach) };
  }

  /**
   * The state, unless the auction is removed or cancelled: facts may still be undelivered then, but it is no longer
   * found.
   */
  get existing(): RoomState | null {
    const state = this.#state;
    return state && state.auction.phase !== "removed" && state.auction.phase !== "cancelled" ? state : null;
  }

  /** Whether this person has ever placed a bid here, or bought. */
  hasBid(actor: Actor): boolean {
    const state = this.existing;
    return state !== null && state.bidders.lastSeqOf(state.participants.bidderIdOf(actor)) > 0;
  }

  /** The state of a cancelled auction for as long as its journal is kept; `now` is epoch ms. */
  cancelledAt(now: number): RoomState | null {
    const state = this.#state;
    const until = state && keptUntil(state.auction);
    return until !== null && now < until ? state : null;
  }

  /** The state that everyone may see: of an existing auction that moderation has not hidden. */
  get visible(): RoomState | null {
    const state = this.existing;
    return state?.auction.hidden ? null : state;
  }

  /** The state, also of a room that was emptied, because its watchers still have to be notified of the end. */
  get lastState(): RoomState | null {
    return this.#state ?? this.#lastState;
  }

  /**
   * Call this before an answer from memory. The platform may replace an object whose old instance still runs, and the
   * old one fails only when it uses its storage: so each answer reads one row. Throws in an instance that was replaced.
   */
  checkIsCurrent(): void {
    if (!this.#state || this.journal.lastSeq() === this.#state.auction.seq) return;
    throw new Error("this instance was replaced: another one has written");
  }

  /** The id of the auction, or "" before it opens. */
  get auctionId(): string {
    return this.lastState?.auction.id ?? "";
  }

  /** Saves one turn at `now` (epoch ms) in one transaction. Throws, with nothing changed, when that fails. */
  save(turn: TurnChanges, now: number): void {
    const { auction, facts, participants, responses, received } = turn;
    const hasFacts = auction !== null && facts.length > 0;
    if (hasFacts && !this.#state) this.#createTables();
    const storedSeq = this.#state?.auction.seq ?? 0;
    // By itself: when it fails, the turn fails with nothing changed. Never for a turn that only closes the auction,
    // which has no bid.
    if (this.#bidders.isWriteDue(storedSeq) && facts.some(({ fact }) => fact.type === "newBid")) {
      this.#bidders.write(this.#storage, storedSeq);
    }
    const origins = this.origins.unknown(turn.origins);
    if (!hasFacts && participants.length + origins.length + responses.length === 0) return;
    const isOwed = !haveAllReceived(received, auction?.seq ?? 0);
    const wakeAt = Math.min((auction && nextWake(auction)) ?? Infinity, isOwed ? now + UNDELIVERED_WAKE_MS : Infinity);
    const setsAlarm = hasFacts && this.alarm.isNeeded(wakeAt);
    const lastHash = facts.at(-1)?.hash ?? this.#state?.lastHash ?? GENESIS_HASH;
    let top = auction?.top ?? null;
    this.#storage.transactionSync(() => {
      // An accepted command that changes nothing still has a response to store.
      this.idempotency.insert(responses, now);
      for (const participant of participants) this.#participantTable.save(participant);
      this.origins.insert(origins);
      if (!hasFacts) return;
      this.journal.append(facts, auction, lastHash);
      this.bids.apply(facts, this.#bidders, turn.revealing);
      top = this.#standing.after(this.#state?.auction.top ?? null, auction, facts);
      this.cursors.insertReceived(received);
      this.cursors.write();
      this.origins.write();
      if (setsAlarm) this.alarm.write(wakeAt);
    });
    this.origins.remember(origins);
    const everyone = this.#state?.participants ?? new Participants();
    for (const participant of participants) everyone.set(participant);
    if (hasFacts) {
      this.cursors.rememberReceived(received);
      this.cursors.markSaved();
      this.origins.markSaved();
      if (setsAlarm) this.alarm.remember(wakeAt);
      this.#bidders.remember(facts);
      this.#state = { auction: { ...auction, top }, participants: everyone, bidders: this.#bidders, lastHash };
    }
  }

  /** Shows a deleted person as `actor` from now on: facts name people by id only and stay as they are. */
  replaceParticipant(actor: Actor): void {
    if (!this.#state?.participants.has(actor.id)) return;
    const { participants } = this.#state;
    // A bidder keeps the number that they bid under.
    const replaced = { ...participants.updated(actor, false), ...actor };
    this.#storage.transactionSync(() => {
      this.#participantTable.save(replaced);
      this.idempotency.deleteOf(actor.id);
      this.origins.deleteOf(actor.id);
    });
    this.origins.forgetOf(actor.id);
    participants.set(replaced);
  }

  /**
   * Shows a person under a number, or by name, from now on; also someone who has not bid here yet. The name of someone
   * who has only watched is not stored, because the deletion of their account would not reach this room to erase it.
   */
  setAnonymous(personId: string, anonymous: boolean): void {
    if (!this.#state) return;
    const { participants } = this.#state;
    const changed = { ...(participants.get(personId) ?? unnamed(personId)), anonymous };
    this.#storage.transactionSync(() => this.#participantTable.save(changed));
    participants.set(changed);
  }

  /**
   * Shows a participant under another name and portrait from now on. The name of someone who has only watched is not
   * stored: it is noted for their first command, because an open socket may still have the one before.
   */
  setShown(personId: string, shown: Shown): void {
    if (!this.#state) return;
    const known = this.#state.participants.get(personId);
    if (!known || known.firstName === "") return this.#state.participants.noteShown(personId, shown);
    const changed = { ...known, ...shown };
    if (isSameParticipant(known, changed)) return;
    this.#storage.transactionSync(() => this.#participantTable.save(changed));
    this.#state.participants.set(changed);
  }

  /** Writes the cursors that have moved, and which origins D1 has. */
  saveCursors(): void {
    this.cursors.write();
    this.origins.write();
    this.cursors.markSaved();
    this.origins.markSaved();
  }

  /** Deletes everything: the auction is gone and every reader has its last fact. */
  async empty(): Promise<void> {
    this.#lastState = this.#state;
    this.#state = null;
    this.cursors.forget();
    this.alarm.forget();
    this.origins.forget();
    this.#bidders.forget();
    await this.#storage.deleteAll();
  }

  #createTables(): void {
    migrate(this.#storage, SCHEMA_STEPS);
  }

  #load(): void {
    this.#bidders.load((seq) => this.journal.since(seq, Number.MAX_SAFE_INTEGER));
    const loaded = this.journal.load(this.#standing.load());
    this.#state = loaded && { ...loaded, participants: this.#participantTable.load(), bidders: this.#bidders };
    this.origins.load();
  }
}
