/**
 * The images in a listing's form, cover first: current images, chosen files, and files that replace a current image. No
 * function changes the list it's given.
 */
import type { Image } from "../../../../worker/contract/catalogue.ts";
import { LARGE_IMAGES_PER_FORM } from "../../../../worker/contract/image-sizes.ts";
import type { ImageInput } from "../../../api/listings.ts";
import { randomUUID } from "../../../browser/random-uuid.ts";
import { megabytes } from "../../../ui/fields/megabytes.ts";

export type ListingImage = {
  /** Stays the same when images are reordered. */
  readonly id: string;
  readonly file: File | null;
  readonly current: Image | null;
};
export type ListingImages = readonly ListingImage[];

/** Applied to the latest list, because a photo may have been added since the last render. */
export type ImagesChange = (images: ListingImages) => ListingImages;

function newImage(file: File): ListingImage {
  return { id: randomUUID(), file, current: null };
}

export function imagesOf(images: readonly Image[]): ListingImages {
  return images.map((image) => ({ id: image.url, file: null, current: image }));
}

export function withNewImages(images: ListingImages, files: readonly File[]): ListingImages {
  return [...images, ...files.map(newImage)];
}

/** Replaces the cover, or adds one. */
export function withCover(images: ListingImages, file: File): ListingImages {
  const [cover, ...others] = images;
  return [cover ? { ...cover, file } : newImage(file), ...others];
}

/** Replaces this image with the file. Does nothing if the image has since been removed. */
export function withReplacedImage(images: ListingImages, id: string | undefined, file: File): ListingImages {
  return images.map((image) => (image.id === id ? { ...image, file } : image));
}

/** Removing a file that replaced a current image restores that image. */
export function withoutImage(images: ListingImages, id: string): ListingImages {
  return images.flatMap((image) => {
    if (image.id !== id) return [image];
    return image.file && image.current ? [{ ...image, file: null }] : [];
  });
}

/** `index` is zero-based. 0 is the cover. */
export function moveImageTo(images: ListingImages, id: string, index: number): ListingImages {
  const moved = images.find((image) => image.id === id);
  if (!moved) return images;
  const others = images.filter((image) => image !== moved);
  return others.toSpliced(Math.max(0, index), 0, moved);
}

export function newFiles(images: ListingImages): File[] {
  return images.flatMap(({ file }) => file ?? []);
}

/** All images as a form sends them. */
export function toImageInputs(images: ListingImages): readonly ImageInput[] {
  return images.flatMap(({ file, current }): ImageInput[] => (file ? [file] : current ? [current.url] : []));
}

/** The images that an edit sends. Null if they're unchanged. */
export function changedImages(images: ListingImages, before: readonly Image[]): readonly ImageInput[] | null {
  const sent = toImageInputs(images);
  const isUnchanged = sent.length === before.length && before.every(({ url }, at) => sent[at] === url);
  return isUnchanged ? null : sent;
}

/**
 * The images once the server has stored those that were `sent`, in the same order, so their files aren't needed
 * anymore. Images chosen, moved or removed in the meantime stay as they are. The server
 * stores identical files once, so `stored` can be shorter.
 */
export function withStoredImages(images: ListingImages, sent: ListingImages, stored: readonly Image[]): ListingImages {
  if (stored.length === sent.length) {
    return images.map((image) => {
      const at = sent.findIndex(({ id, file }) => id === image.id && file === image.file);
      const current = stored[at];
      return current ? { ...image, file: null, current } : image;
    });
  }
  const added = images.filter(
    ({ id, file }) => !sent.some((sentImage) => sentImage.id === id && sentImage.file === file),
  );
  return [...imagesOf(stored), ...added];
}

/** The error if all new images together are too large, before they're sent. */
export function sizeProblem(images: ListingImages, maxImageBytes: number): string | undefined {
  const bytes = newFiles(images).reduce((sum, { size }) => sum + size, 0);
  const max = LARGE_IMAGES_PER_FORM * maxImageBytes;
  if (bytes <= max) return undefined;
  return `Photos can total up to ${megabytes(max, " ")}.`;
}
