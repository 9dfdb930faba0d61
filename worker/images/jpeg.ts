/**
 * JPEG: walks the segments from SOI to EOI and writes a clean copy. Kept are the tables, the frame, the scans, the
 * colour profile and the way up; dropped are all other application segments, comments, and what follows the end.
 */
import { ascii, asciiBytes, bigEndian, concat, readBig } from "./bytes.ts";
import { orientationBlock, orientationIn, seenSize } from "./orientation.ts";
import type { CleanPicture } from "./picture.ts";

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
/** Baseline, extended and progressive: what browsers show. The other frames are lossless or arithmetic. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
const OTHER_FRAMES = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
/** Huffman tables, quantization tables, restart interval. */
const TABLES = new Set([0xc4, 0xdb, 0xdd]);
const EXIF = "Exif\0\0";

export function cleanJpeg(bytes: Uint8Array): CleanPicture | null {
  const kept: Uint8Array[] = [];
  let size: { width: number; height: number } | null = null;
  let orientation: number | null = null;
  let scans = 0;
  let at = 2;
  for (;;) {
    const marker = markerAt(bytes, at);
    if (marker === null) return null;
    at = marker.next;
    if (marker.code === EOI) break;
    const length = readBig(bytes, at, 2);
    if (length === undefined || length < 2 || at + length > bytes.length) return null;
    const data = bytes.subarray(at + 2, at + length);
    at += length;
    if (FRAMES.has(marker.code)) {
      // A picture has one frame, and its size stands in it.
      if (size) return null;
      const [width, height] = [readBig(data, 3, 2), readBig(data, 1, 2)];
      if (width === undefined || height === undefined) return null;
      size = { width, height };
      kept.push(segment(marker.code, data));
    } else if (marker.code === SOS) {
      if (!size) return null;
      const end = endOfScan(bytes, at);
      if (end === null) return null;
      kept.push(segment(SOS, data), bytes.subarray(at, end));
      at = end;
      scans += 1;
    } else if (TABLES.has(marker.code) || isColour(marker.code, data)) {
      kept.push(segment(marker.code, data));
    } else if (marker.code === 0xe1 && ascii(data, 0, EXIF.length) === EXIF) {
      orientation ??= orientationIn(data.subarray(EXIF.length));
    } else if (OTHER_FRAMES.has(marker.code) || !isDropped(marker.code)) return null;
  }
  if (!size || scans === 0) return null;
  const upright =
    orientation === null ? [] : [segment(0xe1, concat([asciiBytes(EXIF), orientationBlock(orientation)]))];
  const clean = concat([Uint8Array.of(0xff, SOI), ...upright, ...kept, Uint8Array.of(0xff, EOI)]);
  return { type: "image/jpeg", bytes: clean, ...seenSize(size, orientation) };
}

/** The marker at a place, after any fill bytes, and the place behind it. */
function markerAt(bytes: Uint8Array, start: number): { code: number; next: number } | null {
  let at = start;
  if (bytes[at] !== 0xff) return null;
  while (bytes[at] === 0xff) at += 1;
  const code = bytes[at];
  return code === undefined || code === 0 ? null : { code, next: at + 1 };
}

/** Where the coded data ends: at the first marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Uint8Array, start: number): number | null {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) return null;
    const belongs = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!belongs) return at;
  }
  return null;
}

/** JFIF's own header, the ICC profile, and Adobe's note on the colour transform. */
function isColour(code: number, data: Uint8Array): boolean {
  if (code === 0xe0) return ascii(data, 0, 5) === "JFIF\0";
  if (code === 0xe2) return ascii(data, 0, 12) === "ICC_PROFILE\0";
  return code === 0xee && ascii(data, 0, 5) === "Adobe";
}

/** Application segments and comments. */
function isDropped(code: number): boolean {
  return (code >= 0xe0 && code <= 0xef) || code === 0xfe;
}

function segment(code: number, data: Uint8Array): Uint8Array {
  return concat([Uint8Array.of(0xff, code), bigEndian(data.length + 2, 2), data]);
}
