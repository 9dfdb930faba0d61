/** Subscribers that receive the journal independently. The sockets' cursors are in memory: they end with the sockets. */
const SUBSCRIBERS = ["catalogue", "sellerInbox", "bidderInboxes"] as const;
export type Subscriber = (typeof SUBSCRIBERS)[number];

/** The subscribers that need no delivery of the first facts, those up to `seq`. */
export type Received = { readonly seq: number; readonly subscribers: readonly Subscriber[] };

/** Whether no subscriber needs a delivery of the facts up to `lastSeq`. */
export function haveAllReceived({ seq, subscribers }: Received, lastSeq: number): boolean {
  return seq === lastSeq && SUBSCRIBERS.every((subscriber) => subscribers.includes(subscriber));
}

/**
 * The cursor of a subscriber; or the number of bidders who were notified of the next fact, if it has too many for one batch;
 * or the number of the last bidder whose inbox knows that they bid here.
 */
type Cursor = Subscriber | "bidderRecipients" | "joinedBidders";

type Turn = { readonly facts: readonly unknown[]; readonly received: Received };

/**
 * How far each subscriber has received the journal. Moving a cursor writes nothing by itself: it is written along with the
 * next facts, or at the room's alarm. After a crash in between, the stored cursor is older: a repeat, never a loss.
 */
export class Cursors {
  readonly #sql: SqlStorage;
  readonly #seqs = new Map<Cursor, number>();
  readonly #unsaved = new Set<Cursor>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  at(subscriber: Cursor): number {
    let seq = this.#seqs.get(subscriber);
    if (seq === undefined) {
      const stored = this.#sql.exec<{ seq: number }>("SELECT seq FROM cursors WHERE subscriber = ?", subscriber);
      seq = stored.next().value?.seq ?? 0;
      this.#seqs.set(subscriber, seq);
    }
    return seq;
  }

  /** A subscriber has received the facts after `from` up to `seq`. Ignored when the cursor was moved back meanwhile. */
  move(subscriber: Cursor, from: number, seq: number): void {
    if (this.at(subscriber) === from) this.#set(subscriber, Math.max(from, seq));
  }

  /** A subscriber has lost the facts after `seq`: they are delivered again. */
  moveBack(subscriber: Cursor, seq: number): void {
    this.#set(subscriber, Math.min(seq, this.at(subscriber)));
  }

  get areSaved(): boolean {
    return this.#unsaved.size === 0;
  }

  /** In a turn's transaction, along with its facts: what the subscribers of an opening need not get, and what has moved. */
  write({ facts, received: { seq, subscribers } }: Turn): void {
    if (facts.length === 0) return;
    for (const subscriber of subscribers) this.#store(subscriber, seq);
    this.#writeMoved();
  }

  commit({ facts, received: { seq, subscribers } }: Turn): void {
    if (facts.length === 0) return;
    for (const subscriber of subscribers) this.#seqs.set(subscriber, seq);
    this.#unsaved.clear();
  }

  reset(): void {
    this.#seqs.clear();
    this.#unsaved.clear();
  }

  /** Writes the cursors that have moved, without a turn. */
  save(): void {
    this.#writeMoved();
    this.#unsaved.clear();
  }

  #writeMoved(): void {
    for (const subscriber of this.#unsaved) this.#store(subscriber, this.at(subscriber));
  }

  #store(subscriber: Cursor, seq: number): void {
    this.#sql.exec(
      "INSERT INTO cursors (subscriber, seq) VALUES (?, ?) ON CONFLICT (subscriber) DO UPDATE SET seq = excluded.seq",
      subscriber,
      seq,
    );
  }

  #set(subscriber: Cursor, seq: number): void {
    if (seq === this.at(subscriber)) return;
    this.#seqs.set(subscriber, seq);
    this.#unsaved.add(subscriber);
  }
}
