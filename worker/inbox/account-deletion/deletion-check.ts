/**
 * Checks with an account's rooms whether it can be deleted. Each room suspends the person's sessions as it answers,
 * because a bid at that moment could make them lead. The suspension expires, unless a refusal lifts it first.
 */
import { listUnclosedAuctionIdsOf } from "../../accounts/queries/account-deletion.ts";
import { filterRunningAuctionIds } from "../../activity/joined-auctions.ts";
import { openDatabase } from "../../db/database.ts";
import type { CallBudget, CallProgress } from "../room-calls/call-budget.ts";
import type { PendingCall, PendingCalls } from "../room-calls/pending-calls.ts";
import type { InboxStore } from "../store.ts";

/**
 * How long a room suspends the sessions of an account that we're checking. If an outage or a crash stops the check, the
 * suspension expires. Checking 10,000 rooms takes seconds, and the second check follows after a minute.
 */
const CHECK_TIMEOUT_MS = 2 * 60_000;
/** The inbox's KV key for when the running check's suspension ends (epoch ms). */
const CHECK_UNTIL_KEY = "deletionCheckUntil";
/** More auctions than anyone can join before D1 has their first bids there. */
const MAX_CHECKED_AUCTIONS = 500;

export class DeletionCheck {
  readonly #env: Env;
  readonly #kv: SyncKvStorage;
  readonly #store: InboxStore;
  readonly #pending: PendingCalls;
  readonly #clock: () => number;

  /** `clock` gives epoch ms. */
  constructor(env: Env, kv: SyncKvStorage, store: InboxStore, pending: PendingCalls, clock: () => number) {
    this.#env = env;
    this.#kv = kv;
    this.#store = store;
    this.#pending = pending;
    this.#clock = clock;
  }

  get isUnderWay(): boolean {
    return (this.#kv.get<number>(CHECK_UNTIL_KEY) ?? 0) > this.#clock();
  }

  /** Lists the rooms to check: those from D1, and the newest in this inbox, which may have bids that D1 lacks. */
  async begin(userId: string): Promise<void> {
    const db = openDatabase(this.#env.DB);
    const newest = this.#store.newestAuctionIds(MAX_CHECKED_AUCTIONS);
    const listed = await listUnclosedAuctionIdsOf(db, userId);
    const running = await filterRunningAuctionIds(db, userId, newest, MAX_CHECKED_AUCTIONS);
    this.#pending.removeAll("check", "checked", "lift");
    this.#pending.add("check", "", [...listed, ...running]);
  }

  /** Checks the listed rooms, within this event's call budget. `blocked`: a room doesn't allow the deletion. */
  async checkRooms(userId: string, budget: CallBudget): Promise<CallProgress | "blocked"> {
    // Each event of the check extends the suspension.
    const until = this.#clock() + CHECK_TIMEOUT_MS;
    this.#kv.put(CHECK_UNTIL_KEY, until);
    let isBlocked = false;
    const progress = await budget.callEach<PendingCall, void>(
      "check",
      (last, limit) => (isBlocked ? [] : this.#pending.listAfter("check", "", last, limit)),
      async () => {},
      async (call) => {
        const room = this.#env.AUCTION_ROOM.getByName(call.auctionId);
        // Recorded first, because a room that suspended the sessions must be called again even if its answer is lost.
        this.#pending.add("checked", "", [call.auctionId]);
        const { leads, sellsWithBids } = await room.checkDeletion(userId, until);
        isBlocked ||= leads || sellsWithBids;
        this.#pending.remove(call);
      },
    );
    return isBlocked ? "blocked" : progress;
  }

  /** The account stays, so its sessions may act again in every room that we called. */
  liftSuspensions(): void {
    this.#kv.delete(CHECK_UNTIL_KEY);
    this.#pending.removeAll("check");
    this.#pending.changeKind("checked", "lift");
  }

  /** The account is being deleted, so there is no suspension to lift. */
  cancel(): void {
    this.#kv.delete(CHECK_UNTIL_KEY);
    this.#pending.removeAll("check", "checked", "lift");
  }
}
