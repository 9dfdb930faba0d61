/**
 * Turns a chosen file into a photo that the server accepts. It's at most `MAX_SIDE` pixels wide and high, upright, and
 * in a format that the server's decoder reads. The browser decodes, scales and encodes it. So you can send anything it
 * can display, even a BMP, a HEIC in Safari, or a JPEG with a missing end. The type comes from the content, not the
 * name.
 */
import {
  checkImage,
  HEIC,
  imageFormatOf,
  SIGNATURE_BYTES,
  unreadableMessage,
} from "../../../worker/contract/images/image-formats.ts";
import { megabytes } from "./megabytes.ts";

/** The file to send, or what's wrong with it. */
export type PreparedFile = { readonly file: File } | { readonly problem: string };

/** A little more than the widest size on any page (1,920). */
const MAX_SIDE = 2_048;
/** For JPEG and WebP. The loss is invisible, and the server encodes the photo again anyway. */
const QUALITY = 0.88;

/** Sent unchanged if they're complete and small enough. The server's decoder may not read other formats. */
const UNCHANGED_FORMATS = new Set(["JPEG", "PNG", "WebP", "GIF"]);
/** Never transparent, so JPEG loses nothing. Everything else becomes WebP. */
const OPAQUE_FORMATS = new Set(["JPEG", HEIC, "BMP", "TIFF or a camera's raw file"]);

/** A complete photo that's small enough and in a common format stays byte for byte the same. */
export async function prepareImage(file: File, maxBytes: number): Promise<PreparedFile> {
  if (file.size === 0) return { problem: "This file is empty. Choose another one." };
  const isLarge = file.size > maxBytes;
  const bytes = await bytesOf(isLarge ? file.slice(0, SIGNATURE_BYTES) : file);
  // A folder, or a file that was moved or exists only in the cloud.
  if (!bytes) return { problem: "We can't open this file. Choose it again." };
  const format = imageFormatOf(bytes);
  if (format && "refusal" in format && !format.isImage) return { problem: format.refusal };
  const checked = checkImage(bytes);
  const canSendUnchanged = !isLarge && checked.ok && UNCHANGED_FORMATS.has(checked.format);
  const tooLarge = { problem: `This photo is too large. Photos can be up to ${megabytes(maxBytes, " ")}.` };
  // A GIF is sent unchanged, and the server turns it into a still photo.
  if (canSendUnchanged && format?.name === "GIF") return { file };
  // Adds a missing end, which the browser would otherwise wait for. The server does the same.
  const end = checked.ok ? checked.end : undefined;
  const bitmap = await decodeImage(end ? new Blob([file.slice(0, end.at), end.bytes]) : file);
  if (bitmap === "unsupported" && canSendUnchanged) return { file };
  if (typeof bitmap === "string") {
    if (isLarge && format && format.name !== HEIC && !("refusal" in format)) return tooLarge;
    return { problem: checked.ok ? unreadableMessage(checked.format) : checked.message };
  }
  try {
    const scale = MAX_SIDE / Math.max(bitmap.width, bitmap.height);
    if (scale >= 1 && canSendUnchanged && !end) return { file };
    const scaled = await drawScaled(bitmap, Math.min(scale, 1), file, OPAQUE_FORMATS.has(format?.name ?? ""));
    if (scaled) return scaled.size > maxBytes ? tooLarge : { file: scaled };
    return canSendUnchanged ? { file } : tooLarge;
  } finally {
    bitmap.close();
  }
}

async function bytesOf(blob: Blob): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch {
    return null;
  }
}

/** "unsupported": this browser has no offscreen canvas. "unreadable": it can't decode this file. */
async function decodeImage(file: Blob): Promise<ImageBitmap | "unsupported" | "unreadable"> {
  if (typeof OffscreenCanvas === "undefined" || typeof createImageBitmap === "undefined") return "unsupported";
  try {
    // Rotates it by the camera's orientation tag, which the scaled copy won't have.
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return "unreadable";
  }
}

/** Null if the browser doesn't have enough memory. */
async function drawScaled(bitmap: ImageBitmap, scale: number, original: File, isOpaque: boolean): Promise<File | null> {
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  // A browser that can't write WebP writes PNG, which also keeps transparency.
  const blob = await canvas.convertToBlob({ type: isOpaque ? "image/jpeg" : "image/webp", quality: QUALITY });
  const name = `${original.name.replace(/\.[^.]*$/, "")}.${blob.type.slice("image/".length).replace("jpeg", "jpg")}`;
  return new File([blob], name, { type: blob.type, lastModified: original.lastModified });
}
