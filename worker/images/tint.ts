/**
 * The mean colour of a picture: what its place shows until it has arrived. The platform shrinks the picture to one
 * pixel; that pixel is read out of the PNG here. A picture without one loses nothing but the colour.
 */
import { inflateSync } from "node:zlib";

import { failureReason } from "../platform/failure-reason.ts";
import { ascii, readBig } from "./bytes.ts";

const SIGNATURE_BYTES = 8;
const INDEXED = 3;
const GREYS = new Set([0, 4]);

/** Six hexadecimal digits, or null when the picture cannot be read. */
export async function tintOf(sizes: ImagesBinding, bytes: Uint8Array): Promise<string | null> {
  try {
    const shrunk = sizes.input(new Blob([bytes]).stream()).transform({ width: 1, height: 1, fit: "squeeze" });
    const png = (await shrunk.output({ format: "image/png" })).response();
    return colourOf(new Uint8Array(await png.arrayBuffer()));
  } catch (error) {
    console.warn(JSON.stringify({ event: "picture_without_colour", reason: failureReason(error) }));
    return null;
  }
}

/** The colour of a PNG's first pixel; its parts are told apart as the format has them. */
export function colourOf(png: Uint8Array): string | null {
  const chunks = chunksOf(png);
  const [header, data] = [chunks.get("IHDR"), chunks.get("IDAT")];
  const [depth, kind] = [header?.[8], header?.[9]];
  if (depth === undefined || kind === undefined || !data) return null;
  // The first byte of a line says how it is filtered, which for the first pixel changes nothing.
  const [, first = 0, second = 0, third = 0] = inflateSync(data);
  if (kind === INDEXED) {
    const at = (first >> (8 - depth)) * 3;
    return hex(chunks.get("PLTE")?.subarray(at, at + 3) ?? []);
  }
  if (depth !== 8) return null;
  return hex(GREYS.has(kind) ? [first, first, first] : [first, second, third]);
}

function chunksOf(png: Uint8Array): Map<string, Uint8Array> {
  const chunks = new Map<string, Uint8Array>();
  for (let at = SIGNATURE_BYTES; ;) {
    const length = readBig(png, at, 4);
    if (length === undefined || at + 12 + length > png.length) return chunks;
    chunks.set(ascii(png, at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
}

function hex(colour: Iterable<number>): string | null {
  const parts = Array.from(colour, (part) => part.toString(16).padStart(2, "0"));
  return parts.length === 3 ? parts.join("") : null;
}
