import { parseStored } from "../../platform/parse-stored.ts";

/** Each of these receives the journal independently. Sockets and relays keep their own progress. */
const SUBSCRIBERS = ["catalogue", "sellerInbox", "bidderInboxes"] as const;
export type Subscriber = (typeof SUBSCRIBERS)[number];

/** Subscribers that don't need the opening. Their checkpoints begin at `seq`, its last fact. */
export type InitialCheckpoints = { readonly seq: number; readonly subscribers: readonly Subscriber[] };

/** Whether no subscriber needs the facts up to `lastSeq`. This can be true only right after the opening. */
export function isFullyDelivered({ seq, subscribers }: InitialCheckpoints, lastSeq: number): boolean {
  return seq === lastSeq && SUBSCRIBERS.every((subscriber) => subscribers.includes(subscriber));
}

/**
 * A subscriber's checkpoint is its last fact. `joinedBidders` is the number of the last bidder whose inbox has recorded
 * that they bid here. `origins` is the number of the last bid origin in D1.
 */
const NOTHING_RECEIVED = {
  catalogue: 0,
  sellerInbox: 0,
  bidderInboxes: 0,
  joinedBidders: 0,
  origins: 0,
};
type CheckpointName = keyof typeof NOTHING_RECEIVED;

/**
 * A fact that has too many recipients for one batch. The bidders up to this ID have its notice. An ID and not a count,
 * because the recipients can change between batches.
 */
type NotificationProgress = { readonly seq: number; readonly upToId: string };
const NO_ONE_NOTIFIED: NotificationProgress = { seq: 0, upToId: "" };

type CheckpointValues = Readonly<typeof NOTHING_RECEIVED> & { readonly notified: NotificationProgress };

type CheckpointsTurn = { readonly facts: readonly unknown[]; readonly initialCheckpoints: InitialCheckpoints };

/**
 * The checkpoints of all subscribers, as one row. Moving a checkpoint writes nothing by itself. The next facts or the
 * room's alarm write it. After a crash in between, the stored checkpoint is older, so facts are delivered twice rather
 * than lost.
 */
export class Checkpoints {
  readonly #sql: SqlStorage;
  #received: CheckpointValues = { ...NOTHING_RECEIVED, notified: NO_ONE_NOTIFIED };
  #areSaved = true;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  load(): void {
    const { received } = this.#sql.exec<{ received: string }>("SELECT received FROM checkpoints").one();
    this.#received = {
      ...NOTHING_RECEIVED,
      notified: NO_ONE_NOTIFIED,
      ...parseStored<Partial<CheckpointValues>>(received),
    };
    this.#areSaved = true;
  }

  get(name: CheckpointName): number {
    return this.#received[name];
  }

  /**
   * A subscriber has received the facts after `from` up to `seq`. Does nothing if the checkpoint has since been moved
   * back.
   */
  move(name: CheckpointName, from: number, seq: number): void {
    if (this.get(name) === from) this.#set(name, Math.max(from, seq));
  }

  /** A subscriber has lost the facts after `seq`, so they're delivered again. */
  moveBack(name: CheckpointName, seq: number): void {
    this.#set(name, Math.min(seq, this.get(name)));
  }

  get notified(): NotificationProgress {
    return this.#received.notified;
  }

  /** The bidders up to this ID have the notice for fact `seq`. */
  moveNotified(seq: number, upToId: string): void {
    this.#received = { ...this.#received, notified: { seq, upToId } };
    this.#areSaved = false;
  }

  get areSaved(): boolean {
    return this.#areSaved;
  }

  /**
   * In a turn's transaction, along with its facts. Writes the checkpoints that begin after them, and those that have
   * moved.
   */
  write(turn: CheckpointsTurn): void {
    const received = this.#receivedAfter(turn);
    if (turn.facts.length > 0 && (received !== this.#received || !this.#areSaved)) this.#store(received);
  }

  commit(turn: CheckpointsTurn): void {
    if (turn.facts.length === 0) return;
    this.#received = this.#receivedAfter(turn);
    this.#areSaved = true;
  }

  reset(): void {
    this.#received = { ...NOTHING_RECEIVED, notified: NO_ONE_NOTIFIED };
    this.#areSaved = true;
  }

  /** Writes the checkpoints that have moved, without a turn. */
  save(): void {
    if (!this.#areSaved) this.#store(this.#received);
    this.#areSaved = true;
  }

  #receivedAfter({ initialCheckpoints: { seq, subscribers } }: CheckpointsTurn): CheckpointValues {
    if (subscribers.length === 0) return this.#received;
    return { ...this.#received, ...Object.fromEntries(subscribers.map((subscriber) => [subscriber, seq])) };
  }

  #store(received: CheckpointValues): void {
    this.#sql.exec("UPDATE checkpoints SET received = ?", JSON.stringify(received));
  }

  #set(name: CheckpointName, seq: number): void {
    if (seq === this.get(name)) return;
    this.#received = { ...this.#received, [name]: seq };
    this.#areSaved = false;
  }
}
