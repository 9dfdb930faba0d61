/**
 * Records a listing whose room has opened. It writes the room's row to D1 without waiting for the room's first
 * delivery, so the seller finds the listing in every list. Then it deletes the draft that the listing was made from.
 */
import type { OwnAuction } from "../contract/auction.ts";
import { deleteImages } from "../images/store.ts";
import type { ListingRefused } from "./listing-images.ts";
import type { OpenedListing } from "./open-room.ts";
import type { ListingPorts } from "./ports.ts";
import { publishOpenedAuction } from "./queries/openings.ts";

/** `now` is epoch ms. */
export async function recordListing(
  { db, rooms, images }: ListingPorts,
  { auctionId, actor, origin, auction, row, hasDraft, blockedIds }: OpenedListing,
  now: number,
): Promise<{ readonly ok: true; readonly auction: OwnAuction } | ListingRefused<"not_signed_in">> {
  const origins = origin ? [{ ...origin, personId: actor.id, at: now }] : [];
  const published = await publishOpenedAuction(db, row, origins, hasDraft);
  const room = rooms.getByName(auctionId);
  // The account was deleted while the room was opening, so the deletion couldn't remove the person from this room.
  if (!published.hasSeller) {
    const removed = await room.removePerson(actor.id);
    await deleteImages(images.IMAGE_BUCKET, removed.imageKeys);
    return { ok: false, failure: { code: "not_signed_in" } };
  }
  // The seller blocked these people while the room was opening. That call found no open auction to block them in.
  for (const personId of published.blockedIds) {
    if (!blockedIds.includes(personId)) await room.setBlocked({ sellerId: actor.id, personId, blocked: true });
  }
  return { ok: true, auction };
}
