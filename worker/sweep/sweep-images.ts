/**
 * Removes images that nothing uses, after a refusal, a crash, or an edit that replaced them, and sizes whose image is
 * gone. An image is stored before anything uses it, so the sweep only removes images that are a day old. It also moves
 * images of listings that were hidden or shown while an outage kept the images where they were. Each run checks one
 * part of the bucket. If a room doesn't answer, only its own images are skipped.
 */
import type { Database } from "../db/database.ts";
import { hiddenPrefix, syncImageVisibility } from "../images/hidden-images.ts";
import { deleteImages, IMAGE_KINDS, type ImageKind, imageKeyOfVariant, listImages } from "../images/store.ts";
import { listHiddenAuctionIds, listUsedImageKeys } from "../listings/queries/images.ts";
import { forEachConcurrently } from "./for-each-concurrently.ts";

const ORPHAN_AGE_MS = 24 * 3_600_000;

/** `idPrefix` is the beginning of the owners' IDs, `now` is epoch ms. */
export async function sweepImages(env: Env, db: Database, idPrefix: string, now: number): Promise<void> {
  for (const kind of IMAGE_KINDS) {
    const kept = await sweepOriginals(env, db, kind, idPrefix, now);
    for await (const page of listImages(env.IMAGE_BUCKET, `sizes/${kind}/${idPrefix}`)) {
      const old = page.filter(({ storedAt }) => storedAt < now - ORPHAN_AGE_MS).map(({ key }) => key);
      const orphans = old.filter((key) => !kept.has(imageKeyOfVariant(key) ?? ""));
      // A page of the list has no more keys than R2 deletes in one call.
      if (orphans.length > 0) await env.IMAGE_BUCKET.delete(orphans);
    }
  }
}

/** Moves images that are public although their listing is hidden, or hidden although it is shown. */
export async function moveMisplacedImages(env: Env, db: Database, idPrefix: string): Promise<void> {
  for await (const page of listImages(env.IMAGE_BUCKET, `auctions/${idPrefix}`)) {
    const ids = new Set(page.map(({ key }) => ownerIdOf(key)));
    await forEachConcurrently(await listHiddenAuctionIds(db, Array.from(ids)), (id) => syncImageVisibility(env, id));
  }
  for await (const page of listImages(env.IMAGE_BUCKET, hiddenPrefix(idPrefix))) {
    const ids = new Set(page.map(({ key }) => ownerIdOf(key.slice(key.indexOf("/") + 1))));
    const hidden = new Set(await listHiddenAuctionIds(db, Array.from(ids)));
    await forEachConcurrently(
      Array.from(ids).filter((id) => !hidden.has(id)),
      (id) => syncImageVisibility(env, id),
    );
  }
}

/** Returns the keys of the images that stay. */
async function sweepOriginals(
  env: Env,
  db: Database,
  kind: ImageKind,
  idPrefix: string,
  now: number,
): Promise<ReadonlySet<string>> {
  const kept = new Set<string>();
  for await (const page of listImages(env.IMAGE_BUCKET, `${kind}/${idPrefix}`)) {
    const old = page.filter(({ storedAt }) => storedAt < now - ORPHAN_AGE_MS);
    const ownerIds = Array.from(new Set(old.map(({ key }) => ownerIdOf(key))));
    const used = await listUsedImageKeys(db, kind, ownerIds);
    const orphans = old.map(({ key }) => key).filter((key) => !used.has(key));
    const deleted = new Set<string>();
    await forEachConcurrently(Array.from(Map.groupBy(orphans, ownerIdOf)), async ([ownerId, keys]) => {
      const stillUsed = kind === "auctions" ? await listImageKeysInRoom(env, ownerId) : [];
      for (const key of keys) if (!stillUsed.includes(key)) deleted.add(key);
    });
    for (const { key } of page) if (!deleted.has(key)) kept.add(key);
    await deleteImages(env.IMAGE_BUCKET, Array.from(deleted));
  }
  return kept;
}

/** A row may lag behind its room, so the room decides which images the listing has. */
async function listImageKeysInRoom(env: Env, auctionId: string): Promise<readonly string[]> {
  const answered = await env.AUCTION_ROOM.getByName(auctionId).images();
  return answered.ok ? answered.value.imageKeys : [];
}

function ownerIdOf(key: string): string {
  return key.split("/")[1] ?? "";
}
