import type { InboxStore } from "../inbox/store.ts";
/**
 * Whether someone may leave, and if so the beginning of the end. No session of theirs acts while the rooms are asked: a
 * bid in that moment would make them leave as the leader. When something keeps them, all goes on as before.
 */
import { isTied } from "./steps.ts";

/** A room that is not told that it may go on does so by itself after this. */
const HELD_BACK_MS = 30_000;

type Setup = {
  readonly env: Env;
  readonly store: InboxStore;
  readonly clock: () => number;
  /** Writes down that this person leaves, before any session may act again. */
  readonly begin: (userId: string, auctionIds: readonly string[]) => Promise<void>;
};

export class Leaving {
  readonly #setup: Setup;
  /** How many calls are looking right now. */
  #looking = 0;

  constructor(setup: Setup) {
    this.#setup = setup;
  }

  get isLookedAt(): boolean {
    return this.#looking > 0;
  }

  async mayBegin(userId: string): Promise<boolean> {
    const { env, store, clock, begin } = this.#setup;
    this.#looking += 1;
    const held = store.held();
    const holdBack = (until: number) =>
      Promise.all(
        held.map(({ sessionId, auctionId }) => env.AUCTION_ROOM.getByName(auctionId).holdBack(sessionId, until)),
      );
    let leaves = false;
    try {
      await holdBack(clock() + HELD_BACK_MS);
      const auctionIds = store.heldAuctions();
      leaves = !(await isTied(env, userId, auctionIds));
      if (leaves) await begin(userId, auctionIds);
      return leaves;
    } finally {
      this.#looking -= 1;
      if (!leaves) await holdBack(0);
    }
  }
}
