/**
 * Stores deliveries from many rooms in one transaction. So someone who bids in or runs 100 auctions costs one commit
 * for everything that arrives together. The first delivery after a quiet time is stored in this turn of the event loop.
 * So is every notice except those about bids, which may come in bursts. When a transaction fails, each delivery is
 * stored separately, so that only the one at fault fails. Storing a notice twice changes nothing.
 */
import { NOTICE_KINDS } from "../contract/notice-kinds.ts";
import type { Notice } from "../contract/notification.ts";

/**
 * The time between two commits of bid notices. It's so short that no one notices. With a commit for each call, 64
 * bidders in 100 auctions placed a third fewer bids.
 */
export const STORE_PAUSE_MS = 500;

/** A delivery from one room: notices, or the person's first bid in its auction. */
export type RoomDelivery = { readonly notices: readonly Notice[]; readonly joinedAuctionId?: string };

/** One delivery, with the callbacks for its result. */
type WaitingDelivery = RoomDelivery & {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
};

export class Deliveries {
  readonly #store: (deliveries: readonly RoomDelivery[]) => void;
  readonly #pauseMs: number;
  #waiting: WaitingDelivery[] = [];
  /** Epoch ms. */
  #pauseUntil = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isDue = false;

  /** `store` stores all of the deliveries, or throws and stores nothing. */
  constructor(store: (deliveries: readonly RoomDelivery[]) => void, pauseMs: number) {
    this.#store = store;
    this.#pauseMs = pauseMs;
  }

  /** The auctions in which the person has begun to bid, and that are not stored yet. */
  get joiningAuctionIds(): string[] {
    return this.#waiting.flatMap(({ joinedAuctionId }) => joinedAuctionId ?? []);
  }

  /** Resolves once the delivery is stored. */
  add(delivery: RoomDelivery): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...delivery, resolve, reject });
      if (this.#isDue) return;
      // Never longer than the pause, even if the clock has since been changed.
      const waitMs = Math.min(this.#pauseUntil - Date.now(), this.#pauseMs);
      if (waitMs > 0 && delivery.notices.every(({ kind }) => NOTICE_KINDS[kind].inBursts)) {
        this.#timer ??= setTimeout(() => this.#storeWaiting(), waitMs);
        return;
      }
      this.#isDue = true;
      setImmediate(() => this.#storeWaiting());
    });
  }

  #storeWaiting(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isDue = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#run(waiting);
    this.#pauseUntil = Date.now() + this.#pauseMs;
  }

  #run(deliveries: readonly WaitingDelivery[]): void {
    try {
      this.#store(deliveries);
    } catch (error) {
      if (deliveries.length === 1) deliveries[0]?.reject(error);
      else for (const delivery of deliveries) this.#run([delivery]);
      return;
    }
    for (const { resolve } of deliveries) resolve();
  }
}
