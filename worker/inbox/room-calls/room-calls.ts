/**
 * The calls from one person's inbox to their rooms. They follow a change of name, photo or anonymity, a block, a
 * suspension, or a refused deletion. Each call sends the state as it is when we make the call, not when we stored it,
 * so the last of several changes wins.
 */
import { isAnonymous } from "../../accounts/queries/people.ts";
import { isBlocked } from "../../blocks/queries/blocks.ts";
import { imageUrl } from "../../contract/fields.ts";
import { openDatabase } from "../../db/database.ts";
import { findAccountStatus, findPublicPersonRow } from "../../moderation/queries/moderated-people.ts";
import { failureReason } from "../../platform/failure-reason.ts";
import { type InboxStore, ANONYMOUS_KEY } from "../store.ts";
import type { CallProgress, CallBudget } from "./call-budget.ts";
import type { PendingCall, PendingCalls } from "./pending-calls.ts";

export type RoomStub = ReturnType<Env["AUCTION_ROOM"]["getByName"]>;

export class RoomCalls {
  readonly #env: Env;
  readonly #kv: SyncKvStorage;
  readonly #store: InboxStore;
  readonly #pending: PendingCalls;

  constructor(env: Env, kv: SyncKvStorage, store: InboxStore, pending: PendingCalls) {
    this.#env = env;
    this.#kv = kv;
    this.#store = store;
    this.#pending = pending;
  }

  /** Whether a room must still be called. */
  get arePending(): boolean {
    return this.#pending.has("lift", "privacy", "shown", "block", "void");
  }

  /** Suspensions are lifted first, because someone is waiting for that. */
  async run(userId: string, budget: CallBudget): Promise<CallProgress[]> {
    const lifted = await this.#callEachRoom(
      "lift",
      "",
      budget,
      async () => {},
      (room) => room.liftSuspension(userId),
    );
    try {
      const voided = await this.#voidBids(userId, budget);
      const progress = [voided, await this.#sendPrivacy(userId, budget), await this.#sendNameAndPhoto(userId, budget)];
      return [lifted, ...progress, ...(await this.#sendBlocks(userId, budget))];
    } catch (error) {
      // D1 did not answer, so the calls stay stored.
      console.warn(JSON.stringify({ event: "room_calls_interrupted", reason: failureReason(error) }));
      return [lifted, "failed"];
    }
  }

  #sendPrivacy(userId: string, budget: CallBudget): Promise<CallProgress> {
    const read = async () => {
      const anonymous = await isAnonymous(openDatabase(this.#env.DB), userId);
      if (this.#kv.get<boolean>(ANONYMOUS_KEY) !== anonymous) {
        this.#kv.put(ANONYMOUS_KEY, anonymous);
        // Rooms called so far have the earlier choice.
        this.#pending.add("privacy", "", this.#store.knownAuctionIds());
      }
      return anonymous;
    };
    return this.#callEachRoom("privacy", "", budget, read, (room, anonymous) => room.setAnonymous(userId, anonymous));
  }

  #sendNameAndPhoto(userId: string, budget: CallBudget): Promise<CallProgress> {
    const read = () => findPublicPerson(this.#env, userId);
    return this.#callEachRoom("shown", "", budget, read, async (room, person) => {
      // Null while the account is being deleted. Another kind of call removes the person.
      if (person) await room.setNameAndPhoto(userId, person);
    });
  }

  #voidBids(userId: string, budget: CallBudget): Promise<CallProgress> {
    const read = async () => (await findAccountStatus(openDatabase(this.#env.DB), userId))?.suspendedAt ?? null;
    return this.#callEachRoom("void", "", budget, read, async (room, suspendedAt) => {
      // Null once an admin has lifted the suspension.
      if (suspendedAt !== null) await room.voidBidsOf(userId);
    });
  }

  async #sendBlocks(sellerId: string, budget: CallBudget): Promise<CallProgress[]> {
    const progress: CallProgress[] = [];
    for (const personId of this.#pending.listSubjects("block")) {
      if (!budget.trySpend()) return [...progress, "more"];
      const read = () => isBlocked(openDatabase(this.#env.DB), sellerId, personId);
      progress.push(
        await this.#callEachRoom("block", personId, budget, read, async (room, blocked) => {
          // An auction that has since ended or been deleted refuses this. There's no one left to block in it.
          await room.setBlocked({ sellerId, personId, blocked });
        }),
      );
    }
    return progress;
  }

  #callEachRoom<State>(
    kind: PendingCall["kind"],
    subject: string,
    budget: CallBudget,
    read: () => Promise<State>,
    call: (room: RoomStub, state: State) => Promise<void>,
  ): Promise<CallProgress> {
    return budget.callEach<PendingCall, State>(
      kind,
      (last, limit) => this.#pending.listAfter(kind, subject, last, limit),
      read,
      async (pending, state) => {
        await call(this.#room(pending.auctionId), state);
        this.#pending.remove(pending);
      },
    );
  }

  #room(auctionId: string): RoomStub {
    return this.#env.AUCTION_ROOM.getByName(auctionId);
  }
}

/** A person's public name and photo, as rooms take them. Null if the account is being deleted. */
async function findPublicPerson(env: Pick<Env, "DB">, userId: string) {
  const person = await findPublicPersonRow(openDatabase(env.DB), userId);
  if (!person) return null;
  const { firstName, lastName, imageKey } = person;
  return { firstName, lastName, imageUrl: imageKey === null ? null : imageUrl(imageKey) };
}
