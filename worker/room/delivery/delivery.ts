/**
 * Delivers facts to D1 and to the inboxes, keeps the alarm set while facts are pending, and empties a finished room.
 * Retries are harmless, because D1 compares sequence numbers and inboxes compare the last fact of each auction.
 * `docs/reliability.md` says how long bids may wait.
 */
import { Metrics } from "../../platform/metrics.ts";
import { TimeoutError, withTimeout } from "../../platform/with-timeout.ts";
import type { Answered, DeliveryLag } from "../../rpc/room-rpc.ts";
import { keptUntil, nextWakeAt } from "../../rules/closing.ts";
import type { SequencedFact } from "../../rules/facts.ts";
import type { Subscriber } from "../storage/checkpoints.ts";
import type { RoomStorage } from "../storage/room-storage.ts";
import { Batches } from "./batches.ts";
import { Joins } from "./joins.ts";
import { isBursty, LastFactSeqs } from "./last-fact-seqs.ts";
import { SUBSCRIBER_TIMEOUT_MS, type Subscribers } from "./subscribers.ts";
import { Subscription, type SubscriptionOptions } from "./subscription.ts";

/**
 * How long a caller waits for a delivery. It's as long as one call to a subscriber can take, and half as long as a
 * Worker waits for a room.
 */
const CALLER_TIMEOUT_MS = SUBSCRIBER_TIMEOUT_MS;
/** How long people who read their own bids wait for D1, which usually answers in tens of milliseconds. */
const OWN_BIDS_TIMEOUT_MS = 1_000;

/** An end recorded this late was missed by its alarm, or by the platform. */
const LATE_CLOSE_MS = 5_000;

export class Delivery {
  readonly #ctx: DurableObjectState;
  readonly #clock: () => number;
  readonly #storage: RoomStorage;
  readonly #subscribers: Subscribers;
  readonly #subscriptions: Readonly<Record<Subscriber, Subscription>>;
  readonly #joins: Joins;
  readonly #metrics: Metrics;
  readonly #lastFactSeqs: LastFactSeqs;

  /** `clock` gives epoch ms. */
  constructor(
    ctx: DurableObjectState,
    storage: RoomStorage,
    subscribers: Subscribers,
    clock: () => number,
    metrics = new Metrics(undefined, () => storage.auctionId),
  ) {
    this.#ctx = ctx;
    this.#clock = clock;
    this.#storage = storage;
    this.#subscribers = subscribers;
    this.#metrics = metrics;
    this.#joins = new Joins(storage, subscribers);
    const batches = new Batches(storage, subscribers, clock);
    this.#lastFactSeqs = new LastFactSeqs(storage.state?.auction.seq ?? 0);
    this.#subscriptions = {
      catalogue: this.#createSubscription("catalogue", (state, seq) => batches.deliverToCatalogue(state, seq)),
      bidderInboxes: this.#createSubscription("bidderInboxes", (state, seq) => batches.deliverToBidders(state, seq)),
      sellerInbox: this.#createSubscription("sellerInbox", (state, seq) => batches.deliverToSeller(state, seq)),
    };
  }

  /** Whether any subscriber lacks the last fact, or any inbox hasn't recorded that its owner bids here. */
  isPending(): boolean {
    return this.#joins.isPending() || this.#allSubscriptions().some((subscription) => subscription.isPending());
  }

  /** How many facts each subscriber lacks, and for how long the first of them has waited. */
  lag(): DeliveryLag {
    const { state, checkpoints, journal } = this.#storage;
    if (!state) return { undelivered: { catalogue: 0, inboxes: 0 }, laggingMs: 0 };
    const { seq } = state.auction;
    const catalogue = checkpoints.get("catalogue");
    const inboxes = Math.min(checkpoints.get("bidderInboxes"), checkpoints.get("sellerInbox"));
    const pendingSince = journal.timeAfter(Math.min(catalogue, inboxes));
    return {
      undelivered: { catalogue: seq - catalogue, inboxes: seq - inboxes },
      laggingMs: pendingSince === undefined ? 0 : Math.max(0, this.#clock() - pendingSince),
    };
  }

  /** How long to wait before the next try, in milliseconds. Null unless a subscriber has failed. */
  #retryMs(): number | null {
    const waits = this.#allSubscriptions().flatMap((subscription) => subscription.retryMs() ?? []);
    return waits.length === 0 ? null : Math.min(...waits);
  }

  #isFailing(): boolean {
    return this.#joins.hasFailed || this.#retryMs() !== null;
  }

  /** Delivers everything pending. Stops for a subscriber that fails, without holding up the others. */
  async run(): Promise<void> {
    await Promise.all([this.#joins.run(), ...this.#allSubscriptions().map((subscription) => subscription.run())]);
  }

  /**
   * Waits for a delivery on behalf of a caller, up to a limit. A canceled auction may have 100,000 bidders to notify,
   * and after the caller's own time limit a processed command would look lost. The delivery continues.
   */
  async waitFor(delivering: Promise<void>, limitMs = CALLER_TIMEOUT_MS): Promise<void> {
    this.#ctx.waitUntil(delivering);
    try {
      await withTimeout(delivering, limitMs);
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
    }
  }

  /**
   * The outcome of a command, once D1 and the inboxes have its changes, so that sellers find them in every list. An
   * outage or a backlog only delays those lists.
   */
  async whenDelivered<Outcome extends Answered<unknown>>(outcome: Outcome): Promise<Outcome> {
    if (outcome.ok) await this.waitFor(this.run());
    return outcome;
  }

  /**
   * Delivers saved facts. Bids may come in bursts. The people who were outbid get a notice in the background, and D1
   * and the seller wait for the alarm that the turn has set. Everything else is delivered immediately.
   */
  deliver(facts: readonly SequencedFact[]): void {
    this.#logLateClose(facts);
    this.#lastFactSeqs.record(facts, this.#storage);
    const recording = this.#joins.runAfterBid();
    if (recording) this.#ctx.waitUntil(recording.then(() => this.#tidy()));
    if (!facts.every(({ fact }) => isBursty(fact))) return this.#ctx.waitUntil(this.runAndTidy());
    const running = this.#subscriptions.bidderInboxes.runInBackground();
    if (running) this.#ctx.waitUntil(running.then(() => this.#tidy()));
  }

  /**
   * For the alarm. Delivers everything pending, with pauses in a backlog that let bids through, and saves the
   * checkpoints.
   */
  async runWithPauses(): Promise<void> {
    const startedAt = Date.now();
    await Promise.all([
      this.#joins.run(),
      ...this.#allSubscriptions().map((subscription) => subscription.runWithPauses()),
    ]);
    this.#storage.alarm.adaptWindow(Date.now() - startedAt);
    // While facts keep arriving, their turns save the checkpoints.
    if (!this.isPending() || this.#isFailing()) this.#storage.checkpoints.save();
    await this.#tidy();
  }

  /**
   * For a person about to read their own bids from D1. Delivers the bids that D1 lacks. False if D1 hasn't stored them
   * in time. While D1 fails, only the subscription retries, and these reads don't wait.
   */
  async deliverOwnBids(personId: string): Promise<boolean> {
    const { checkpoints, state } = this.#storage;
    if (!state) return true;
    const lastSeq = this.#lastFactSeqs.lastSeqOf(personId);
    const isDelivered = () => checkpoints.get("catalogue") >= lastSeq;
    if (isDelivered()) return true;
    const { catalogue } = this.#subscriptions;
    if (catalogue.retryMs() !== null) return false;
    await this.waitFor(
      catalogue.run().then(() => this.#tidy()),
      OWN_BIDS_TIMEOUT_MS,
    );
    return isDelivered();
  }

  /** Delivers everything pending, then sets the next alarm or empties the room. */
  async runAndTidy(): Promise<void> {
    await this.run();
    await this.#tidy();
  }

  /**
   * Sets the alarm for the end, or for when a canceled auction's journal can be deleted. While facts are pending, a
   * checkpoint is unsaved, or the room still has to be emptied, it wakes within `soonMs`. By default, that's when a
   * subscriber that has failed is due again, or when facts have waited long enough.
   */
  setNextAlarm(soonMs = this.#retryMs() ?? this.#storage.alarm.windowMs): void {
    const { state, checkpoints, alarm } = this.#storage;
    if (!state) return;
    const isUnfinished = this.isPending() || !checkpoints.areSaved || !this.#isKept();
    const soon = isUnfinished ? this.#clock() + soonMs : Infinity;
    const due = Math.min(nextWakeAt(state.auction) ?? Infinity, keptUntil(state.auction) ?? Infinity, soon);
    if (due < Infinity) alarm.wakeBy(due);
  }

  /** Sets the next alarm, or empties the room once the auction is gone and every subscriber has its last fact. */
  async #tidy(): Promise<void> {
    if (!this.#storage.state) return;
    if (this.#isKept() || this.isPending()) return this.setNextAlarm();
    await this.#storage.empty();
  }

  #isKept(): boolean {
    return (this.#storage.existingState ?? this.#storage.keptCancelledState(this.#clock())) !== null;
  }

  /** Logs an end that was recorded late, so that a lost alarm does not go unnoticed. */
  #logLateClose(facts: readonly SequencedFact[]): void {
    const auction = this.#storage.state?.auction;
    const closed = facts.find(({ fact }) => fact.type === "closed");
    const lateMs = auction && closed ? closed.at - auction.endsAt : 0;
    if (auction && closed) {
      this.#metrics.add("closed", lateMs < LATE_CLOSE_MS ? "in_time" : "late", lateMs);
    }
    if (lateMs < LATE_CLOSE_MS) return;
    console.warn(JSON.stringify({ event: "self_heal", auction: auction?.id, lateMs }));
  }

  /** Counts a batch that a subscriber received, by how long its first fact had waited. */
  async #timeBatch(subscriber: Subscriber, after: number, batch: () => Promise<number>): Promise<number> {
    const pendingSince = this.#storage.journal.timeAfter(after);
    const received = await batch();
    if (pendingSince !== undefined) this.#metrics.add("delivered", subscriber, this.#clock() - pendingSince);
    return received;
  }

  #createSubscription(subscriber: Subscriber, batch: SubscriptionOptions["deliver"]): Subscription {
    return new Subscription(this.#storage, {
      subscriber,
      deliver: (state, seq) => this.#timeBatch(subscriber, seq, () => batch(state, seq)),
      onFailure: (error) => this.#subscribers.onFailure(subscriber, error),
      onStalled: (failingMs) => this.#subscribers.onStalled(subscriber, failingMs),
    });
  }

  #allSubscriptions(): Subscription[] {
    return Object.values(this.#subscriptions);
  }
}
