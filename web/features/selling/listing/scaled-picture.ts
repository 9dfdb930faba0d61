/**
 * Makes a chosen picture small enough to send: at most `MAX_SIDE` pixels wide and high, upright, and in a format that
 * the server takes. The browser decodes, scales and encodes;
 * docs/decisions/0079-pictures-are-scaled-down-by-the-browser.md says why no library does.
 */
import { IMAGE_TYPES, UNREADABLE } from "../../../ui/image-check.ts";
import { isHeicPhoto } from "./chosen-types.ts";

/** A little more than the widest size that a page shows (1,920). */
export const MAX_SIDE = 2_048;
/** For JPEG and WebP: the loss cannot be seen, and the server encodes the picture again. */
const QUALITY = 0.88;

const HEIC_UNREADABLE =
  "This browser cannot read HEIC photos. Save the photo as JPEG, or set the camera of your phone to “Most Compatible”";

export type Scaled = { readonly file: File } | { readonly problem: string };

/** The file to send, or what is wrong with it. A picture that is small enough stays as it is, byte for byte. */
export async function scaledPicture(file: File): Promise<Scaled> {
  const isHeic = isHeicPhoto(file);
  // Any other file is refused by its type later. A browser without `OffscreenCanvas` scales nothing.
  const isTaken = IMAGE_TYPES.includes(file.type);
  const canScale = typeof OffscreenCanvas !== "undefined" && typeof createImageBitmap !== "undefined";
  if ((!isHeic && !isTaken) || file.size === 0 || !canScale) {
    return isHeic && !canScale ? { problem: HEIC_UNREADABLE } : { file };
  }
  let bitmap: ImageBitmap;
  try {
    // Rotated by the camera's orientation tag: the scaled copy has no such tag.
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return { problem: isHeic ? HEIC_UNREADABLE : UNREADABLE };
  }
  try {
    const share = MAX_SIDE / Math.max(bitmap.width, bitmap.height);
    if (share >= 1 && isTaken) return { file };
    return { file: await drawn(bitmap, Math.min(share, 1), file) };
  } finally {
    bitmap.close();
  }
}

async function drawn(bitmap: ImageBitmap, share: number, original: File): Promise<File> {
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * share)));
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
  const context = canvas.getContext("2d");
  if (!context) return original;
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  // Photographs are opaque. PNG and WebP may be transparent: WebP keeps that, and a browser that cannot write it makes
  // PNG.
  const isPhoto = original.type !== "image/png" && original.type !== "image/webp";
  const blob = await canvas.convertToBlob({ type: isPhoto ? "image/jpeg" : "image/webp", quality: QUALITY });
  const name = `${original.name.replace(/\.[^.]*$/, "")}.${blob.type.slice("image/".length).replace("jpeg", "jpg")}`;
  return new File([blob], name, { type: blob.type, lastModified: original.lastModified });
}
