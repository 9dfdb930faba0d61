/**
 * The images of a listing after an edit, cover first. Pure. Takes the current keys, the keys of the sent images, and
 * the order if one was sent. Without an order the cover is replaced or removed, and additional images follow the
 * current ones.
 */
import { imageUrl } from "../contract/fields.ts";

export type UploadedKeys = {
  /** The `image` part: a key, null if it was sent empty, absent if it wasn't sent. */
  readonly cover?: string | null;
  /** The `images` parts, in order. */
  readonly additional: readonly string[];
};

/** In an order, `image` and `images` stand for sent images. Any other entry is the URL of a current image. */
export const COVER_PART = "image";
export const ADDITIONAL_PART = "images";

/** Null when the order doesn't list exactly the sent images and some of the current ones. */
export function arrangeImages(
  current: readonly string[],
  sent: UploadedKeys,
  order?: readonly string[],
): string[] | null {
  if (!order) {
    const [first, ...rest] = current;
    const cover = sent.cover === undefined ? first : sent.cover;
    return withoutDuplicates([...(cover === undefined || cover === null ? [] : [cover]), ...rest, ...sent.additional]);
  }
  const additional = [...sent.additional];
  const keys = order.map((entry) => {
    if (entry === COVER_PART) return sent.cover ?? null;
    return (entry === ADDITIONAL_PART ? additional.shift() : current.find((key) => imageUrl(key) === entry)) ?? null;
  });
  const placed = keys.filter((key) => key !== null);
  const coverCount = order.filter((entry) => entry === COVER_PART).length;
  const isComplete = placed.length === keys.length && additional.length === 0 && coverCount === (sent.cover ? 1 : 0);
  return isComplete ? withoutDuplicates(placed) : null;
}

/** An image sent twice counts once. */
function withoutDuplicates(keys: readonly string[]): string[] {
  return Array.from(new Set(keys));
}
