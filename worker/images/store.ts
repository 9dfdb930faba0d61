/**
 * Images in R2, under their owner and the SHA-256 of the sent file. The same file has the same key, and a key always
 * means the same image. The key also contains the image's size and mean color (`contract/image-sizes.ts` reads them).
 * So a page can reserve the image's space by its key, and a list needs no further query. An image's variants are stored
 * beside it, under keys made from its own, and are deleted with it.
 */
import { IMAGE_WIDTHS } from "../contract/image-sizes.ts";
import { type EncodedImage, STORED_TYPE } from "./encode.ts";
import { tintOf } from "./tint.ts";

export const IMAGE_KINDS = ["auctions", "avatars"] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

const VARIANT_FORMATS = ["avif", "webp", "jpeg"] as const;
export type VariantFormat = (typeof VARIANT_FORMATS)[number];

/** The bucket for images, and the service that encodes them, if this deployment has it. */
export type ImageBindings = Pick<Env, "IMAGE_BUCKET" | "IMAGES">;

/** R2 refuses to delete more keys in one call. */
const MAX_KEYS_PER_DELETE = 1_000;

/** The key of an image in one width (pixels) and format. */
export function variantKey(key: string, width: number, format: VariantFormat): string {
  return `sizes/${key}/${width}.${format}`;
}

/** Stores an image of one auction or one person. Returns its key. */
export async function storeImage(
  { IMAGE_BUCKET, IMAGES }: ImageBindings,
  kind: ImageKind,
  ownerId: string,
  { bytes, width, height, sourceHash }: EncodedImage,
): Promise<string> {
  const name = `${kind}/${ownerId}/${sourceHash}-`;
  // A file that is sent again keeps its key, even if its color would differ now. We store it again, so that the sweep
  // treats it as new.
  const [known] = (await IMAGE_BUCKET.list({ prefix: name, limit: 1 })).objects;
  // An avatar is too small to need a placeholder color.
  const tint = !known && kind === "auctions" && IMAGES ? await tintOf(IMAGES, bytes) : null;
  const key = known?.key ?? `${name}${width}x${height}${tint === null ? "" : `-${tint}`}`;
  await IMAGE_BUCKET.put(key, bytes, { httpMetadata: { contentType: STORED_TYPE } });
  return key;
}

/** Stores the image under another key too. False if there is none. */
export async function copyImage(bucket: R2Bucket, from: string, to: string): Promise<boolean> {
  const image = await bucket.get(from);
  if (image) await bucket.put(to, image.body, { httpMetadata: image.httpMetadata ?? {} });
  return image !== null;
}

/**
 * Deletes images and all their variants, whether or not they exist, so it can run again after a failure. The keys of
 * the variants are known, so it needs no listing.
 */
export async function deleteImages(bucket: Pick<R2Bucket, "delete">, keys: readonly string[]): Promise<void> {
  const all = keys.flatMap((key) => [
    key,
    ...IMAGE_WIDTHS.flatMap((width) => VARIANT_FORMATS.map((format) => variantKey(key, width, format))),
  ]);
  for (let start = 0; start < all.length; start += MAX_KEYS_PER_DELETE) {
    await bucket.delete(all.slice(start, start + MAX_KEYS_PER_DELETE));
  }
}

/** The image that a variant was made from. Null if no page requests such a variant anymore. */
export function imageKeyOfVariant(name: string): string | null {
  const [, key = "", width, format] = /^sizes\/(.+)\/(\d+)\.(\w+)$/.exec(name) ?? [];
  const isCurrent =
    IMAGE_WIDTHS.some((current) => String(current) === width) && VARIANT_FORMATS.some((current) => current === format);
  return isCurrent ? key : null;
}

type ListedImage = { readonly key: string; readonly storedAt: number };

/** Keys with a prefix, with the time when each was stored (epoch ms), a thousand at a time. */
export async function* listImages(bucket: R2Bucket, prefix: string): AsyncGenerator<ListedImage[]> {
  let page = await bucket.list({ prefix });
  for (;;) {
    yield page.objects.map(({ key, uploaded }) => ({ key, storedAt: uploaded.getTime() }));
    if (!page.truncated) return;
    page = await bucket.list({ prefix, cursor: page.cursor });
  }
}

type StoredImage = {
  /** Null if only the image's metadata was requested. */
  readonly body: ReadableStream | null;
  readonly byteLength: number;
};

export async function findImage(bucket: R2Bucket, key: string, withBody: boolean): Promise<StoredImage | null> {
  if (!withBody) {
    const head = await bucket.head(key);
    return head && { body: null, byteLength: head.size };
  }
  const object = await bucket.get(key);
  return object && { body: object.body, byteLength: object.size };
}
