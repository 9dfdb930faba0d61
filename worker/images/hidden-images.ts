/**
 * The images of a hidden listing. We move them to a prefix that no URL serves, and delete their sizes. So every other
 * image read is one read from R2, without checking whether a listing is hidden. Only the seller and admins get them
 * from there (`routes/images.ts`). Moving can run again, and completes what an outage interrupted.
 */
import { copyImage, deleteImages, listImages } from "./store.ts";

const HIDDEN_PREFIX = "hidden/";

/** The key of an image while its listing is hidden. */
export function hiddenKey(key: string): string {
  return `${HIDDEN_PREFIX}${key}`;
}

/** The key prefix for hidden images of listings with an ID that begins with `idPrefix`. */
export function hiddenPrefix(idPrefix: string): string {
  return hiddenKey(`auctions/${idPrefix}`);
}

/**
 * Admins may hide and show a listing at the same time. So we check with the room again until the images are in the
 * right place.
 */
const MAX_TRIES = 3;

/**
 * Moves a listing's images to where its room says they belong: to the hidden prefix while it is hidden, back when it is
 * shown.
 */
export async function syncImageVisibility(
  env: Pick<Env, "AUCTION_ROOM" | "IMAGE_BUCKET">,
  auctionId: string,
): Promise<void> {
  const room = env.AUCTION_ROOM.getByName(auctionId);
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const before = await room.images();
    // The seller has deleted the listing since it was shown again.
    if (!before.ok) return deleteHiddenImages(env.IMAGE_BUCKET, auctionId);
    await (before.value.hidden ? hideImages(env.IMAGE_BUCKET, auctionId) : showImages(env.IMAGE_BUCKET, auctionId));
    const after = await room.images();
    if (after.ok && after.value.hidden === before.value.hidden) return;
  }
}

async function hideImages(bucket: R2Bucket, auctionId: string): Promise<void> {
  for await (const page of listImages(bucket, `auctions/${auctionId}/`)) {
    for (const { key } of page) await copyImage(bucket, key, hiddenKey(key));
    await deleteImages(
      bucket,
      page.map(({ key }) => key),
    );
  }
}

async function showImages(bucket: R2Bucket, auctionId: string): Promise<void> {
  for await (const page of listImages(bucket, `${hiddenPrefix(auctionId)}/`)) {
    for (const { key } of page) await copyImage(bucket, key, key.slice(HIDDEN_PREFIX.length));
    await bucket.delete(page.map(({ key }) => key));
  }
}

async function deleteHiddenImages(bucket: R2Bucket, auctionId: string): Promise<void> {
  for await (const page of listImages(bucket, `${hiddenPrefix(auctionId)}/`)) {
    if (page.length > 0) await bucket.delete(page.map(({ key }) => key));
  }
}
