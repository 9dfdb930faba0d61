/**
 * The mean color of an image, which pages show in its place until it has loaded. Cloudflare Images shrinks the image to
 * one pixel. We read that pixel from a PNG, because the service doesn't return raw pixels in local development. Without
 * a tint, an image only lacks that placeholder color.
 */
import { inflateSync } from "node:zlib";

import { failureReason } from "../platform/failure-reason.ts";
import { withTimeout } from "../platform/with-timeout.ts";

/** The color isn't essential, so an upload doesn't wait long for it. */
const TINT_TIMEOUT_MS = 5_000;

const SIGNATURE_BYTES = 8;
const INDEXED_COLOR_TYPE = 3;
const GRAYSCALE_TYPES = new Set([0, 4]);

/** Six hexadecimal digits, or null when the service fails. */
export async function tintOf(images: ImagesBinding, bytes: Uint8Array): Promise<string | null> {
  try {
    return colorOf(await withTimeout(resizeToOnePixel(images, bytes), TINT_TIMEOUT_MS));
  } catch (error) {
    console.warn(JSON.stringify({ event: "image_without_tint", reason: failureReason(error) }));
    return null;
  }
}

async function resizeToOnePixel(images: ImagesBinding, bytes: Uint8Array): Promise<Uint8Array> {
  const shrunk = images.input(new Blob([bytes]).stream()).transform({ width: 1, height: 1, fit: "squeeze" });
  const png = (await shrunk.output({ format: "image/png" })).response();
  return new Uint8Array(await png.arrayBuffer());
}

/** The color of a PNG's first pixel, in any of the color types that the service may choose. */
function colorOf(png: Uint8Array): string | null {
  const chunks = chunksOf(png);
  const [header, data] = [chunks.get("IHDR"), chunks.get("IDAT")];
  const [depth, colorType] = [header?.[8], header?.[9]];
  if (depth === undefined || colorType === undefined || !data) return null;
  // The first byte of a line is its filter, which has no effect on the first pixel.
  const [, first = 0, second = 0, third = 0] = inflateSync(data);
  if (colorType === INDEXED_COLOR_TYPE) {
    const at = (first >> (8 - depth)) * 3;
    return hex(chunks.get("PLTE")?.subarray(at, at + 3) ?? []);
  }
  if (depth !== 8) return null;
  return hex(GRAYSCALE_TYPES.has(colorType) ? [first, first, first] : [first, second, third]);
}

function chunksOf(png: Uint8Array): Map<string, Uint8Array> {
  const chunks = new Map<string, Uint8Array>();
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  for (let at = SIGNATURE_BYTES; at + 12 <= png.length; at += 12 + view.getUint32(at)) {
    const dataStart = at + 8;
    chunks.set(
      String.fromCharCode(...png.subarray(at + 4, dataStart)),
      png.subarray(dataStart, dataStart + view.getUint32(at)),
    );
  }
  return chunks;
}

function hex(color: Iterable<number>): string | null {
  const parts = Array.from(color, (part) => part.toString(16).padStart(2, "0"));
  return parts.length === 3 ? parts.join("") : null;
}
