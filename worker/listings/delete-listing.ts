/** Deletes a listing, or cancels it if it has bids. The room decides. */
import type { RefusalOf } from "../contract/refusals.ts";
import type { Actor } from "../rpc/room-rpc.ts";
import type { ListingRefused } from "./listing-images.ts";
import type { ListingPorts } from "./ports.ts";
import { wasDeletedBy } from "./queries/auctions.ts";

type ListingDeletion = {
  readonly actor: Actor;
  readonly auctionId: string;
  /** The idempotency key, if the call has one. */
  readonly key: string | undefined;
};

/** Returns the keys of the images that nothing uses anymore. */
export async function deleteListing(
  { rooms, db }: ListingPorts,
  { actor, auctionId, key }: ListingDeletion,
): Promise<{ readonly ok: true; readonly unusedKeys: readonly string[] } | ListingRefused<RefusalOf<"deleteListing">>> {
  const room = rooms.getByName(auctionId);
  const deleted = await room.deleteListing({ actor, key });
  if (deleted.ok) return { ok: true, unusedKeys: deleted.value.imageKeys };
  if (deleted.failure.code !== "auction_not_found" || key === undefined) return deleted;
  // The room of a removed listing has no stored response for a retry. So the room updates its row, and we check that.
  await room.reconcile();
  const isRetry = await wasDeletedBy(db, auctionId, actor.id);
  return isRetry ? { ok: true, unusedKeys: [] } : deleted;
}
