/** Each of these receives the journal independently. Sockets and relays keep their own progress. */
const SUBSCRIBERS = ["catalogue", "sellerInbox", "bidderInboxes"] as const;
export type Subscriber = (typeof SUBSCRIBERS)[number];

/** Subscribers that don't need the opening. Their checkpoints begin at `seq`, its last fact. */
export type InitialCheckpoints = { readonly seq: number; readonly subscribers: readonly Subscriber[] };

/** Whether no subscriber needs the facts up to `lastSeq`. */
export function isFullyDelivered({ seq, subscribers }: InitialCheckpoints, lastSeq: number): boolean {
  return seq === lastSeq && SUBSCRIBERS.every((subscriber) => subscribers.includes(subscriber));
}

/**
 * A subscriber's checkpoint is its last fact. `bidderRecipients` counts the bidders already notified of the next fact,
 * if it has too many for one batch. `joinedBidders` is the number of the last bidder whose inbox has recorded that they
 * bid here.
 */
type CheckpointName = Subscriber | "bidderRecipients" | "joinedBidders";

type CheckpointsTurn = { readonly facts: readonly unknown[]; readonly initialCheckpoints: InitialCheckpoints };

/**
 * The last fact that each subscriber has received. Moving a checkpoint writes nothing by itself. The next facts or the
 * room's alarm write it. After a crash in between, the stored checkpoint is older, so facts are delivered twice rather
 * than lost.
 */
export class Checkpoints {
  readonly #sql: SqlStorage;
  readonly #seqs = new Map<CheckpointName, number>();
  readonly #unsaved = new Set<CheckpointName>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  get(name: CheckpointName): number {
    let seq = this.#seqs.get(name);
    if (seq === undefined) {
      const stored = this.#sql.exec<{ seq: number }>("SELECT seq FROM checkpoints WHERE name = ?", name);
      seq = stored.next().value?.seq ?? 0;
      this.#seqs.set(name, seq);
    }
    return seq;
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

  get areSaved(): boolean {
    return this.#unsaved.size === 0;
  }

  /**
   * In a turn's transaction, along with its facts. Writes the checkpoints that begin after them, and those that have
   * moved.
   */
  write({ facts, initialCheckpoints: { seq, subscribers } }: CheckpointsTurn): void {
    if (facts.length === 0) return;
    for (const subscriber of subscribers) this.#store(subscriber, seq);
    this.#writeMoved();
  }

  commit({ facts, initialCheckpoints: { seq, subscribers } }: CheckpointsTurn): void {
    if (facts.length === 0) return;
    for (const subscriber of subscribers) this.#seqs.set(subscriber, seq);
    this.#unsaved.clear();
  }

  reset(): void {
    this.#seqs.clear();
    this.#unsaved.clear();
  }

  /** Writes the checkpoints that have moved, without a turn. */
  save(): void {
    this.#writeMoved();
    this.#unsaved.clear();
  }

  #writeMoved(): void {
    for (const name of this.#unsaved) this.#store(name, this.get(name));
  }

  #store(name: CheckpointName, seq: number): void {
    this.#sql.exec(
      "INSERT INTO checkpoints (name, seq) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET seq = excluded.seq",
      name,
      seq,
    );
  }

  #set(name: CheckpointName, seq: number): void {
    if (seq === this.get(name)) return;
    this.#seqs.set(name, seq);
    this.#unsaved.add(name);
  }
}
