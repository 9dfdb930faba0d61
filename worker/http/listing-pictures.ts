/**
 * The images of a listing's form: `image` is the cover, `images` are further ones. All of them are encoded, one after
 * the other, before the first is stored: one that is refused leaves nothing behind. The fields are those of the call;
 * what comes out are keys.
 */
import { z } from "zod";

import { MAX_PICTURES } from "../contract/pictures.ts";
import { arrange, COVER_PART, FURTHER_PART, type SentKeys } from "../images/arrangement.ts";
import type { EncodedImage } from "../images/encode.ts";
import { removeImages, storeImage } from "../images/store.ts";
import type { HttpContext } from "./context.ts";
import { fail, refused } from "./failure.ts";
import { imageField, readImage } from "./picture.ts";
import { roomOf } from "./rooms.ts";

const TOO_MANY = `At most ${MAX_PICTURES} pictures`;
const OUT_OF_ORDER = "One of these pictures is no longer there: load the page again";

/** Several parts of one name arrive as a list, a single one as itself. */
export const listingImages = {
  [COVER_PART]: imageField.optional(),
  [FURTHER_PART]: z.union([imageField, z.array(imageField).max(MAX_PICTURES, TOO_MANY)]).optional(),
};
type Field = z.infer<typeof imageField>;
type Sent = { readonly image?: Field | undefined; readonly images?: Field | readonly Field[] | undefined };

export type StoredImages =
  | { readonly type: "refused"; readonly answer: Response }
  | { readonly type: "stored"; readonly keys: SentKeys };

export async function storeImages(c: HttpContext, ownerId: string, { image, images }: Sent): Promise<StoredImages> {
  const further = (images === undefined ? [] : Array.isArray(images) ? images : [images]).filter(isFile);
  const cover = image !== undefined && isFile(image) ? [image] : [];
  const files = [...cover, ...further];
  if (files.length > MAX_PICTURES) return { type: "refused", answer: tooMany(c) };

  const partOf = (at: number) => (at < cover.length ? COVER_PART : FURTHER_PART);
  const encoded: EncodedImage[] = [];
  for (const [at, file] of files.entries()) {
    const read = await readImage(c, file, partOf(at));
    if (read.type === "refused") return read;
    if (read.type === "image") encoded.push(read.image);
  }
  const keys: string[] = [];
  for (const one of encoded) keys.push(await storeImage(c.env, "auctions", ownerId, one));
  const [first, ...rest] = keys;
  if (cover.length > 0 && first !== undefined) return { type: "stored", keys: { cover: first, further: rest } };
  return { type: "stored", keys: { ...(image === undefined ? {} : { cover: null }), further: keys } };
}

/**
 * The images that an edited listing is to have: null when the edit says nothing of them. The room is asked for the
 * current ones, since rows may lag behind.
 */
export async function arrangeImages(
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

/** The refused edit may have sent the very images that are current: then their keys are in use. */
export async function removeUnused(c: HttpContext, listingId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const answered = await roomOf(c, listingId).pictures();
  if (!answered.ok) return;
  const used = new Set(answered.value.imageKeys);
  await removeImages(
    c.env.IMAGE_BUCKET,
    keys.filter((key) => !used.has(key)),
  );
}
