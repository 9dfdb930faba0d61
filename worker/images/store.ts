/**
 * Pictures in R2, under their owner and the SHA-256 of their bytes: the same picture has the same key, and what stands
 * under a key never changes. The key also notes the picture's size and mean colour (contract/pictures.ts reads them),
 * so that whoever knows the key knows how much room to keep, and no list needs to ask for it.
 */
import { createHash } from "node:crypto";

import { type CleanPicture, IMAGE_EXTENSIONS, type ImageType, type StoredBytes } from "./picture.ts";
import { tintOf } from "./tint.ts";

export const IMAGE_KINDS = ["auctions", "avatars"] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

/** Stores a picture of one auction or one person; answers with its key. */
export async function storePicture(
  { IMAGES, IMAGE_SIZES }: Pick<Env, "IMAGES" | "IMAGE_SIZES">,
  kind: ImageKind,
  ownerId: string,
  { bytes, type, width, height }: CleanPicture,
): Promise<string> {
  const hash = createHash("sha256").update(bytes).digest("hex");
  // A portrait is too small to need a colour in its place.
  const tint = kind === "auctions" && IMAGE_SIZES ? await tintOf(IMAGE_SIZES, bytes) : null;
  const key = `${kind}/${ownerId}/${hash}-${width}x${height}${tint === null ? "" : `-${tint}`}`;
  await IMAGES.put(key, bytes, { httpMetadata: { contentType: type }, sha256: hash });
  return key;
}

export async function removePictures(bucket: R2Bucket, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await bucket.delete([...keys]);
}

export type KeptPicture = { readonly key: string; readonly storedAt: number };

/** Keys that begin in one way, with the time of their storing (epoch ms), a thousand at a time. */
export async function* listPictures(bucket: R2Bucket, prefix: string): AsyncGenerator<KeptPicture[]> {
  let page = await bucket.list({ prefix });
  for (;;) {
    yield page.objects.map(({ key, uploaded }) => ({ key, storedAt: uploaded.getTime() }));
    if (!page.truncated) return;
    page = await bucket.list({ prefix, cursor: page.cursor });
  }
}

export type StoredPicture = {
  /** Null when only the picture's description was asked for. */
  readonly body: ReadableStream | null;
  readonly type: ImageType;
  readonly bytes: number;
};

export async function findPicture(bucket: R2Bucket, key: string, withBody: boolean): Promise<StoredPicture | null> {
  if (!withBody) return describe(await bucket.head(key), null);
  const object = await bucket.get(key);
  return describe(object, object?.body ?? null);
}

/** The whole picture, or null when there is none. */
export async function loadPicture(bucket: R2Bucket, key: string): Promise<StoredBytes | null> {
  const object = await bucket.get(key);
  const type = object?.httpMetadata?.contentType;
  return object && isImageType(type) ? { type, bytes: new Uint8Array(await object.arrayBuffer()) } : null;
}

function describe(object: R2Object | null, body: ReadableStream | null): StoredPicture | null {
  const type = object?.httpMetadata?.contentType;
  return object && isImageType(type) ? { body, type, bytes: object.size } : null;
}

function isImageType(type: string | undefined): type is ImageType {
  return type !== undefined && Object.hasOwn(IMAGE_EXTENSIONS, type);
}
