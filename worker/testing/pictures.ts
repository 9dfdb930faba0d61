/** Small pictures made byte by byte, whole or spoiled in one place, for the checks to look at. */
import { deflateSync } from "node:zlib";

import { ascii, asciiBytes, bigEndian, concat, littleEndian } from "../images/bytes.ts";
import { crc32 } from "../images/crc32.ts";

/** What must never come out of a cleaned picture. */
export const SECRET = "GPS 48.8584 N 2.2945 E";

export function aFile(bytes: Uint8Array, name = "picture.png", type = "image/png"): File {
  return new File([bytes], name, { type });
}

export function holds(bytes: Uint8Array, text: string): boolean {
  return new TextDecoder("latin1").decode(bytes).includes(text);
}

export function pngChunk(name: string, data: Uint8Array): Uint8Array {
  const body = concat([asciiBytes(name), data]);
  return concat([bigEndian(data.length, 4), body, bigEndian(crc32(body), 4)]);
}

type PngParts = {
  width?: number;
  height?: number;
  depth?: number;
  colour?: number;
  shade?: number;
  before?: readonly Uint8Array[];
  after?: readonly Uint8Array[];
};
const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** A grey PNG; its header may claim more pixels than it holds. */
export function aPng({
  width = 2,
  height = 2,
  depth = 8,
  colour = 0,
  shade = 0,
  before = [],
  after = [],
}: PngParts = {}) {
  const header = concat([bigEndian(width, 4), bigEndian(height, 4), Uint8Array.of(depth, colour, 0, 0, 0)]);
  const pixels = new Uint8Array(deflateSync(Uint8Array.of(0, shade, shade, 0, shade, shade)));
  return concat([
    PNG_SIGNATURE,
    pngChunk("IHDR", header),
    ...before,
    pngChunk("IDAT", pixels),
    ...after,
    pngChunk("IEND", new Uint8Array()),
  ]);
}

/** A picture of one colour that every decoder reads, in its whole size. */
export function aPhoto(width: number, height: number, colour: readonly [number, number, number]): Uint8Array {
  const header = concat([bigEndian(width, 4), bigEndian(height, 4), Uint8Array.of(8, 2, 0, 0, 0)]);
  const line = Uint8Array.from({ length: 1 + width * 3 }, (_, at) => (at === 0 ? 0 : (colour[(at - 1) % 3] ?? 0)));
  const lines = concat(Array.from({ length: height }, () => line));
  return concat([
    PNG_SIGNATURE,
    pngChunk("IHDR", header),
    pngChunk("IDAT", new Uint8Array(deflateSync(lines))),
    pngChunk("IEND", new Uint8Array()),
  ]);
}

function tiffEntry(tag: number, value: number): Uint8Array {
  return concat([littleEndian(tag, 2), littleEndian(3, 2), littleEndian(1, 4), littleEndian(value, 4)]);
}

/** A TIFF block as cameras write it: little-endian, the orientation among other tags, and a place. */
export function cameraExif(orientation: number): Uint8Array {
  const entries = [tiffEntry(0x0100, 2), tiffEntry(0x0112, orientation), tiffEntry(0x0128, 2)];
  return concat([
    asciiBytes("II"),
    littleEndian(42, 2),
    littleEndian(8, 4),
    littleEndian(entries.length, 2),
    ...entries,
    littleEndian(0, 4),
    asciiBytes(SECRET),
  ]);
}

export function jpegSegment(code: number, data: Uint8Array): Uint8Array {
  return concat([Uint8Array.of(0xff, code), bigEndian(data.length + 2, 2), data]);
}

type JpegParts = { width?: number; height?: number; frame?: number; before?: readonly Uint8Array[]; end?: Uint8Array };

/** The bones of a JPEG: tables, a frame, one scan with a stuffed byte and a restart in it. */
export function aJpeg({
  width = 2,
  height = 2,
  frame = 0xc0,
  before = [],
  end = Uint8Array.of(0xff, 0xd9),
}: JpegParts = {}) {
  const size = concat([Uint8Array.of(8), bigEndian(height, 2), bigEndian(width, 2), Uint8Array.of(1, 1, 0x11, 0)]);
  return concat([
    Uint8Array.of(0xff, 0xd8),
    jpegSegment(0xe0, concat([asciiBytes("JFIF\0"), Uint8Array.of(1, 1, 0, 0, 1, 0, 1, 0, 0)])),
    ...before,
    jpegSegment(0xdb, new Uint8Array(65)),
    jpegSegment(frame, size),
    jpegSegment(0xc4, new Uint8Array(20)),
    jpegSegment(0xda, Uint8Array.of(1, 1, 0, 0, 63, 0)),
    Uint8Array.of(0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56),
    end,
  ]);
}

export function riffChunk(name: string, data: Uint8Array): Uint8Array {
  return concat([asciiBytes(name), littleEndian(data.length, 4), data, new Uint8Array(data.length % 2)]);
}

export function riff(...chunks: readonly Uint8Array[]): Uint8Array {
  const content = concat([asciiBytes("WEBP"), ...chunks]);
  return concat([asciiBytes("RIFF"), littleEndian(content.length, 4), content]);
}

export function lossyFrame(width = 2, height = 2): Uint8Array {
  const start = Uint8Array.of(0x10, 0, 0, 0x9d, 0x01, 0x2a);
  return riffChunk("VP8 ", concat([start, littleEndian(width, 2), littleEndian(height, 2), Uint8Array.of(1, 2, 3)]));
}

export function losslessFrame(width = 2, height = 2): Uint8Array {
  const bits = (width - 1) | ((height - 1) << 14);
  return riffChunk("VP8L", concat([Uint8Array.of(0x2f), littleEndian(bits, 4), Uint8Array.of(1, 2)]));
}

export function webpCanvas(flags: number, width = 2, height = 2): Uint8Array {
  return riffChunk("VP8X", concat([littleEndian(flags, 4), littleEndian(width - 1, 3), littleEndian(height - 1, 3)]));
}

/** The names of a container's parts, in order. */
export function pngNames(bytes: Uint8Array): string[] {
  const names: string[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) names.push(ascii(bytes, at + 4, at + 8));
  return names;
}
