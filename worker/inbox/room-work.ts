/**
 * An inbox's work in its owner's rooms: the stored calls, voiding a suspended person's bids again, and deleting the
 * account. One task runs at a time, within the limits of one event, and the inbox's alarm continues it.
 */
import { listRunningAuctionIdsByBidder } from "../accounts/queries/people.ts";
import { openDatabase } from "../db/database.ts";
import type { AccountDeletion } from "./account-deletion/account-deletion.ts";
import { USER_ID_KEY } from "./account-deletion/stored-deletion.ts";
import { CallBudget, type CallLimits } from "./room-calls/call-budget.ts";
import type { PendingCalls } from "./room-calls/pending-calls.ts";
import { RoomCalls } from "./room-calls/room-calls.ts";
import type { SignIns } from "./sign-ins.ts";
import { type InboxStore, VOID_AGAIN_AT_KEY } from "./store.ts";

/** Time to the next attempt after an interruption, for an account deletion or stored calls to rooms. */
const RETRY_MS = 5_000;
/** A safe upper bound on the auctions that someone can join before D1 has their bids. */
const MAX_NEWEST_AUCTIONS = 100;

type RoomWorkParts = {
  readonly store: InboxStore;
  readonly pending: PendingCalls;
  readonly deletion: AccountDeletion;
  readonly signIns: SignIns;
  /** The auctions in which the person has begun to bid, and that are not stored yet. */
  readonly joiningAuctionIds: () => readonly string[];
};

export class RoomWork {
  readonly #env: Env;
  readonly #storage: DurableObjectStorage;
  readonly #parts: RoomWorkParts;
  readonly #calls: RoomCalls;
  readonly #limits: CallLimits;
  readonly #clock: () => number;
  /** Settles when the last task so far has finished, because only one at a time calls rooms. */
  #lastWork: Promise<unknown> = Promise.resolve();

  /** `clock` gives epoch ms. `limits` bound the calls in one event. */
  constructor(env: Env, storage: DurableObjectStorage, parts: RoomWorkParts, limits: CallLimits, clock: () => number) {
    this.#env = env;
    this.#storage = storage;
    this.#parts = parts;
    this.#calls = new RoomCalls(env, storage.kv, parts.store, parts.pending);
    this.#limits = limits;
    this.#clock = clock;
  }

  /**
   * Stores the calls to rooms, and starts making them. While an account is being deleted, no other calls are stored.
   */
  async addCalls(userId: string, add: () => void): Promise<void> {
    if (this.#parts.deletion.hasBegun) return;
    this.#storage.kv.put(USER_ID_KEY, userId);
    await this.addAndRun(add);
  }

  /**
   * Stores the calls to rooms, changes D1, and starts making the calls. They're stored first, so the rooms get the
   * change even if this event ends right after it. No call is made meanwhile, because it would send the earlier state.
   * `add` runs again after the change, for rooms that have opened in between.
   */
  async addCallsAndChange<Result>(
    userId: string,
    add: () => Promise<void>,
    change: () => Promise<Result>,
  ): Promise<Result> {
    const { deletion } = this.#parts;
    const result = await this.runInTurn(async () => {
      if (deletion.hasBegun) return change();
      this.#storage.kv.put(USER_ID_KEY, userId);
      await add();
      await this.wakeSoon();
      const changed = await change();
      await add();
      return changed;
    });
    await this.run();
    return result;
  }

  async addAndRun(add: () => void): Promise<void> {
    add();
    await this.wakeSoon();
    await this.run();
  }

  /** Sets the alarm, so that the work continues even if this event fails. */
  async wakeSoon(): Promise<void> {
    await this.#storage.setAlarm(this.#clock() + RETRY_MS);
  }

  /** Adds calls to void a suspended person's bids in these auctions, and in those that this inbox stored last. */
  addVoids(auctionIds: readonly string[]): void {
    const { store, pending, joiningAuctionIds } = this.#parts;
    pending.add("void", "", [...auctionIds, ...joiningAuctionIds(), ...store.newestAuctionIds(MAX_NEWEST_AUCTIONS)]);
  }

  /** Voids a suspended person's bids again, after the last token has expired. */
  async #voidAgain(userId: string): Promise<void> {
    const { kv } = this.#storage;
    const at = kv.get<number>(VOID_AGAIN_AT_KEY);
    if (at === undefined || at > this.#clock()) return;
    this.addVoids(await listRunningAuctionIdsByBidder(openDatabase(this.#env.DB), userId));
    kv.delete(VOID_AGAIN_AT_KEY);
  }

  /**
   * Makes the stored calls to rooms and continues a deletion, within the limits of one event. The alarm continues after
   * that.
   */
  run(): Promise<void> {
    return this.runInTurn(async (budget) => {
      const storage = this.#storage;
      const { deletion, signIns } = this.#parts;
      if (deletion.isDecided) signIns.endAllBut(null);
      const userId = storage.kv.get<string>(USER_ID_KEY) ?? "";
      const progress = [
        await this.#voidAgain(userId).then(
          () => "finished" as const,
          () => "failed" as const,
        ),
        ...(await this.#calls.run(userId, budget)),
        await deletion.run(budget),
      ];
      // Check again, because more calls may have been stored since.
      const isUnfinished = deletion.hasWorkNow || this.#calls.arePending || progress.includes("failed");
      const waits = [deletion.waitsUntil, storage.kv.get<number>(VOID_AGAIN_AT_KEY)];
      const now = this.#clock();
      const dueAt = Math.min(
        isUnfinished ? now + RETRY_MS : Infinity,
        progress.includes("more") ? now : Infinity,
        ...waits.map((at) => Math.max(now, at ?? Infinity)),
      );
      if (dueAt === Infinity) await storage.deleteAlarm();
      else await storage.setAlarm(dueAt);
    });
  }

  /** Runs after all work that was started before it, even if that fails, with the calls that one event can make. */
  runInTurn<Value>(work: (budget: CallBudget) => Promise<Value>): Promise<Value> {
    const done = this.#lastWork.then(() => work(new CallBudget(this.#limits)));
    this.#lastWork = done.catch(() => {});
    return done;
  }
}
