/**
 * Everything that one room has stored, and the state in memory that mirrors it. One transaction saves a turn, so its
 * facts, bids, participants, responses for retries, checkpoints and the alarm exist together, or none do.
 *
 * Invariant: memory changes only after the transaction has succeeded. A failed one changes neither memory nor storage.
 */
import { migrate } from "../../platform/migrate.ts";
import type { Actor, NameAndPhoto } from "../../rpc/room-rpc.ts";
import type { Auction } from "../../rules/auction.ts";
import { keptUntil } from "../../rules/closing.ts";
import { ROOM_LIMITS, type RoomLimits } from "../limits.ts";
import { isSameParticipant, type Participants, unnamedParticipant } from "./participants.ts";
import { createParts, type SavedTurn, type StoragePart, type StorageParts, type TurnChanges } from "./parts.ts";
import { SCHEMA_STEPS } from "./schema.ts";
import type { AffectedBids } from "./standing-bids.ts";

/**
 * The auction after its last fact, with the highest of its standing bids, its participants and bidders, and the hash
 * for chaining the next fact.
 */
export type RoomState = {
  readonly auction: Auction;
  readonly participants: Participants;
  readonly bidders: Pick<
    StorageParts["bidders"],
    "countStandingBids" | "lastSeqOf" | "countWithdrawals" | "standingBidderIds" | "allBidderIds"
  >;
  readonly lastHash: string;
};

export class RoomStorage {
  readonly #storage: DurableObjectStorage;
  readonly #parts: StorageParts;
  /** The same parts, in the order in which they write. */
  readonly #orderedParts: readonly StoragePart[];
  readonly journal: StorageParts["journal"];
  readonly bids: StorageParts["bids"];
  readonly checkpoints: StorageParts["checkpoints"];
  readonly idempotency: StorageParts["idempotency"];
  readonly origins: StorageParts["origins"];
  readonly alarm: StorageParts["alarm"];
  readonly limits: RoomLimits;
  #state: RoomState | null = null;
  #lastState: RoomState | null = null;

  /**
   * `clock` gives epoch ms. A room that was never opened has no tables, so a request with an unknown ID stores nothing.
   */
  constructor(
    ctx: DurableObjectState,
    clock: () => number,
    limits: RoomLimits = ROOM_LIMITS,
    parts: StorageParts = createParts(ctx, clock, limits),
  ) {
    this.limits = limits;
    this.#storage = ctx.storage;
    this.#parts = parts;
    this.#orderedParts = Object.values(parts);
    this.journal = parts.journal;
    this.bids = parts.bids;
    this.checkpoints = parts.checkpoints;
    this.idempotency = parts.idempotency;
    this.origins = parts.origins;
    this.alarm = parts.alarm;
    if (!this.hasTables) return;
    this.#createTables();
    this.#load();
  }

  /** Whether the room has its tables. It has them from its first attempt to save until it is emptied. */
  get hasTables(): boolean {
    return this.#storage.kv.get("schema") !== undefined;
  }

  /** The state after the last fact. Null before the auction opens and after the room is emptied. */
  get state(): RoomState | null {
    return this.#state;
  }

  /** The state with every standing bid that a turn can reach. */
  stateFor(affected: AffectedBids): RoomState | null {
    const state = this.#state;
    return state && { ...state, auction: this.#parts.standingBids.withAffectedBids(state.auction, affected) };
  }

  /**
   * The state, unless the auction is removed or canceled. Readers no longer find it then, but facts may still be
   * pending.
   */
  get existingState(): RoomState | null {
    const state = this.#state;
    return state && state.auction.phase !== "removed" && state.auction.phase !== "cancelled" ? state : null;
  }

  /** Whether this person has ever placed a bid here, or bought. */
  hasBid(actor: Actor): boolean {
    const state = this.existingState;
    return state !== null && state.bidders.lastSeqOf(state.participants.bidderIdOf(actor)) > 0;
  }

  /** The state of a canceled auction for as long as we keep its journal. `now` is epoch ms. */
  keptCancelledState(now: number): RoomState | null {
    const state = this.#state;
    const until = state && keptUntil(state.auction);
    return until !== null && now < until ? state : null;
  }

  /** The state that everyone can see, of an existing auction that moderation has not hidden. */
  get visibleState(): RoomState | null {
    const state = this.existingState;
    return state?.auction.hidden ? null : state;
  }

  /**
   * The state. The instance that emptied the room returns the last one, because watchers still have to be notified of
   * the end.
   */
  get lastState(): RoomState | null {
    return this.#state ?? this.#lastState;
  }

  /**
   * Call this before answering a read from memory. The platform may replace an object whose old instance still runs,
   * and the old one fails only when it uses its storage. So each such answer reads one row. Throws in a replaced
   * instance. Commands that are refused before they reach the queue don't need it, because they change nothing and can
   * be retried.
   */
  assertCurrent(): void {
    if (!this.#state || this.journal.lastSeq() === this.#state.auction.seq) return;
    throw new Error("this instance was replaced: another one has written");
  }

  /** The ID of the auction, or "" before it opens. */
  get auctionId(): string {
    return this.lastState?.auction.id ?? "";
  }

  /** Saves one turn at `now` (epoch ms) in one transaction. If that fails, it throws and nothing has changed. */
  save(changes: TurnChanges, now: number): void {
    const { auction, facts, participants, origins, responses } = changes;
    // An accepted command that changes nothing still has a response to store.
    if (facts.length + participants.length + origins.length + responses.length === 0) return;
    if (!this.#state) this.#createTables();
    const turn: SavedTurn = { ...changes, now };
    this.#storage.transactionSync(() => {
      for (const part of this.#orderedParts) part.write(turn);
    });
    for (const part of this.#orderedParts) part.commit(turn);
    const last = facts.at(-1);
    if (!auction || !last) return;
    const { standingBids, participants: people, bidders } = this.#parts;
    const top = standingBids.top;
    this.#state = { auction: { ...auction, top }, participants: people.participants, bidders, lastHash: last.hash };
  }

  /** From now on, shows a deleted person as `actor`. Facts name people only by ID and stay as they are. */
  replaceParticipant(actor: Actor): void {
    if (!this.#state?.participants.has(actor.id)) return;
    const { participants } = this.#state;
    // A bidder keeps the number that they bid under.
    const replaced = { ...participants.participantAfterCommand(actor, false), ...actor };
    this.#storage.transactionSync(() => {
      this.#parts.participants.save(replaced);
      this.idempotency.deleteFor(actor.id);
      this.origins.deleteFor(actor.id);
    });
    participants.set(replaced);
  }

  /**
   * From now on, shows a person as an anonymous bidder or by name, even if they haven't bid here yet. It doesn't store
   * the name of someone who has only watched, because deleting their account wouldn't reach this room to erase it.
   */
  setAnonymous(personId: string, anonymous: boolean): void {
    if (!this.#state) return;
    const { participants } = this.#state;
    const changed = { ...(participants.get(personId) ?? unnamedParticipant(personId)), anonymous };
    this.#parts.participants.save(changed);
    participants.set(changed);
  }

  /**
   * From now on, shows a participant under another name and photo. It doesn't store the name of someone who has only
   * watched. It keeps that name in memory for their first command, because an open socket may still have the old one.
   */
  setNameAndPhoto(personId: string, nameAndPhoto: NameAndPhoto): void {
    if (!this.#state) return;
    const known = this.#state.participants.get(personId);
    if (!known || known.firstName === "") return this.#state.participants.setNameAndPhoto(personId, nameAndPhoto);
    const changed = { ...known, ...nameAndPhoto };
    if (isSameParticipant(known, changed)) return;
    this.#parts.participants.save(changed);
    this.#state.participants.set(changed);
  }

  /** Deletes everything once the auction is gone and every subscriber has its last fact. */
  async empty(): Promise<void> {
    this.#lastState = this.#state;
    this.#state = null;
    for (const part of this.#orderedParts) part.reset();
    await this.#storage.deleteAll();
  }

  #createTables(): void {
    migrate(this.#storage, SCHEMA_STEPS);
  }

  #load(): void {
    const { bidders, checkpoints, standingBids, participants, origins, journal } = this.#parts;
    bidders.load((seq) => journal.listSince(seq));
    checkpoints.load();
    standingBids.load();
    participants.load();
    origins.load();
    const loaded = journal.load(standingBids.top);
    this.#state = loaded && { ...loaded, participants: participants.participants, bidders };
  }
}
