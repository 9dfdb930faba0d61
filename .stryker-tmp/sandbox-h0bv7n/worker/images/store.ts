/**
 * Pictures in R2, under their owner and the SHA-256 of their bytes: the same picture has the same key, and what stands
 * under a key never changes.
 */
// @ts-nocheck

import { createHash } from "node:crypto";

import { type CleanPicture, IMAGE_EXTENSIONS, type ImageType } from "./check.ts";

export const IMAGE_KINDS = ["auctions", "avatars"] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

/** Stores a picture of one auction or one person; answers with its key. */
export async function storePicture(
  bucket: R2Bucket,
  kind: ImageKind,
  ownerId: string,
  { bytes, type }: CleanPicture,
): Promise<string> {
  const hash = createHash("sha256").update(bytes).digest("hex");
  const key = `${kind}/${ownerId}/${hash}`;
  await bucket.put(key, bytes, { httpMetadata: { contentType: type }, sha256: hash });
  return key;
}

export async function removePictures(bucket: R2Bucket, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await bucket.delete([...keys]);
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

function describe(object: R2Object | null, body: ReadableStream | null): StoredPicture | null {
  const type = object?.httpMetadata?.contentType;
  return object && isImageType(type) ? { body, type, bytes: object.size } : null;
}

function isImageType(type: string | undefined): type is ImageType {
  return type !== undefined && Object.hasOwn(IMAGE_EXTENSIONS, type);
}
