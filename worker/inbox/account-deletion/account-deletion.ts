/**
 * Deleting an account: whether it may be deleted, and the steps (steps.ts) one after the other until nothing is left.
 * It runs in the user's inbox object, whose alarm continues after a crash or an outage where it was interrupted. Its
 * caller runs one of these methods at a time.
 */
import { hasRowsOf, listUnclosedAuctionIdsOf } from "../../accounts/queries/account-deletion.ts";
import { runningOf } from "../../activity/joined.ts";
import { openDatabase } from "../../db/database.ts";
import { beginDeletion, hasBegunDeletion, listUnfinishedSales } from "../../deals/finished-sales.ts";
import { failureReason } from "../../platform/failure-reason.ts";
import type { Progress, CallBudget } from "../call-budget.ts";
import type { PendingCall, PendingCalls } from "../pending-calls.ts";
import type { InboxStore } from "../store.ts";
import { DELETION_STEPS, type DeletionStep, runStep, stepAfter } from "./steps.ts";

/** A deletion that a crash interrupts continues after this time, by the inbox's alarm. */
const RETRY_MS = 5_000;

/**
 * For this long after it was asked, a room suspends the sessions of an account that is being checked; so the suspension
 * ends by itself if the check stops (an outage, a crash). A check of ten thousand rooms takes seconds, and the second
 * one follows after a minute.
 */
const CHECK_MS = 2 * 60_000;

/** The keys of a deletion and of its user in the inbox's KV: do not change them. */
export const STORED_DELETION = "accountDeletion";
export const STORED_USER_ID = "userId";
/** Until when (epoch ms) the check that is under way suspends the sessions. */
const STORED_CHECK = "deletionCheckUntil";
/** Set while D1 decides whether the deletion begins: after a crash the answer is read there. */
const STORED_DECIDING = "deletionDeciding";

/**
 * A deletion that is decided: its sessions have ended, and (`waits`, epoch ms) their tokens run out; then the rooms are
 * asked again, because a token may have placed a bid meanwhile. From then on it is under way and cannot be refused.
 */
type StoredDeletion =
  | { readonly step: "wait"; readonly until: number }
  | { readonly step: "check" }
  | { readonly step: DeletionStep };

/** More than the auctions in which someone can have begun to bid before D1 has their bids. */
const MAX_CHECKED = 500;

/**
 * `checking`: the event has asked as many rooms as it may, and the next call continues. `unfinished`: a sale of this
 * person is open.
 */
export type Verdict = "begun" | "refused" | "unfinished" | "checking";

export class AccountDeletion {
  readonly #env: Env;
  readonly #storage: DurableObjectStorage;
  readonly #kv: SyncKvStorage;
  readonly #store: InboxStore;
  readonly #pending: PendingCalls;
  readonly #clock: () => number;

  /** `clock` gives epoch ms. */
  constructor(env: Env, storage: DurableObjectStorage, store: InboxStore, pending: PendingCalls, clock: () => number) {
    this.#env = env;
    this.#storage = storage;
    this.#kv = storage.kv;
    this.#store = store;
    this.#pending = pending;
    this.#clock = clock;
  }

  /** Whether nobody may sign in any more: a deletion is decided, under way or done. */
  get isDecided(): boolean {
    return this.#stored() !== undefined || this.#isDeciding;
  }

  /** Whether a deletion is under way or done, and cannot be refused: this user receives no more notices. */
  get hasBegun(): boolean {
    return this.#stored() === "done" || this.#underWay() !== null;
  }

  /** Whether there is something to do for it now. */
  get isUnderWay(): boolean {
    return this.#isDeciding || this.#underWay() !== null || this.#pendingStep()?.step === "check";
  }

  /** When a decided deletion goes on (epoch ms); null unless it waits. */
  get waitsUntil(): number | null {
    const pending = this.#pendingStep();
    return pending?.step === "wait" ? pending.until : null;
  }

  /** Whether D1 was asked to begin a deletion, and its answer is not known here. */
  get #isDeciding(): boolean {
    return this.#kv.get<true>(STORED_DECIDING) === true;
  }

  /**
   * Checks whether the account may be deleted, and stores that it is: refused while the person leads a live auction or
   * sells one with bids, and while a sale of theirs is unfinished, which D1 decides with the same statement that begins
   * the deletion. Each room suspends the person's sessions as it answers, because a bid at that moment could make them
   * lead; after a refusal the suspension is lifted. For `waitMs` tokens may be fresh elsewhere: the caller ends the
   * sessions, and everything is checked again after that time. Throws when a room or D1 does not answer.
   */
  async begin(userId: string, budget: CallBudget, waitMs: number): Promise<Verdict> {
    if (this.#underWay() || this.#pendingStep()) return "begun";
    if (this.hasBegun) {
      await this.resume(userId);
      return "begun";
    }
    if (this.#checkUntil <= this.#clock()) await this.#startCheck(userId);
    const checked = await this.#askRooms(userId, budget);
    if (checked === "more") return "checking";
    if (checked === "finished" && waitMs > 0) {
      // D1 decides that later, too, but now the person is here to be told.
      const unfinished = await listUnfinishedSales(openDatabase(this.#env.DB), userId, this.#clock());
      if (unfinished.length > 0) {
        this.#stopCheck();
        return "unfinished";
      }
      const until = this.#clock() + waitMs;
      this.#kv.put(STORED_DELETION, { step: "wait", until } satisfies StoredDeletion);
      await this.#storage.setAlarm(until);
      return "begun";
    }
    if (checked === "finished") return this.#askDatabase(userId);
    this.#stopCheck();
    if (checked === "bound") return "refused";
    throw new Error("a room did not answer whether the account may be deleted");
  }

  /** A room in which this person has begun to bid, as it now says, after the deletion has begun. */
  leave(auctionIds: readonly string[]): void {
    this.#pending.add("removal", "", auctionIds);
    const stored = this.#stored();
    const isPast = stored === "done" || stored?.step === "deletePictures" || stored?.step === "deletePerson";
    if (isPast) this.#kv.put(STORED_DELETION, { step: "callRooms" } satisfies StoredDeletion);
  }

  /** Asks the listed rooms, as far as this event may. `bound`: one of them says that the account may not be deleted. */
  async #askRooms(userId: string, budget: CallBudget): Promise<Progress | "bound"> {
    // Each event of the check extends the suspension.
    const until = this.#clock() + CHECK_MS;
    this.#kv.put(STORED_CHECK, until);
    let isBound = false;
    const progress = await budget.callEach<PendingCall, void>(
      "check",
      (last, limit) => (isBound ? [] : this.#pending.after("check", "", last, limit)),
      async () => {},
      async (call) => {
        const room = this.#env.AUCTION_ROOM.getByName(call.auctionId);
        // Noted first: a room that has suspended the sessions and whose answer is lost must be called again.
        this.#pending.add("checked", "", [call.auctionId]);
        const { leads, sellsWithBids } = await room.checkDeletion(userId, until);
        isBound ||= leads || sellsWithBids;
        this.#pending.done(call);
      },
    );
    return isBound ? "bound" : progress;
  }

  async #askDatabase(userId: string): Promise<"begun" | "unfinished"> {
    this.#kv.put(STORED_DECIDING, true);
    await this.#storage.setAlarm(this.#clock() + RETRY_MS);
    return this.#decided(userId, await beginDeletion(openDatabase(this.#env.DB), userId, this.#clock()));
  }

  /**
   * Continues a deletion of which D1 has a row, without asking rooms again: it has begun before. If it was finished
   * here, D1 was set back to an earlier time, and everything is deleted again.
   */
  async resume(userId: string): Promise<void> {
    if (this.#underWay()) return;
    if (this.hasBegun && !(await hasRowsOf(openDatabase(this.#env.DB), userId))) return;
    await this.#start(userId, this.#store.knownAuctions());
  }

  /** After D1 was set back to an earlier time: what was deleted there is deleted again. */
  async restart(userId: string): Promise<void> {
    if (this.#underWay()) this.#kv.put(STORED_DELETION, { step: "deleteRow" } satisfies StoredDeletion);
    else await this.resume(userId);
  }

  /** Deletes the row with the personal data. Throws when D1 does not answer: the alarm then continues. */
  async deleteRow(budget: CallBudget): Promise<void> {
    await this.#runWhile(["deleteRow"], budget);
  }

  /** Runs the remaining steps, as far as this event may. After a failure its caller tries again later. */
  async run(budget: CallBudget): Promise<Progress> {
    try {
      await this.#settleDecision();
      const checked = await this.#checkAgain(budget);
      return checked === "finished" ? await this.#runWhile(DELETION_STEPS, budget) : checked;
    } catch (error) {
      const step = this.#underWay()?.step;
      console.warn(JSON.stringify({ event: "account_deletion_interrupted", step, reason: failureReason(error) }));
      return "failed";
    }
  }

  /**
   * No token is fresh any more: asks every room again, and D1. If the person leads an auction now, or has an unfinished
   * sale, the account stays, and they may sign in again.
   */
  async #checkAgain(budget: CallBudget): Promise<Progress> {
    const pending = this.#pendingStep();
    const userId = this.#kv.get<string>(STORED_USER_ID);
    if (!pending || userId === undefined) return "finished";
    if (pending.step === "wait") {
      if (pending.until > this.#clock()) return "finished";
      await this.#startCheck(userId);
      this.#kv.put(STORED_DELETION, { step: "check" } satisfies StoredDeletion);
    }
    const checked = await this.#askRooms(userId, budget);
    if (checked === "more" || checked === "failed") return checked;
    if (checked === "bound") this.#stopCheck();
    const verdict = checked === "bound" ? "bound" : await this.#askDatabase(userId);
    if (verdict !== "begun") console.warn(JSON.stringify({ event: "account_deletion_refused", userId, verdict }));
    return "finished";
  }

  /** After an interruption: the deletion has begun if D1 has it. */
  async #settleDecision(): Promise<void> {
    const userId = this.#kv.get<string>(STORED_USER_ID);
    if (!this.#isDeciding || userId === undefined) return;
    const hasBegun = await hasBegunDeletion(openDatabase(this.#env.DB), userId);
    // One that was decided is checked again; the person has been told that the account is removed.
    if (!hasBegun && this.#pendingStep()) this.#kv.delete(STORED_DECIDING);
    else await this.#decided(userId, hasBegun);
  }

  async #decided(userId: string, hasBegun: boolean): Promise<"begun" | "unfinished"> {
    this.#kv.delete(STORED_DECIDING);
    if (hasBegun) await this.#start(userId, this.#store.knownAuctions());
    else this.#stopCheck();
    return hasBegun ? "begun" : "unfinished";
  }

  /** The account stays: its sessions may act again, in every room that was asked. */
  #stopCheck(): void {
    this.#kv.delete(STORED_CHECK);
    if (!this.hasBegun) this.#kv.delete(STORED_DELETION);
    this.#pending.drop("check");
    this.#pending.change("checked", "lift");
  }

  async #runWhile(steps: readonly DeletionStep[], budget: CallBudget): Promise<Progress> {
    const userId = this.#kv.get<string>(STORED_USER_ID);
    const parts = { env: this.#env, store: this.#store, pending: this.#pending };
    for (let stored = this.#underWay(); stored && steps.includes(stored.step); stored = this.#underWay()) {
      if (userId === undefined) throw new Error("a deletion without a person");
      const progress = await runStep(stored.step, { ...parts, userId }, budget, this.#clock());
      if (progress !== "finished") return progress;
      const step = stepAfter(stored.step);
      if (step === null) this.#store.empty();
      this.#kv.put(STORED_DELETION, step === null ? "done" : { step });
    }
    return "finished";
  }

  /** Lists the rooms to ask: those from D1, and the newest of this inbox, which may have bids that D1 lacks. */
  async #startCheck(userId: string): Promise<void> {
    const db = openDatabase(this.#env.DB);
    const newest = this.#store.newestAuctions(MAX_CHECKED);
    const listed = await listUnclosedAuctionIdsOf(db, userId);
    const running = await runningOf(db, userId, newest, MAX_CHECKED);
    this.#pending.drop("check", "checked", "lift");
    this.#pending.add("check", "", [...listed, ...running]);
    this.#kv.put(STORED_USER_ID, userId);
  }

  /** From here on the deletion cannot be refused. `auctionIds`: D1 may lack what the person did there. */
  async #start(userId: string, auctionIds: readonly string[]): Promise<void> {
    this.#pending.drop("check", "checked", "lift", "privacy", "shown", "block");
    this.#pending.add("removal", "", auctionIds);
    this.#kv.delete(STORED_CHECK);
    this.#kv.put(STORED_USER_ID, userId);
    this.#kv.put(STORED_DELETION, { step: "deleteRow" } satisfies StoredDeletion);
    // In the same transaction as the deletion, so that the deletion continues whatever happens to this request.
    await this.#storage.setAlarm(this.#clock() + RETRY_MS);
  }

  get #checkUntil(): number {
    return this.#kv.get<number>(STORED_CHECK) ?? 0;
  }

  /** A step of a deletion that cannot be refused. */
  #underWay(): { readonly step: DeletionStep } | null {
    const stored = this.#stored();
    return stored === undefined || stored === "done" || stored.step === "wait" || stored.step === "check"
      ? null
      : stored;
  }

  /** A deletion that is decided and can still be refused. */
  #pendingStep() {
    const stored = this.#stored();
    return stored !== undefined && stored !== "done" && (stored.step === "wait" || stored.step === "check")
      ? stored
      : null;
  }

  #stored(): StoredDeletion | "done" | undefined {
    return this.#kv.get<StoredDeletion | "done">(STORED_DELETION);
  }
}
