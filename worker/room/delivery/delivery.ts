/**
 * Delivers facts to D1 and to the inboxes, sets the alarm for what is still owed, and empties a room that is finished.
 * Repeats are harmless: D1's rows are guarded by sequence numbers, inboxes by the last fact of each auction.
 */
import type { Notice } from "../../contract/notification.ts";
import { Figures } from "../../platform/figures.ts";
import { TimedOut, withTimeout } from "../../platform/with-timeout.ts";
import type { DeliveryLag } from "../../room-rpc.ts";
import { leaderOf } from "../../rules/auction.ts";
import { keptUntil, nextWake } from "../../rules/closing.ts";
import type { Fact, Recorded } from "../../rules/facts.ts";
import type { Reader } from "../storage/journal.ts";
import { type RoomState, type RoomStorage, UNDELIVERED_WAKE_MS } from "../storage/room-storage.ts";
import { toStanding } from "../views/wire.ts";
import { Feed } from "./feed.ts";
import { type Addressed, condense, noticesOf } from "./notices.ts";
import { auctionRow, bidRow, READER_TIMEOUT_MS, type Readers } from "./readers.ts";

/** Lists are cached for longer than D1's feed pauses; a notification should arrive at once. */
const FIRST_PAUSE_MS = { catalogue: 1_000, inboxes: 250 };
/**
 * D1 is shared by all rooms: when many of them write, its answers get slow, and each room then writes less often by
 * itself. An inbox belongs to one person.
 */
const PAUSE_FACTOR = { catalogue: 20, inboxes: 1 };
/** Inboxes called before the event loop gets a turn: calling many on the same machine would delay bids. */
const CALLS_IN_A_ROW = 8;

/** As long as one call of a reader, and half of what a Worker waits for a room. */
const CALLER_WAIT_MS = READER_TIMEOUT_MS;

/** An end that is recorded this late was missed by its alarm, or by the platform. */
const HEALED_AFTER_MS = 5_000;

type Recipient = readonly [userId: string, addressed: readonly Addressed[]];
type ToInbox = readonly [userId: string, notices: readonly Notice[]];

export class Delivery {
  readonly #ctx: DurableObjectState;
  readonly #clock: () => number;
  readonly #storage: RoomStorage;
  readonly #readers: Readers;
  readonly #feeds: readonly Feed[];

  readonly #figures: Figures;

  /** `clock` gives epoch ms. */
  constructor(
    ctx: DurableObjectState,
    storage: RoomStorage,
    readers: Readers,
    clock: () => number,
    figures = new Figures(undefined, () => storage.auctionId),
  ) {
    this.#ctx = ctx;
    this.#clock = clock;
    this.#storage = storage;
    this.#readers = readers;
    this.#figures = figures;
    this.#feeds = [
      new Feed(storage, {
        reader: "catalogue",
        firstPauseMs: FIRST_PAUSE_MS.catalogue,
        pauseFactor: PAUSE_FACTOR.catalogue,
        deliver: (state, seq) => this.#timed("catalogue", seq, () => this.#toCatalogue(state, seq)),
        onFailure: (error) => readers.onFailure("catalogue", error),
        onStalled: (failingMs) => readers.onStalled("catalogue", failingMs),
      }),
      new Feed(storage, {
        reader: "inboxes",
        firstPauseMs: FIRST_PAUSE_MS.inboxes,
        pauseFactor: PAUSE_FACTOR.inboxes,
        deliver: (state, seq) => this.#timed("inboxes", seq, () => this.#toInboxes(state, seq)),
        onFailure: (error) => readers.onFailure("inboxes", error),
        onStalled: (failingMs) => readers.onStalled("inboxes", failingMs),
      }),
    ];
  }

  /** Whether some reader has not received the last fact. */
  isOwed(): boolean {
    return this.#feeds.some((feed) => feed.isOwed());
  }

  /** How many facts each reader lacks, and for how long the first of them has waited. */
  lag(): DeliveryLag {
    const { state, cursors, journal } = this.#storage;
    if (!state) return { undelivered: { catalogue: 0, inboxes: 0 }, laggingMs: 0 };
    const { seq } = state.auction;
    const [catalogue, inboxes] = [cursors.at("catalogue"), cursors.at("inboxes")];
    const [first] = journal.since(Math.min(catalogue, inboxes), 1);
    return {
      undelivered: { catalogue: seq - catalogue, inboxes: seq - inboxes },
      laggingMs: first ? Math.max(0, this.#clock() - first.at) : 0,
    };
  }

  /** How long to wait before the next try, in milliseconds; null unless a reader has failed. */
  retryMs(): number | null {
    const waits = this.#feeds.flatMap((feed) => feed.retryMs() ?? []);
    return waits.length === 0 ? null : Math.min(...waits);
  }

  /** Delivers all that is owed now, or until a reader fails; a failing reader does not hold up the other. */
  async run(): Promise<void> {
    await Promise.all(this.#feeds.map((feed) => feed.run()));
  }

  /**
   * Waits for a delivery on behalf of a caller, but not for ever: a cancelled auction may have a hundred thousand bidders
   * to notify, and the caller's own time limit would make a command look lost that was decided. The delivery goes on.
   */
  async waitFor(delivering: Promise<void>): Promise<void> {
    this.#ctx.waitUntil(delivering);
    try {
      await withTimeout(delivering, CALLER_WAIT_MS);
    } catch (error) {
      if (!(error instanceof TimedOut)) throw error;
    }
  }

  /** Facts were saved: delivers them. Bids may come in floods and go in the background; anything else goes at once. */
  deliver(facts: readonly Recorded[]): void {
    this.#logSelfHealing(facts);
    if (facts.every(({ fact }) => mayComeInFloods(fact))) this.runInBackground();
    else this.#ctx.waitUntil(this.runAndTidy());
  }

  /** Delivers in the background, to each reader independently. */
  runInBackground(): void {
    for (const feed of this.#feeds) {
      const running = feed.runInBackground();
      if (running) this.#ctx.waitUntil(running.then(() => this.#tidy()));
    }
  }

  /** Delivers what is owed now; then sets the next alarm, or empties the room. */
  async runAndTidy(): Promise<void> {
    await this.run();
    await this.#tidy();
  }

  /**
   * Wakes at the end, or when the journal of a cancelled auction has been kept for long enough; within `soonMs` while
   * facts are owed, a cursor is unsaved, or the room has yet to be emptied.
   */
  setNextAlarm(soonMs: number): void {
    const { state, cursors, alarm } = this.#storage;
    if (!state) return;
    const isUnfinished = this.isOwed() || !cursors.areSaved || !this.#isKept();
    const soon = isUnfinished ? this.#clock() + soonMs : Infinity;
    const due = Math.min(nextWake(state.auction) ?? Infinity, keptUntil(state.auction) ?? Infinity, soon);
    if (due < Infinity) alarm.wakeBy(due);
  }

  /** Sets the next alarm, or empties the room when the auction is gone and every reader has its last fact. */
  async #tidy(): Promise<void> {
    if (!this.#storage.state) return;
    if (this.#isKept() || this.isOwed()) return this.setNextAlarm(this.retryMs() ?? UNDELIVERED_WAKE_MS);
    await this.#storage.empty();
  }

  #isKept(): boolean {
    return (this.#storage.existing ?? this.#storage.cancelledAt(this.#clock())) !== null;
  }

  /** Logs an end that was recorded late: a lost alarm would otherwise go unnoticed. */
  #logSelfHealing(facts: readonly Recorded[]): void {
    const auction = this.#storage.state?.auction;
    const closed = facts.find(({ fact }) => fact.type === "closed");
    const lateMs = auction && closed ? closed.at - auction.endsAt : 0;
    if (auction && closed) {
      this.#figures.add("closed", lateMs < HEALED_AFTER_MS ? "in_time" : "late", lateMs);
    }
    if (lateMs < HEALED_AFTER_MS) return;
    console.warn(JSON.stringify({ event: "self_heal", auction: auction?.id, lateMs }));
  }

  /** Counts a round that a reader has received, by how long the first of its facts has waited. */
  async #timed(reader: Reader, after: number, round: () => Promise<number>): Promise<number> {
    const [first] = this.#storage.journal.since(after, 1);
    const received = await round();
    if (first) this.#figures.add("delivered", reader, this.#clock() - first.at);
    return received;
  }

  async #toCatalogue({ auction, participants }: RoomState, seq: number): Promise<number> {
    const { bidsPerBatch } = this.#storage.numbers;
    const changed = this.#storage.bids.changed(seq, auction.seq, bidsPerBatch);
    const last = changed.length < bidsPerBatch ? auction.seq : (changed.at(-1)?.seq ?? auction.seq);
    const bids = changed.map((bid) => bidRow(auction.id, bid, participants));
    // The row is of now, but says that D1 has the facts up to here: if D1 is set back to a time between two batches, the
    // sweep finds it behind, and the rest is delivered again.
    const row = { ...auctionRow(auction, participants), seq: last };
    await withTimeout(this.#readers.catalogue(row, bids), READER_TIMEOUT_MS);
    return last;
  }

  async #toInboxes(state: RoomState, seq: number): Promise<number> {
    const { cursors, numbers } = this.#storage;
    const { upTo, recipients } = this.#roundAfter(seq, state);
    // Only a round of one fact is larger than what is called at once: its recipients come in a fixed order, page by page.
    const first = cursors.at("recipients");
    const next = first + numbers.recipientsPerRound;
    await this.#callInboxes(this.#withStandings(state, recipients.slice(first, next)));
    if (next < recipients.length) {
      cursors.move("recipients", first, next);
      return seq;
    }
    cursors.moveBack("recipients", 0);
    return upTo;
  }

  /** The next facts for the inboxes, and what each recipient gets: as many facts as have few recipients, or one. */
  #roundAfter(seq: number, { auction, participants, bidders }: RoomState) {
    const { journal, numbers } = this.#storage;
    let upTo = Math.min(auction.seq, seq + numbers.factsPerRound);
    const all: Addressed[] = [];
    const recipientIds = new Set<string>();
    for (const record of journal.relevantSince(seq, upTo, numbers.keptNotifications)) {
      const notices = noticesOf(record, auction, bidders);
      if (recipientIds.size > 0 && recipientIds.size + notices.length > numbers.recipientsPerRound) {
        upTo = record.seq - 1;
        break;
      }
      for (const one of notices) {
        // Facts may call a bidder by an alias; an inbox is a person's.
        const recipientId = participants.personIdOf(one.recipientId);
        recipientIds.add(recipientId);
        all.push({ ...one, recipientId });
      }
    }
    const byRecipient = Map.groupBy(condense(all, numbers.keptNotifications), ({ recipientId }) => recipientId);
    return { upTo, recipients: Array.from(byRecipient).toSorted(([a], [b]) => (a < b ? -1 : 1)) };
  }

  /**
   * The notices of some recipients, the last one of each bidder with how the auction stands for them now. Its seller is in
   * no board of bids, and how a hidden auction stands is nobody's to see.
   */
  #withStandings({ auction, participants }: RoomState, recipients: readonly Recipient[]): ToInbox[] {
    const leader = leaderOf(auction);
    const leaderId = leader && participants.personIdOf(leader.bidderId);
    const standing = { ...toStanding(auction, this.#clock()), seq: auction.seq };
    const isSecret = auction.hidden !== null && auction.voided === null;
    return recipients.map(([userId, addressed]) => {
      const notices = addressed.map(({ notice }) => notice);
      const last = notices.at(-1);
      if (!last || isSecret || userId === auction.sellerId) return [userId, notices];
      return [userId, [...notices.slice(0, -1), { ...last, standing: { ...standing, leads: userId === leaderId } }]];
    });
  }

  /** Calls all inboxes, with turns of the event loop in between. Rejects when one fails, after all have answered. */
  async #callInboxes(recipients: readonly ToInbox[]): Promise<void> {
    const calls: Promise<{ readonly error: unknown } | null>[] = [];
    for (const [userId, notices] of recipients) {
      const call = withTimeout(this.#readers.inbox(userId, notices), READER_TIMEOUT_MS);
      calls.push(
        call.then(
          () => null,
          (error: unknown) => ({ error }),
        ),
      );
      // The room answers others in between.
      if (calls.length % CALLS_IN_A_ROW === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const failed = (await Promise.all(calls)).find((outcome) => outcome !== null);
    if (failed) throw failed.error;
  }
}

const FLOODS: ReadonlySet<Fact["type"]> = new Set(["newBid", "bidEdited", "bidAdjusted", "maximumChanged", "extended"]);

/** Facts that a hot auction has by the hundred. */
function mayComeInFloods(fact: Fact): boolean {
  return FLOODS.has(fact.type);
}
