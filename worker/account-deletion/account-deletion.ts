/**
 * Deleting an account: whether it may be deleted, and the steps (steps.ts) one after the other until nothing is left. It
 * runs in the user's inbox object, whose alarm continues after a crash or an outage at the step that was interrupted.
 */
import type { InboxStore } from "../inbox/store.ts";
import { failureReason } from "../platform/failure-reason.ts";
import { type Deletion, isBoundToAuction, newDeletion, runStep } from "./steps.ts";

/** A suspension that is not lifted (an outage, a crash) ends by itself after this time. */
const SUSPENDED_MS = 30_000;
/** A deletion that a crash interrupts continues after this time, by the inbox's alarm. */
const RETRY_MS = 5_000;

/** The keys of a deletion and of its user in the inbox's KV: do not change them. */
export const STORED_DELETION = "farewell";
const STORED_USER_ID = "userId";

export class AccountDeletion {
  readonly #env: Env;
  readonly #storage: DurableObjectStorage;
  readonly #store: InboxStore;
  readonly #clock: () => number;
  /** How many calls are checking right now whether the account may be deleted. */
  #checking = 0;

  constructor(env: Env, storage: DurableObjectStorage, store: InboxStore, clock: () => number) {
    this.#env = env;
    this.#storage = storage;
    this.#store = store;
    this.#clock = clock;
  }

  /** Whether a deletion is under way or done: this user receives no more notices. */
  get hasBegun(): boolean {
    return this.#stored() !== undefined;
  }

  /** Whether a deletion is under way. */
  get isUnderWay(): boolean {
    const stored = this.#stored();
    return stored !== undefined && stored !== "done";
  }

  /** Whether no session of this user may act: a deletion has begun, or may begin in this moment. */
  get locksSessions(): boolean {
    return this.hasBegun || this.#checking > 0;
  }

  /**
   * Checks whether the account may be deleted, and starts the deletion: false while the person leads a live auction or
   * sells one with bids. Meanwhile the rooms suspend their sessions, because a bid at that moment could make them lead.
   * After a refusal the suspension is lifted.
   */
  async begin(userId: string): Promise<boolean> {
    if (this.hasBegun) return true;
    this.#checking += 1;
    const held = this.#store.held();
    const suspendUntil = (until: number) =>
      Promise.all(
        held.map(({ sessionId, auctionId }) =>
          this.#env.AUCTION_ROOM.getByName(auctionId).suspendSession(sessionId, until),
        ),
      );
    let begins = false;
    try {
      await suspendUntil(this.#clock() + SUSPENDED_MS);
      const auctionIds = this.#store.heldAuctions();
      begins = !(await isBoundToAuction(this.#env, userId, auctionIds));
      if (begins) {
        this.#storage.kv.put(STORED_USER_ID, userId);
        this.#storage.kv.put(STORED_DELETION, newDeletion(auctionIds));
        // Before any session may act again.
        await this.#storage.setAlarm(this.#clock() + RETRY_MS);
      }
      return begins;
    } finally {
      this.#checking -= 1;
      if (!begins) await suspendUntil(0);
    }
  }

  /**
   * Runs the remaining steps and returns whether the account is deleted; on a failure the caller tries again later.
   * `endSessions` runs before the rooms remove the person: afterwards no session of this user can act.
   */
  async run(endSessions: () => Promise<void>): Promise<boolean> {
    const userId = this.#storage.kv.get<string>(STORED_USER_ID);
    if (userId === undefined) return false;
    let stored = this.#stored();
    try {
      while (stored !== undefined && stored !== "done") {
        if (stored.step === "leaveAuctions") await endSessions();
        const remaining: Deletion | null = await runStep(this.#env, userId, stored, this.#clock());
        stored = remaining ?? "done";
        this.#storage.kv.put(STORED_DELETION, stored);
      }
      this.#store.empty();
      return true;
    } catch (error) {
      const step = typeof stored === "object" ? stored.step : stored;
      console.warn(JSON.stringify({ event: "account_deletion_interrupted", step, reason: failureReason(error) }));
      return false;
    }
  }

  #stored(): Deletion | "done" | undefined {
    return this.#storage.kv.get<Deletion | "done">(STORED_DELETION);
  }
}
