/**
 * Pictures that nothing points to: left by a refusal, a crash, or an edit that put another one in their place. A
 * picture is stored before anything points to it, so only those go that have been there for a day. Each sweep looks at
 * one part of the bucket.
 */
import type { Catalogue } from "./catalogue/database.ts";
import { listPointedTo } from "./catalogue/pictures.ts";
import { imageUrl } from "./contract/fields.ts";
import { IMAGE_KINDS, type ImageKind, listPictures, removePictures } from "./images/store.ts";

const ORPHANED_MS = 24 * 3_600_000;

/** `part` is how the ids of the owners begin; `now` is epoch ms. */
export async function sweepPictures(env: Env, catalogue: Catalogue, part: string, now: number): Promise<void> {
  for (const kind of IMAGE_KINDS) {
    for await (const page of listPictures(env.IMAGES, `${kind}/${part}`)) {
      const old = page.filter(({ storedAt }) => storedAt < now - ORPHANED_MS);
      const ownerIds = Array.from(new Set(old.map(({ key }) => ownerOf(key))));
      const pointedTo = await listPointedTo(catalogue, kind, ownerIds);
      const orphans = old.map(({ key }) => key).filter((key) => !pointedTo.has(key));
      const unshown = await Promise.all(orphans.map(async (key) => ((await isShown(env, kind, key)) ? [] : [key])));
      await removePictures(env.IMAGES, unshown.flat());
    }
  }
}

/** A row may lag behind its room: the room has the last word on what it shows. */
async function isShown(env: Env, kind: ImageKind, key: string): Promise<boolean> {
  if (kind !== "auctions") return false;
  const answered = await env.AUCTION_ROOM.getByName(ownerOf(key)).details();
  return answered.ok && answered.value.details.pictures.some(({ url }) => url === imageUrl(key));
}

function ownerOf(key: string): string {
  return key.split("/")[1] ?? "";
}
