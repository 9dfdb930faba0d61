/**
 * The pictures of a listing's form: `image` is the cover, `images` are further ones. All of them are looked at before
 * the first is stored, and they are stored one after the other, so that at most one is held twice. The fields are
 * those of the call; what comes out are keys.
 */
import { z } from "zod";

import { MAX_PICTURES } from "../contract/pictures.ts";
import type { HttpContext } from "../http/context.ts";
import { fail, refused } from "../http/failure.ts";
import { pictureField, readPicture } from "../http/image-field.ts";
import { roomOf } from "../http/objects.ts";
import { arrange, COVER_PART, FURTHER_PART, type SentKeys } from "../images/arrangement.ts";
import { removePictures, storePicture } from "../images/store.ts";

const TOO_MANY = `At most ${MAX_PICTURES} pictures`;
const OUT_OF_ORDER = "One of these pictures is no longer there: load the page again";

/** Several parts of one name arrive as a list, a single one as itself. */
export const listingPictures = {
  [COVER_PART]: pictureField.optional(),
  [FURTHER_PART]: z.union([pictureField, z.array(pictureField).max(MAX_PICTURES, TOO_MANY)]).optional(),
};
type Field = z.infer<typeof pictureField>;
type Sent = { readonly image?: Field | undefined; readonly images?: Field | readonly Field[] | undefined };

export type StoredPictures =
  | { readonly type: "refused"; readonly answer: Response }
  | { readonly type: "stored"; readonly keys: SentKeys };

export async function storePictures(c: HttpContext, ownerId: string, { image, images }: Sent): Promise<StoredPictures> {
  const further = (images === undefined ? [] : Array.isArray(images) ? images : [images]).filter(isFile);
  const cover = image !== undefined && isFile(image) ? [image] : [];
  const files = [...cover, ...further];
  if (files.length > MAX_PICTURES) return { type: "refused", answer: tooMany(c) };

  const partOf = (at: number) => (at < cover.length ? COVER_PART : FURTHER_PART);
  for (const [at, file] of files.entries()) {
    const looked = await readPicture(c, file, partOf(at));
    if (looked.type === "refused") return looked;
  }
  const keys: string[] = [];
  for (const file of files) {
    const read = await readPicture(c, file);
    if (read.type === "picture") keys.push(await storePicture(c.env, "auctions", ownerId, read.picture));
  }
  const [first, ...rest] = keys;
  if (cover.length > 0 && first !== undefined) return { type: "stored", keys: { cover: first, further: rest } };
  return { type: "stored", keys: { ...(image === undefined ? {} : { cover: null }), further: keys } };
}

/**
 * The pictures that an edited listing is to have: null when the edit says nothing of them. What stands is asked of the
 * room, since rows may lag behind.
 */
export async function arrangePictures(
  c: HttpContext,
  listingId: string,
  sent: SentKeys,
  order: readonly string[] | undefined,
): Promise<{ readonly keys: readonly string[] | null } | { readonly answer: Response }> {
  if (sent.cover === undefined && sent.further.length === 0 && order === undefined) return { keys: null };
  const answered = await roomOf(c, listingId).pictures();
  if (!answered.ok) return { answer: refused(c, answered.failure) };
  const keys = arrange(answered.value.imageKeys, sent, order);
  if (keys === null) return { answer: fail(c, "invalid_input", problemWith(OUT_OF_ORDER)) };
  return keys.length > MAX_PICTURES ? { answer: tooMany(c) } : { keys };
}

function isFile(field: Field): field is File {
  return field !== "" && field.size > 0;
}

function tooMany(c: HttpContext): Response {
  return fail(c, "invalid_input", problemWith(TOO_MANY));
}

function problemWith(message: string) {
  return { message, fields: { [FURTHER_PART]: [message] } };
}

/** The refused edit may have sent the very pictures that stand: then their keys are in use. */
export async function removeUnused(c: HttpContext, listingId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const answered = await roomOf(c, listingId).pictures();
  if (!answered.ok) return;
  const used = new Set(answered.value.imageKeys);
  await removePictures(
    c.env.IMAGES,
    keys.filter((key) => !used.has(key)),
  );
}
