/**
 * Deleting an account: whether it may be deleted, and the steps (steps.ts) one after the other until nothing is left.
 * It runs in the user's inbox object, whose alarm continues after a crash or an outage where it was interrupted. Its
 * caller runs one of these methods at a time.
 */
import { hasRowsOf, listUnclosedAuctionIdsOf } from "../../accounts/queries/account-deletion.ts";
import { openCatalogue } from "../../db/database.ts";
import { beginDeletion, hasBegunDeletion } from "../../deals/finished-sales.ts";
import { failureReason } from "../../platform/failure-reason.ts";
import type { PendingCall, PendingCalls } from "../pending-calls.ts";
import type { Progress, RoomVisits } from "../room-visits.ts";
import type { InboxStore } from "../store.ts";
import { DELETION_STEPS, type DeletionStep, runStep, stepAfter } from "./steps.ts";

/** A deletion that a crash interrupts continues after this time, by the inbox's alarm. */
const RETRY_MS = 5_000;

/**
 * For this long after it was asked, a room suspends the sessions of an account that is being checked; so the suspension
 * ends by itself if the check stops (an outage, a crash). A check of ten thousand rooms takes seconds.
 */
const CHECK_MS = 60_000;

/** The keys of a deletion and of its user in the inbox's KV: do not change them. */
export const STORED_DELETION = "accountDeletion";
export const STORED_USER_ID = "userId";
/** Until when (epoch ms) the check that is under way suspends the sessions. */
const STORED_CHECK = "deletionCheckUntil";
/** Set while D1 decides whether the deletion begins: after a crash the answer is read there. */
const STORED_ASKED = "deletionAsked";

/** A deletion under way. */
type StoredDeletion = { readonly step: DeletionStep };

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

  /** Whether a deletion is under way or done: this user receives no more notices. */
  get hasBegun(): boolean {
    return this.#stored() !== undefined;
  }

  get isUnderWay(): boolean {
    return this.#underWay() !== null;
  }

  /** Whether D1 was asked to begin a deletion, and its answer is not known here. */
  get isAsked(): boolean {
    return this.#kv.get<true>(STORED_ASKED) === true;
  }

  /** Whether no session of this user may act: a deletion has begun, or the check before one is under way. */
  get locksSessions(): boolean {
    return this.hasBegun || this.isAsked || this.#checkUntil > this.#clock();
  }

  /**
   * Checks whether the account may be deleted, and stores that its deletion has begun: refused while the person leads a
   * live auction or sells one with bids, and while a sale of theirs is unfinished, which D1 decides with the same
   * statement that begins the deletion. Each room suspends the person's sessions as it answers, because a bid at that
   * moment could make them lead; after a refusal the suspension is lifted. Throws when a room or D1 does not answer.
   */
  async begin(userId: string, visits: RoomVisits): Promise<Verdict> {
    if (this.isUnderWay) return "begun";
    if (this.hasBegun) {
      await this.resume(userId);
      return "begun";
    }
    if (this.#checkUntil <= this.#clock()) await this.#startCheck(userId);
    // Each event of the check extends the suspension.
    const until = this.#clock() + CHECK_MS;
    this.#kv.put(STORED_CHECK, until);
    let isBound = false;
    const progress = await visits.each<PendingCall, void>(
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
    if (!isBound && progress === "more") return "checking";
    if (!isBound && progress === "finished") {
      this.#kv.put(STORED_ASKED, true);
      await this.#storage.setAlarm(this.#clock() + RETRY_MS);
      return this.#decided(userId, await beginDeletion(openCatalogue(this.#env.DB), userId, this.#clock()));
    }
    this.#stopCheck();
    if (isBound) return "refused";
    throw new Error("a room did not answer whether the account may be deleted");
  }

  /**
   * Continues a deletion of which D1 has a row, without asking rooms again: it has begun before. If it was finished
   * here, D1 was set back to an earlier time, and everything is deleted again.
   */
  async resume(userId: string): Promise<void> {
    if (this.isUnderWay) return;
    if (this.hasBegun && !(await hasRowsOf(openCatalogue(this.#env.DB), userId))) return;
    await this.#start(userId, this.#store.knownAuctions());
  }

  /** After D1 was set back to an earlier time: what was deleted there is deleted again. */
  async restart(userId: string): Promise<void> {
    if (this.isUnderWay) this.#kv.put(STORED_DELETION, { step: "deleteRow" } satisfies StoredDeletion);
    else await this.resume(userId);
  }

  /** Deletes the row with the personal data. Throws when D1 does not answer: the alarm then continues. */
  async deleteRow(visits: RoomVisits): Promise<void> {
    await this.#runWhile(["deleteRow"], visits);
  }

  /** Runs the remaining steps, as far as this event may. After a failure its caller tries again later. */
  async run(visits: RoomVisits): Promise<Progress> {
    try {
      await this.#settleAsked();
      if (!this.isUnderWay) return "finished";
      return await this.#runWhile(DELETION_STEPS, visits);
    } catch (error) {
      const step = this.#underWay()?.step;
      console.warn(JSON.stringify({ event: "account_deletion_interrupted", step, reason: failureReason(error) }));
      return "failed";
    }
  }

  /** After an interruption: the deletion has begun if D1 has it. */
  async #settleAsked(): Promise<void> {
    const userId = this.#kv.get<string>(STORED_USER_ID);
    if (!this.isAsked || userId === undefined) return;
    await this.#decided(userId, await hasBegunDeletion(openCatalogue(this.#env.DB), userId));
  }

  async #decided(userId: string, hasBegun: boolean): Promise<"begun" | "unfinished"> {
    this.#kv.delete(STORED_ASKED);
    if (hasBegun) await this.#start(userId, this.#store.knownAuctions());
    else this.#stopCheck();
    return hasBegun ? "begun" : "unfinished";
  }

  /** The sessions may act again, in every room that was asked. */
  #stopCheck(): void {
    this.#kv.delete(STORED_CHECK);
    this.#pending.drop("check");
    this.#pending.change("checked", "lift");
  }

  async #runWhile(steps: readonly DeletionStep[], visits: RoomVisits): Promise<Progress> {
    const userId = this.#kv.get<string>(STORED_USER_ID);
    const parts = { env: this.#env, store: this.#store, pending: this.#pending };
    for (let stored = this.#underWay(); stored && steps.includes(stored.step); stored = this.#underWay()) {
      if (userId === undefined) throw new Error("a deletion without a person");
      const progress = await runStep(stored.step, { ...parts, userId }, visits, this.#clock());
      if (progress !== "finished") return progress;
      const step = stepAfter(stored.step);
      if (step === null) {
        // A room that was not notified of the end of a session accepts its bids, so these rooms are called before they
        // are forgotten.
        if (this.#store.pendingSessionEnds(null, 1).length > 0) return "failed";
        this.#store.empty();
      }
      this.#kv.put(STORED_DELETION, step === null ? "done" : { step });
    }
    return "finished";
  }

  /**
   * Lists the rooms to ask: those from D1, and those with a session of this user, which may have bids that D1 does not
   * have yet.
   */
  async #startCheck(userId: string): Promise<void> {
    const listed = await listUnclosedAuctionIdsOf(openCatalogue(this.#env.DB), userId);
    this.#pending.drop("check", "checked", "lift");
    this.#pending.add("check", "", [...listed, ...this.#store.heldAuctions()]);
    this.#kv.put(STORED_USER_ID, userId);
  }

  /** From here on the deletion cannot be refused. `auctionIds`: D1 may lack what the person did there. */
  async #start(userId: string, auctionIds: readonly string[]): Promise<void> {
    this.#pending.drop("check", "checked", "lift", "privacy", "shown", "block");
    this.#pending.add("removal", "", auctionIds);
    // Whatever starts the deletion: a room accepts the bids of a session until it knows that it has ended.
    this.#store.endHeldSessions(this.#clock());
    this.#kv.delete(STORED_CHECK);
    this.#kv.put(STORED_USER_ID, userId);
    this.#kv.put(STORED_DELETION, { step: "deleteRow" } satisfies StoredDeletion);
    // In the same transaction as the deletion, so that the deletion continues whatever happens to this request.
    await this.#storage.setAlarm(this.#clock() + RETRY_MS);
  }

  get #checkUntil(): number {
    return this.#kv.get<number>(STORED_CHECK) ?? 0;
  }

  #underWay(): StoredDeletion | null {
    const stored = this.#stored();
    return stored === undefined || stored === "done" ? null : stored;
  }

  #stored(): StoredDeletion | "done" | undefined {
    return this.#kv.get<StoredDeletion | "done">(STORED_DELETION);
  }
}
