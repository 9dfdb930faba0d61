/**
 * Removes one person's bids from one auction when the seller blocks them or an admin suspends them, and handles the
 * deletion of their account there. Each step is a command like any other, so the rules decide what may be removed: a
 * listing without bids is removed, bids are withdrawn where that is allowed, and what others rely on stays under
 * "Deleted user". A listing that moderation has hidden stays too, voided if it is live. It may be evidence.
 */
import { deletedPerson } from "../../room-rpc.ts";
import type { VoidBid } from "../../rules/withdrawing.ts";
import type { RoomState, RoomStorage } from "../storage/room-storage.ts";
import type { RequestQueue } from "./queue.ts";

/** Bids of one person that are withdrawn or voided in one turn: as many facts as one flush publishes. */
const REMOVED_PER_TURN = 500;
/** Why a hidden auction is voided when its seller's account is deleted. */
const SELLER_DELETED = "The seller's account was deleted";

/** The part of a `voidBid` that is the same for all bids of a person. */
type VoidedBecause =
  | Omit<Extract<VoidBid, { by: "seller" }>, "type" | "bidId">
  | Omit<Extract<VoidBid, { by: "admin" }>, "type" | "bidId">;

/** The images that nothing uses any more, and whether the person's listing was ended by this. */
export type PersonRemoved = { readonly imageKeys: readonly string[]; readonly hasEnded: boolean };

const NOTHING_ENDED: PersonRemoved = { imageKeys: [], hasEnded: false };

/** Removes a person from the auction. Doing it again changes nothing. */
export async function removePerson(storage: RoomStorage, queue: RequestQueue, userId: string): Promise<PersonRemoved> {
  storage.checkIsCurrent();
  const state = storage.existing;
  if (!state) {
    // The room of a cancelled auction keeps its journal for a while, and the names of its participants.
    storage.replaceParticipant(deletedPerson(userId));
    return NOTHING_ENDED;
  }
  await withdrawBids(state, storage, queue, userId);
  // A bid that arrived meanwhile is a bid on a deleted person's item: the rules then cancel the auction or keep it.
  const removed = state.auction.sellerId === userId ? await endListing(storage, queue, userId) : NOTHING_ENDED;
  storage.replaceParticipant(deletedPerson(userId));
  return removed;
}

async function withdrawBids(
  state: RoomState,
  storage: RoomStorage,
  queue: RequestQueue,
  userId: string,
): Promise<void> {
  const actor = deletedPerson(userId);
  await withEachBid(state, storage, userId, (bidId) => queue.submit({ type: "withdrawBid", actor, bidId }));
}

/** Voids all standing bids of a person. Doing it again changes nothing. */
export async function voidBids(
  state: RoomState,
  storage: RoomStorage,
  queue: RequestQueue,
  personId: string,
  why: VoidedBecause,
): Promise<void> {
  await withEachBid(state, storage, personId, (bidId) => queue.submit({ type: "voidBid", bidId, ...why }));
}

/**
 * Submits a request for each standing bid of a person, the newest bids first, in batches; the room handles other
 * requests in between.
 */
async function withEachBid(
  { participants, bidders }: RoomState,
  { bids }: RoomStorage,
  personId: string,
  submit: (bidId: string) => Promise<unknown>,
): Promise<void> {
  for (let placedSeq = bidders.lastSeqOf(participants.bidderIdOf({ id: personId })); placedSeq > 0;) {
    const { bidIds, next } = bids.ofBidder(placedSeq, REMOVED_PER_TURN);
    // Together, so that they are one turn; the lowest first, so that the price changes once.
    await Promise.all(bidIds.toReversed().map(submit));
    placedSeq = next;
    // Continues also if all of these were removed before.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function endListing(storage: RoomStorage, queue: RequestQueue, userId: string): Promise<PersonRemoved> {
  const deleted = await queue.submit({ type: "deleteListing", actor: deletedPerson(userId) });
  if (deleted.ok) return { ...deleted.value, hasEnded: true };
  const isLive = storage.existing?.auction.phase === "open";
  if (deleted.failure.code !== "listing_hidden" || !isLive) return NOTHING_ENDED;
  await queue.submit({ type: "voidAuction", reason: SELLER_DELETED });
  return { imageKeys: [], hasEnded: true };
}
