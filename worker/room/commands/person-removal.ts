/**
 * Removes one person's bids from one auction when the seller blocks them or an admin suspends them, and handles the
 * deletion of their account there. Each step is a command like any other, so the rules decide what can be removed. A
 * listing without bids is removed, bids are withdrawn where that's allowed, and the rest stays under "Deleted user". A
 * listing that moderation has hidden stays too, because it may be evidence. If it's live, it is voided.
 */
import { deletedPerson } from "../../rpc/room-rpc.ts";
import type { VoidBid } from "../../rules/withdrawing.ts";
import type { RoomState, RoomStorage } from "../storage/room-storage.ts";
import type { RequestQueue } from "./queue.ts";

/** How many of a person's bids we withdraw or void in one turn at most, because one flush sends all of their facts. */
const MAX_BIDS_PER_TURN = 500;
/** Why a hidden auction is voided when its seller's account is deleted. */
const SELLER_DELETED_REASON = "The seller's account was deleted";

/** The `voidBid` fields that all of a person's bids share. */
type VoidReason =
  | Omit<Extract<VoidBid, { by: "seller" }>, "type" | "bidId">
  | Omit<Extract<VoidBid, { by: "admin" }>, "type" | "bidId">;

/** The images that nothing uses anymore, and whether this ended the person's listing. */
type PersonRemovalResult = { readonly imageKeys: readonly string[]; readonly hasEnded: boolean };

const NOTHING_ENDED: PersonRemovalResult = { imageKeys: [], hasEnded: false };

/** Removes a person from the auction. Safe to retry. */
export async function removePerson(
  storage: RoomStorage,
  queue: RequestQueue,
  personId: string,
): Promise<PersonRemovalResult> {
  storage.assertCurrent();
  const state = storage.existingState;
  if (!state) {
    // The room of a canceled auction keeps its journal and its participants' names for 90 days.
    storage.replaceParticipant(deletedPerson(personId));
    return NOTHING_ENDED;
  }
  await withdrawBids(state, storage, queue, personId);
  // Someone may have bid on the deleted person's item in the meantime. The rules then cancel the auction or keep it.
  const removed = state.auction.sellerId === personId ? await endListing(storage, queue, personId) : NOTHING_ENDED;
  storage.replaceParticipant(deletedPerson(personId));
  return removed;
}

async function withdrawBids(
  state: RoomState,
  storage: RoomStorage,
  queue: RequestQueue,
  personId: string,
): Promise<void> {
  const actor = deletedPerson(personId);
  await forEachBid(state, storage, personId, (bidId) => queue.submit({ type: "withdrawBid", actor, bidId }));
}

/** Voids all of a person's standing bids. Safe to retry. */
export async function voidBids(
  state: RoomState,
  storage: RoomStorage,
  queue: RequestQueue,
  personId: string,
  voidReason: VoidReason,
): Promise<void> {
  await forEachBid(state, storage, personId, (bidId) => queue.submit({ type: "voidBid", bidId, ...voidReason }));
}

/**
 * Submits a request for each standing bid of a person, in batches, the newest batch first. The room handles other
 * requests in between.
 */
async function forEachBid(
  { participants, bidders }: RoomState,
  { bids }: RoomStorage,
  personId: string,
  submit: (bidId: string) => Promise<unknown>,
): Promise<void> {
  for (let placedSeq = bidders.lastSeqOf(participants.bidderIdOf({ id: personId })); placedSeq > 0;) {
    const { bidIds, next } = bids.listStandingFrom(placedSeq, MAX_BIDS_PER_TURN);
    // Submitted together, so that they're one turn. The lowest comes first, so that the price changes only once.
    await Promise.all(bidIds.toReversed().map(submit));
    placedSeq = next;
    // Other requests get their turn here, even if these bids were all removed before and nothing was submitted.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function endListing(storage: RoomStorage, queue: RequestQueue, personId: string): Promise<PersonRemovalResult> {
  const deleted = await queue.submit({ type: "deleteListing", actor: deletedPerson(personId) });
  if (deleted.ok) return { ...deleted.value, hasEnded: true };
  const isLive = storage.existingState?.auction.phase === "open";
  if (deleted.failure.code !== "listing_hidden" || !isLive) return NOTHING_ENDED;
  await queue.submit({ type: "voidAuction", reason: SELLER_DELETED_REASON });
  return { imageKeys: [], hasEnded: true };
}
