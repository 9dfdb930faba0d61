/**
 * Deletes an account: checks whether it can be deleted, then runs the steps (`steps.ts`) until nothing is left. It runs
 * in the user's inbox object, whose alarm continues it after a crash or an outage. Its caller runs one of these methods
 * at a time.
 */
import { hasRowsOf } from "../../accounts/queries/account-deletion.ts";
import { openDatabase } from "../../db/database.ts";
import { beginDeletion, hasBegunDeletion, listOpenDeals } from "../../deals/open-deals.ts";
import { failureReason } from "../../platform/failure-reason.ts";
import type { CallProgress, CallBudget } from "../room-calls/call-budget.ts";
import type { PendingCalls } from "../room-calls/pending-calls.ts";
import type { InboxStore } from "../store.ts";
import { DeletionCheck } from "./deletion-check.ts";
import { runStep, stepAfter } from "./steps.ts";
import { DELETION_STEPS, type DeletionStep, StoredDeletion } from "./stored-deletion.ts";

/** A deletion that a crash interrupts continues after this time, by the inbox's alarm. */
const RETRY_MS = 5_000;

/**
 * `checking`: this event has used up its calls to rooms, and the next one continues. `unfinished`: this person has an
 * open deal.
 */
type DeletionAnswer = "begun" | "refused" | "unfinished" | "checking";

export class AccountDeletion {
  readonly #env: Env;
  readonly #storage: DurableObjectStorage;
  readonly #stored: StoredDeletion;
  readonly #check: DeletionCheck;
  readonly #store: InboxStore;
  readonly #pending: PendingCalls;
  readonly #clock: () => number;

  /** `clock` gives epoch ms. */
  constructor(env: Env, storage: DurableObjectStorage, store: InboxStore, pending: PendingCalls, clock: () => number) {
    this.#env = env;
    this.#storage = storage;
    this.#stored = new StoredDeletion(storage.kv);
    this.#check = new DeletionCheck(env, storage.kv, store, pending, clock);
    this.#store = store;
    this.#pending = pending;
    this.#clock = clock;
  }

  /** Whether a deletion is decided, running or done, so that no one can sign in anymore. */
  get isDecided(): boolean {
    return this.#stored.exists || this.#stored.isDeciding;
  }

  /** Whether a deletion is running or done and can't be refused. The user then receives no more notices. */
  get hasBegun(): boolean {
    return this.#stored.hasBegun;
  }

  /** Whether the deletion has work to do now. */
  get hasWorkNow(): boolean {
    return (
      this.#stored.isDeciding ||
      this.#stored.deletionUnderWay !== null ||
      this.#stored.pendingDeletion?.step === "check"
    );
  }

  /** When a decided deletion continues (epoch ms). Null unless it waits. */
  get waitsUntil(): number | null {
    const { pendingDeletion } = this.#stored;
    return pendingDeletion?.step === "wait" ? pendingDeletion.until : null;
  }

  /**
   * Checks whether the account can be deleted, and stores that decision. Refuses while the person leads a live auction,
   * sells one with bids, or has an open deal. D1 decides about deals with the same statement that begins the deletion.
   *
   * Each room suspends the person's sessions as it answers, because a bid at that moment could make them lead. A
   * refusal lifts the suspension. Tokens may still be valid elsewhere for `waitMs`. So the caller ends the sessions,
   * and everything is checked again after that time. Throws when a room or D1 doesn't answer.
   */
  async begin(userId: string, budget: CallBudget, waitMs: number): Promise<DeletionAnswer> {
    if (this.#stored.deletionUnderWay || this.#stored.pendingDeletion) return "begun";
    if (this.hasBegun) {
      await this.resume(userId);
      return "begun";
    }
    if (!this.#check.isUnderWay) await this.#beginCheck(userId);
    const checked = await this.#check.checkRooms(userId, budget);
    if (checked === "more") return "checking";
    if (checked === "finished" && waitMs > 0) {
      // D1 decides that later too, but now the person is here to see the answer.
      const openDeals = await listOpenDeals(openDatabase(this.#env.DB), userId, this.#clock());
      if (openDeals.length > 0) {
        this.#stopCheck();
        return "unfinished";
      }
      const until = this.#clock() + waitMs;
      this.#stored.moveTo({ step: "wait", until });
      await this.#storage.setAlarm(until);
      return "begun";
    }
    if (checked === "finished") return this.#beginInDatabase(userId);
    this.#stopCheck();
    if (checked === "blocked") return "refused";
    throw new Error("a room did not answer the deletion check");
  }

  /** Adds rooms in which this person has begun to bid, reported after the deletion has begun. */
  addAuctions(auctionIds: readonly string[]): void {
    this.#pending.add("removal", "", auctionIds);
    const step = this.#stored.deletionUnderWay?.step;
    const isPast = this.#stored.isDone || step === "deletePictures" || step === "deletePerson";
    if (isPast) this.#stored.moveTo({ step: "callRooms" });
  }

  async #beginCheck(userId: string): Promise<void> {
    await this.#check.begin(userId);
    this.#stored.userId = userId;
  }

  async #beginInDatabase(userId: string): Promise<"begun" | "unfinished"> {
    this.#stored.beginDeciding();
    await this.#storage.setAlarm(this.#clock() + RETRY_MS);
    return this.#applyDecision(userId, await beginDeletion(openDatabase(this.#env.DB), userId, this.#clock()));
  }

  /**
   * Continues a deletion that D1 has a row for, without checking the rooms again. If it was already finished here, D1
   * was restored to an earlier time, and everything is deleted again.
   */
  async resume(userId: string): Promise<void> {
    if (this.#stored.deletionUnderWay) return;
    if (this.hasBegun && !(await hasRowsOf(openDatabase(this.#env.DB), userId))) return;
    await this.#start(userId, this.#store.knownAuctionIds());
  }

  /** After D1 has been restored to an earlier time, deletes the account there again. */
  async restart(userId: string): Promise<void> {
    if (this.#stored.deletionUnderWay) this.#stored.moveTo({ step: "deleteRow" });
    else await this.resume(userId);
  }

  /** Deletes the row with the personal data. Throws when D1 doesn't answer, and the alarm then continues. */
  async deleteRow(budget: CallBudget): Promise<void> {
    await this.#runWhile(["deleteRow"], budget);
  }

  /** Runs the remaining steps, within this event's call budget. After a failure the caller retries. */
  async run(budget: CallBudget): Promise<CallProgress> {
    try {
      await this.#settleDecision();
      const checked = await this.#checkAgain(budget);
      return checked === "finished" ? await this.#runWhile(DELETION_STEPS, budget) : checked;
    } catch (error) {
      const step = this.#stored.deletionUnderWay?.step;
      console.warn(JSON.stringify({ event: "account_deletion_interrupted", step, reason: failureReason(error) }));
      return "failed";
    }
  }

  /**
   * Checks every room and D1 again once all tokens have expired. If the person now leads an auction or has an open
   * deal, the account stays and they can sign in again.
   */
  async #checkAgain(budget: CallBudget): Promise<CallProgress> {
    const { pendingDeletion, userId } = this.#stored;
    if (!pendingDeletion || userId === undefined) return "finished";
    if (pendingDeletion.step === "wait") {
      if (pendingDeletion.until > this.#clock()) return "finished";
      await this.#beginCheck(userId);
      this.#stored.moveTo({ step: "check" });
    }
    const checked = await this.#check.checkRooms(userId, budget);
    if (checked === "more" || checked === "failed") return checked;
    if (checked === "blocked") this.#stopCheck();
    const result = checked === "blocked" ? "blocked" : await this.#beginInDatabase(userId);
    if (result !== "begun")
      console.warn(JSON.stringify({ event: "account_deletion_refused", userId, verdict: result }));
    return "finished";
  }

  /** After an interruption. The deletion has begun if D1 has it. */
  async #settleDecision(): Promise<void> {
    const { userId } = this.#stored;
    if (!this.#stored.isDeciding || userId === undefined) return;
    const hasBegun = await hasBegunDeletion(openDatabase(this.#env.DB), userId);
    // A decided deletion is checked again, because we've already confirmed to the person that their account is deleted.
    if (!hasBegun && this.#stored.pendingDeletion) this.#stored.endDeciding();
    else await this.#applyDecision(userId, hasBegun);
  }

  async #applyDecision(userId: string, hasBegun: boolean): Promise<"begun" | "unfinished"> {
    this.#stored.endDeciding();
    if (hasBegun) await this.#start(userId, this.#store.knownAuctionIds());
    else this.#stopCheck();
    return hasBegun ? "begun" : "unfinished";
  }

  /** The account stays, so its sessions may act again in every room that we called. */
  #stopCheck(): void {
    if (!this.hasBegun) this.#stored.remove();
    this.#check.liftSuspensions();
  }

  async #runWhile(steps: readonly DeletionStep[], budget: CallBudget): Promise<CallProgress> {
    const { userId } = this.#stored;
    const parts = { env: this.#env, store: this.#store, pending: this.#pending };
    for (
      let current = this.#stored.deletionUnderWay;
      current && steps.includes(current.step);
      current = this.#stored.deletionUnderWay
    ) {
      if (userId === undefined) throw new Error("a deletion without a person");
      const progress = await runStep(current.step, { ...parts, userId }, budget, this.#clock());
      if (progress !== "finished") return progress;
      const step = stepAfter(current.step);
      if (step === null) this.#store.empty();
      this.#stored.moveTo(step === null ? "done" : { step });
    }
    return "finished";
  }

  /** From here on the deletion can't be refused. `auctionIds` are auctions where D1 may lack the person's bids. */
  async #start(userId: string, auctionIds: readonly string[]): Promise<void> {
    this.#check.cancel();
    this.#pending.removeAll("privacy", "shown", "block");
    this.#pending.add("removal", "", auctionIds);
    this.#stored.userId = userId;
    this.#stored.moveTo({ step: "deleteRow" });
    // In the same transaction as the deletion, so that it continues even if this request fails.
    await this.#storage.setAlarm(this.#clock() + RETRY_MS);
  }
}
