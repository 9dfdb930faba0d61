/**
 * Pictures that nothing points to: left by a refusal, a crash, or an edit that put another one in their place. A
 * picture is stored before anything points to it, so only those go that have been there for a day. Each sweep looks at
 * one part of the bucket.
 */
import type { Catalogue } from "../catalogue/database.ts";
import { listUsedImageKeys } from "../catalogue/images.ts";
import { IMAGE_KINDS, type ImageKind, listImages, removeImages } from "../images/store.ts";

const ORPHANED_MS = 24 * 3_600_000;

/** `part` is how the ids of the owners begin; `now` is epoch ms. */
export async function sweepImages(env: Env, catalogue: Catalogue, part: string, now: number): Promise<void> {
  for (const kind of IMAGE_KINDS) {
    for await (const page of listImages(env.IMAGE_BUCKET, `${kind}/${part}`)) {
      const old = page.filter(({ storedAt }) => storedAt < now - ORPHANED_MS);
      const ownerIds = Array.from(new Set(old.map(({ key }) => ownerOf(key))));
      const pointedTo = await listUsedImageKeys(catalogue, kind, ownerIds);
      const orphans = old.map(({ key }) => key).filter((key) => !pointedTo.has(key));
      const unused = await Promise.all(orphans.map(async (key) => ((await stands(env, kind, key)) ? [] : [key])));
      await removeImages(env.IMAGE_BUCKET, unused.flat());
    }
  }
}

/** A row may lag behind its room: the room has the last word on what the listing has, hidden or not. */
async function stands(env: Env, kind: ImageKind, key: string): Promise<boolean> {
  if (kind !== "auctions") return false;
  const answered = await env.AUCTION_ROOM.getByName(ownerOf(key)).images();
  return answered.ok && answered.value.imageKeys.includes(key);
}

function ownerOf(key: string): string {
  return key.split("/")[1] ?? "";
}
