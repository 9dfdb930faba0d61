/**
 * Reads the container of an image: its size in pixels as stored, and whether it is complete and not animated. Nothing
 * is decoded and nothing is copied: only headers are read, as numbers, and a limited number of them. So a file made of
 * empty parts costs no more than a photo. The decoder finds out whether the pixels can be read (encode.ts).
 */
import { crc32 } from "node:zlib";

export type PixelSize = { readonly width: number; readonly height: number };

/**
 * More than any encoder writes: a PNG of the largest allowed file size in the smallest customary parts (4 KiB) has
 * 2,560 of them.
 */
const MAX_PARTS = 4_096;

/** The name of a part, as the number that its four letters make. */
function fourLetters(name: string): number {
  return Array.from(name).reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0);
}

const PNG_FIRST_PART = 8;
const PNG_HEADER = fourLetters("IHDR");
const PNG_END = fourLetters("IEND");
const PNG_ANIMATION = new Set(["acTL", "fcTL", "fdAT"].map(fourLetters));

/** Reads all parts; null when the file is cut off or animated, or a checksum is wrong. */
export function readPng(bytes: Uint8Array, view: DataView): PixelSize | null {
  let at = PNG_FIRST_PART;
  if (view.byteLength < at + 25 || view.getUint32(at + 4) !== PNG_HEADER) return null;
  const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
  for (let parts = 0; parts < MAX_PARTS && at + 12 <= view.byteLength; parts += 1) {
    const name = view.getUint32(at + 4);
    if (PNG_ANIMATION.has(name)) return null;
    const checksum = at + 8 + view.getUint32(at);
    if (checksum + 4 > view.byteLength) return null;
    if (crc32(bytes.subarray(at + 4, checksum)) !== view.getUint32(checksum)) return null;
    if (name === PNG_END) return size;
    at = checksum + 4;
  }
  return null;
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
/** Baseline, extended and progressive. The other frames are lossless or arithmetic: no camera writes them. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** Huffman tables, quantization tables, restart interval, comment. */
const OTHER_PARTS = new Set([0xc4, 0xdb, 0xdd, 0xfe]);

/** Fill bytes before a marker: encoders write none, or a few to align it. */
const MAX_FILL_BYTES = 1_024;
/** A progressive photo has about ten scans. For each one the decoder goes through all pixels again. */
const MAX_SCANS = 64;

function isApplicationPart(code: number): boolean {
  return code >= 0xe0 && code <= 0xef;
}

/** Reads the image to its end; null when the file is cut off or does not have exactly one frame before its scans. */
export function readJpeg(bytes: Uint8Array, view: DataView): PixelSize | null {
  let size: PixelSize | null = null;
  let scans = 0;
  let at = 2;
  for (let parts = 0; parts < MAX_PARTS; parts += 1) {
    if (bytes[at] !== 0xff) return null;
    const behindFill = at + MAX_FILL_BYTES;
    while (bytes[at] === 0xff && at < behindFill) at += 1;
    const code = bytes[at];
    if (code === END_OF_IMAGE) return scans > 0 ? size : null;
    const start = at + 1;
    if (code === undefined || code === 0 || start + 2 > bytes.length) return null;
    at = start + view.getUint16(start);
    if (at < start + 2 || at > bytes.length) return null;
    if (FRAMES.has(code)) {
      if (size || at < start + 7) return null;
      size = { width: view.getUint16(start + 5), height: view.getUint16(start + 3) };
    } else if (code === START_OF_SCAN) {
      scans += 1;
      if (!size || scans > MAX_SCANS) return null;
      at = endOfScan(bytes, at);
    } else if (!OTHER_PARTS.has(code) && !isApplicationPart(code)) return null;
  }
  return null;
}

/** Where the coded data ends: at the first marker that is neither a stuffed byte, a fill byte nor a restart. */
function endOfScan(bytes: Uint8Array, start: number): number {
  const last = bytes.length - 1;
  let at = start;
  while (at < last) {
    if (bytes[at] !== 0xff) {
      at += 1;
      continue;
    }
    const next = bytes[at + 1] ?? 0;
    if (next === 0xff) at += 1;
    else if (next === 0 || (next >= 0xd0 && next <= 0xd7)) at += 2;
    else return at;
  }
  return bytes.length;
}

const WEBP_CANVAS = fourLetters("VP8X");
const WEBP_LOSSY = fourLetters("VP8 ");
const WEBP_LOSSLESS = fourLetters("VP8L");
const WEBP_ANIMATION = new Set(["ANIM", "ANMF"].map(fourLetters));

/**
 * Reads all parts that the header announces; null when the file is cut off, animated, or does not have one image in its
 * canvas.
 */
export function readWebp(view: DataView): PixelSize | null {
  const end = 8 + view.getUint32(4, true);
  let canvas: PixelSize | null = null;
  let image: PixelSize | null = null;
  let at = 12;
  for (let parts = 0; parts < MAX_PARTS && at < end; parts += 1) {
    if (at + 8 > view.byteLength) return null;
    const name = view.getUint32(at);
    const data = at + 8;
    const length = view.getUint32(at + 4, true);
    at = data + length + (length % 2);
    if (at > view.byteLength || WEBP_ANIMATION.has(name)) return null;
    if (name === WEBP_CANVAS && length >= 10) {
      canvas = {
        width: 1 + (view.getUint32(data + 3, true) >>> 8),
        height: 1 + (view.getUint32(data + 6, true) >>> 8),
      };
    }
    if (name !== WEBP_LOSSY && name !== WEBP_LOSSLESS) continue;
    if (image || length < (name === WEBP_LOSSY ? 10 : 5)) return null;
    image = name === WEBP_LOSSY ? lossySize(view, data) : losslessSize(view, data);
  }
  const fits = !canvas || (canvas.width === image?.width && canvas.height === image.height);
  return at === end && fits ? image : null;
}

function lossySize(view: DataView, data: number): PixelSize {
  return { width: view.getUint16(data + 6, true) & 0x3fff, height: view.getUint16(data + 8, true) & 0x3fff };
}

function losslessSize(view: DataView, data: number): PixelSize {
  const bits = view.getUint32(data + 1, true);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}
