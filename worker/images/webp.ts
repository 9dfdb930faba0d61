/**
 * WebP: walks the RIFF chunks, whose sizes must add up, and writes a clean copy. Kept are the picture, its alpha and
 * its colour profile, and the way up; dropped are XMP, other metadata, and what follows the end. Animations are
 * refused.
 */
import { ascii, asciiBytes, concat, littleEndian, readBig, readLittle } from "./bytes.ts";
import { orientationBlock, orientationIn, seenSize } from "./orientation.ts";
import type { CleanPicture } from "./picture.ts";

const RIFF_HEADER = 12;
const CHUNK_HEADER = 8;
const ANIMATION = new Set(["ANIM", "ANMF"]);
const FLAGS = { profile: 0x20, alpha: 0x10, exif: 0x08 };

type Size = { readonly width: number; readonly height: number };
type Chunks = Map<string, Uint8Array>;

export function cleanWebp(bytes: Uint8Array): CleanPicture | null {
  const chunks = readChunks(bytes);
  if (!chunks) return null;
  const lossy = chunks.get("VP8 ");
  const lossless = chunks.get("VP8L");
  // Exactly one picture.
  if ((lossy === undefined) === (lossless === undefined)) return null;
  const size = lossy ? lossySize(lossy) : losslessSize(lossless ?? new Uint8Array());
  const canvas = chunks.get("VP8X");
  if (!size || (canvas && !isSize(canvas, size))) return null;
  const picture = lossy ? chunkOf("VP8 ", lossy) : chunkOf("VP8L", lossless ?? new Uint8Array());
  const body = canvas ? extended(chunks, canvas, picture, size) : [picture];
  const content = concat([asciiBytes("WEBP"), ...body]);
  const whole = concat([asciiBytes("RIFF"), littleEndian(content.length, 4), content]);
  const orientation = canvas ? exifOrientation(chunks.get("EXIF")) : null;
  return { type: "image/webp", bytes: whole, ...seenSize(size, orientation) };
}

function readChunks(bytes: Uint8Array): Chunks | null {
  const size = readLittle(bytes, 4, 4);
  if (size === undefined || size % 2 === 1 || CHUNK_HEADER + size > bytes.length) return null;
  const end = CHUNK_HEADER + size;
  const chunks: Chunks = new Map();
  let at = RIFF_HEADER;
  while (at < end) {
    const name = ascii(bytes, at, at + 4);
    const length = readLittle(bytes, at + 4, 4);
    if (length === undefined || at + CHUNK_HEADER + length > end) return null;
    // Of two chunks of one name readers take different ones.
    if (ANIMATION.has(name) || chunks.has(name)) return null;
    chunks.set(name, bytes.subarray(at + CHUNK_HEADER, at + CHUNK_HEADER + length));
    at += CHUNK_HEADER + length + (length % 2);
  }
  return at === end ? chunks : null;
}

/** A lossy picture's key frame: a start code, then 14 bits of width and of height. */
function lossySize(data: Uint8Array): Size | null {
  const isKeyFrame = data[0] !== undefined && (data[0] & 1) === 0;
  if (!isKeyFrame || readBig(data, 3, 3) !== 0x9d012a) return null;
  const [width, height] = [readLittle(data, 6, 2), readLittle(data, 8, 2)];
  return width === undefined || height === undefined ? null : { width: width & 0x3fff, height: height & 0x3fff };
}

/** A lossless picture: a signature, then width and height less one in 14 bits each, and version 0. */
function losslessSize(data: Uint8Array): Size | null {
  const bits = readLittle(data, 1, 4);
  if (data[0] !== 0x2f || bits === undefined || bits >>> 29 !== 0) return null;
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function isSize(canvas: Uint8Array, { width, height }: Size): boolean {
  if (canvas.length !== 10) return false;
  return readLittle(canvas, 4, 3) === width - 1 && readLittle(canvas, 7, 3) === height - 1;
}

/** The extended form, in the order that the format demands, with flags that tell what is left. */
function extended(chunks: Chunks, canvas: Uint8Array, picture: Uint8Array, size: Size): Uint8Array[] {
  const profile = chunks.get("ICCP");
  const alpha = chunks.get("VP8 ") && chunks.get("ALPH");
  const orientation = exifOrientation(chunks.get("EXIF"));
  const opacity = (canvas[0] ?? 0) & FLAGS.alpha;
  const flags = (profile ? FLAGS.profile : 0) | opacity | (orientation === null ? 0 : FLAGS.exif);
  return [
    chunkOf(
      "VP8X",
      concat([littleEndian(flags, 4), littleEndian(size.width - 1, 3), littleEndian(size.height - 1, 3)]),
    ),
    ...(profile ? [chunkOf("ICCP", profile)] : []),
    ...(alpha ? [chunkOf("ALPH", alpha)] : []),
    picture,
    ...(orientation === null ? [] : [chunkOf("EXIF", orientationBlock(orientation))]),
  ];
}

/** Some writers put JPEG's "Exif" mark in front of the block. */
function exifOrientation(data: Uint8Array | undefined): number | null {
  if (!data) return null;
  return orientationIn(ascii(data, 0, 4) === "Exif" ? data.subarray(6) : data);
}

function chunkOf(name: string, data: Uint8Array): Uint8Array {
  return concat([asciiBytes(name), littleEndian(data.length, 4), data, new Uint8Array(data.length % 2)]);
}
