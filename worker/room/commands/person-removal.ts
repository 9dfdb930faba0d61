/**
 * What the deletion of an account does to one auction. Each step is a command like any other, so the rules decide what
 * may be removed: a listing without bids is removed, bids are withdrawn where that is allowed, and what others rely on
 * stays under "Deleted user". A listing that moderation has hidden stays too, voided if it is live: it may be evidence.
 */
import { deletedPerson } from "../../room-rpc.ts";
import type { RoomState, RoomStorage } from "../storage/room-storage.ts";
import type { CommandQueue } from "./queue.ts";

/** Bids of a deleted account that are withdrawn in one turn: as many facts as one flush publishes. */
const WITHDRAWN_PER_TURN = 500;
/** Why a hidden auction is voided when its seller's account is deleted. */
const SELLER_DELETED = "The seller's account was deleted";

/** The images that nothing uses any more, and whether the person's listing was ended by this. */
export type PersonRemoved = { readonly imageKeys: readonly string[]; readonly hasEnded: boolean };

const NOTHING_ENDED: PersonRemoved = { imageKeys: [], hasEnded: false };

/** Removes a person from the auction. Doing it again changes nothing. */
export async function removePerson(storage: RoomStorage, queue: CommandQueue, userId: string): Promise<PersonRemoved> {
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

/** The newest bids first, in batches; the room handles other requests in between. */
async function withdrawBids(
  { participants, bidders }: RoomState,
  { bids }: RoomStorage,
  queue: CommandQueue,
  userId: string,
): Promise<void> {
  const actor = deletedPerson(userId);
  for (let placedSeq = bidders.lastSeqOf(participants.bidderIdOf(actor)); placedSeq > 0;) {
    const { bidIds, next } = bids.ofBidder(placedSeq, WITHDRAWN_PER_TURN);
    // Together, so that they are one turn; the lowest first, so that the price changes once.
    await Promise.all(bidIds.toReversed().map((bidId) => queue.submit({ type: "withdrawBid", actor, bidId })));
    placedSeq = next;
    // Continues also if all of these were withdrawn before.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function endListing(storage: RoomStorage, queue: CommandQueue, userId: string): Promise<PersonRemoved> {
  const deleted = await queue.submit({ type: "deleteListing", actor: deletedPerson(userId) });
  if (deleted.ok) return { ...deleted.value, hasEnded: true };
  const isLive = storage.existing?.auction.phase === "open";
  if (deleted.failure.code !== "listing_hidden" || !isLive) return NOTHING_ENDED;
  await queue.submit({ type: "voidAuction", reason: SELLER_DELETED });
  return { imageKeys: [], hasEnded: true };
}
