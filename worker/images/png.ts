/**
 * PNG: walks the chunks from IHDR to IEND, checking each one's CRC, and writes a clean copy. Kept are the picture, its
 * palette, transparency and colour; dropped are texts, times, other metadata, and what follows the end. Animations are
 * refused.
 */
import { ascii, asciiBytes, bigEndian, concat, readBig } from "./bytes.ts";
import { crc32 } from "./crc32.ts";
import { orientationBlock, orientationIn, seenSize } from "./orientation.ts";
import type { CleanPicture } from "./picture.ts";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const KEPT = new Set(["PLTE", "IDAT", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "cICP", "bKGD", "pHYs"]);
const ANIMATION = new Set(["acTL", "fcTL", "fdAT"]);
/** Bit depths that each colour type may have. */
const DEPTHS: ReadonlyMap<number, readonly number[]> = new Map([
  [0, [1, 2, 4, 8, 16]],
  [2, [8, 16]],
  [3, [1, 2, 4, 8]],
  [4, [8, 16]],
  [6, [8, 16]],
]);
const INDEXED = 3;

export function cleanPng(bytes: Uint8Array): CleanPicture | null {
  const header = chunkAt(bytes, SIGNATURE.length);
  if (!header || header.name !== "IHDR" || !isHeader(header.data)) return null;
  const kept = [header.whole];
  const seen: string[] = [];
  let orientation: number | null = null;
  let at = header.next;
  for (;;) {
    const chunk = chunkAt(bytes, at);
    if (!chunk || ANIMATION.has(chunk.name) || chunk.name === "IHDR") return null;
    at = chunk.next;
    if (chunk.name === "IEND") break;
    if (chunk.name === "eXIf") orientation ??= orientationIn(chunk.data);
    else if (KEPT.has(chunk.name)) {
      kept.push(chunk.whole);
      seen.push(chunk.name);
    } else if (isCritical(chunk.name)) return null;
  }
  if (!isInOrder(seen, header.data[9])) return null;
  const [first, ...rest] = kept;
  const upright = orientation === null ? [] : [chunkOf("eXIf", orientationBlock(orientation))];
  const clean = concat([SIGNATURE, first ?? header.whole, ...upright, ...rest, chunkOf("IEND", new Uint8Array())]);
  const [width, height] = [readBig(header.data, 0, 4), readBig(header.data, 4, 4)];
  if (width === undefined || height === undefined) return null;
  return { type: "image/png", bytes: clean, ...seenSize({ width, height }, orientation) };
}

type Chunk = { readonly name: string; readonly data: Uint8Array; readonly whole: Uint8Array; readonly next: number };

/** The chunk at a place, or null when it is cut off, has no proper name, or its CRC is wrong. */
function chunkAt(bytes: Uint8Array, at: number): Chunk | null {
  const length = readBig(bytes, at, 4);
  if (length === undefined || at + 12 + length > bytes.length) return null;
  const name = ascii(bytes, at + 4, at + 8);
  if (!/^[A-Za-z]{4}$/.test(name)) return null;
  const next = at + 12 + length;
  if (crc32(bytes.subarray(at + 4, next - 4)) !== readBig(bytes, next - 4, 4)) return null;
  return { name, data: bytes.subarray(at + 8, next - 4), whole: bytes.subarray(at, next), next };
}

function isHeader(data: Uint8Array): boolean {
  const [depth, colour, compression, filter, interlace] = data.subarray(8);
  if (data.length !== 13 || depth === undefined || colour === undefined || interlace === undefined) return false;
  return (DEPTHS.get(colour)?.includes(depth) ?? false) && compression === 0 && filter === 0 && interlace <= 1;
}

/** A name with a capital first letter: a reader that does not know the chunk must not show the picture. */
function isCritical(name: string): boolean {
  return name.charAt(0) === name.charAt(0).toUpperCase();
}

/** The data is there, in one run; a palette comes once and before it, and an indexed picture has one. */
function isInOrder(names: readonly string[], colour: number | undefined): boolean {
  const [first, last] = [names.indexOf("IDAT"), names.lastIndexOf("IDAT")];
  if (first === -1 || names.slice(first, last).some((name) => name !== "IDAT")) return false;
  const palette = names.indexOf("PLTE");
  if (palette !== names.lastIndexOf("PLTE") || palette > first) return false;
  return colour !== INDEXED || palette !== -1;
}

function chunkOf(name: string, data: Uint8Array): Uint8Array {
  const body = concat([asciiBytes(name), data]);
  return concat([bigEndian(data.length, 4), body, bigEndian(crc32(body), 4)]);
}
