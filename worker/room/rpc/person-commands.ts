/** A room's commands for one person: a suspension, an account deletion, and reads of their own bids, in D1 or here. */
import { TOKENS_EXPIRED_AFTER_MS } from "../../accounts/sessions.ts";
import type { DeletionBlockers, DeleteListingResult, PlacedBids } from "../../rpc/room-rpc.ts";
import type { BidGuard } from "../commands/bid-guard.ts";
import { removePerson, voidBids } from "../commands/person-removal.ts";
import type { RequestQueue } from "../commands/queue.ts";
import { sealingSalt } from "../commands/sealing.ts";
import type { Delivery } from "../delivery/delivery.ts";
import { bidRow } from "../delivery/rows.ts";
import type { RoomStorage } from "../storage/room-storage.ts";
import { deletionBlockersOf } from "../views/person-views.ts";

/** Why the bids of a suspended person are void. */
const SUSPENSION_REASON = "This account was suspended";
/** How many of a person's bids one answer contains, a few hundred kilobytes. */
const BIDS_PER_PAGE = 1_000;

type PersonCommandParts = {
  readonly storage: RoomStorage;
  readonly queue: RequestQueue;
  readonly guard: BidGuard;
  readonly delivery: Delivery;
};

export class PersonCommands {
  readonly #parts: PersonCommandParts;
  readonly #clock: () => number;

  /** `clock` gives epoch ms. */
  constructor(parts: PersonCommandParts, clock: () => number) {
    this.#parts = parts;
    this.#clock = clock;
  }

  async voidBidsOf(personId: string): Promise<void> {
    const { storage, queue, guard } = this.#parts;
    storage.assertCurrent();
    const state = storage.existingState;
    if (!state) return;
    // Otherwise the person could bid in the meantime with a session token that is still fresh.
    guard.suspend(personId, this.#clock() + TOKENS_EXPIRED_AFTER_MS);
    await voidBids(state, storage, queue, personId, { by: "admin", reason: SUSPENSION_REASON, salt: sealingSalt() });
  }

  async deliverOwnBids(personId: string): Promise<boolean> {
    const { storage, queue, delivery } = this.#parts;
    queue.closeIfOver();
    storage.assertCurrent();
    return delivery.deliverOwnBids(personId);
  }

  bidsOf(personId: string, from?: number): PlacedBids {
    const { existingState, bids } = this.#parts.storage;
    if (!existingState) return { bids: [], next: 0 };
    const { auction, participants, bidders } = existingState;
    const newestSeq = from ?? bidders.lastSeqOf(participants.bidderIdOf({ id: personId }));
    const placed = bids.listPlacedFrom(newestSeq, BIDS_PER_PAGE);
    return { ...placed, bids: placed.bids.map((bid) => bidRow(auction.id, bid, participants)) };
  }

  async checkDeletion(personId: string, until: number): Promise<DeletionBlockers> {
    const { storage, queue, guard, delivery } = this.#parts;
    guard.suspend(personId, until);
    queue.closeIfOver();
    storage.assertCurrent();
    const state = storage.existingState;
    if (!state) return { leads: false, sellsWithBids: false };
    // The deletion next checks the sales in D1, so D1 must have this one.
    const isDelivered = state.auction.phase !== "closed" || (await delivery.deliverOwnBids(personId));
    if (!isDelivered) throw new Error("D1 doesn't have the result of this auction yet");
    return deletionBlockersOf(state, storage.bids, personId, this.#clock());
  }

  async remove(personId: string): Promise<DeleteListingResult> {
    const { storage, queue, delivery } = this.#parts;
    const { imageKeys, hasEnded } = await removePerson(storage, queue, personId);
    if (hasEnded) await delivery.waitFor(delivery.run());
    return { imageKeys };
  }

  liftSuspension(personId: string): void {
    this.#parts.storage.assertCurrent();
    this.#parts.guard.liftSuspension(personId);
  }
}
