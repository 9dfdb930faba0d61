/** Small images, valid or damaged in one place: from real encoders, or built byte by byte. */
import { crc32, deflateSync } from "node:zlib";

/** Metadata that must never be in a stored image. */
export const SECRET = "GPS 48.8584 N 2.2945 E";

export function aFile(bytes: Uint8Array, name = "picture.png", type = "image/png"): File {
  return new File([bytes], name, { type });
}

export function containsBytes(bytes: Uint8Array, text: string): boolean {
  return new TextDecoder("latin1").decode(bytes).includes(text);
}

export function ascii(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

export function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

export function bigEndian(value: number, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** (size - 1 - index)) % 256);
}

export function littleEndian(value: number, size: number): Uint8Array {
  return bigEndian(value, size).toReversed();
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function overwrite(bytes: Uint8Array, at: number, replacement: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy.set(replacement, at);
  return copy;
}

export function pngChunk(name: string, data: Uint8Array): Uint8Array {
  const body = concat([asciiBytes(name), data]);
  return concat([bigEndian(data.length, 4), body, bigEndian(crc32(body), 4)]);
}

type PngParts = {
  width?: number;
  height?: number;
  depth?: number;
  color?: number;
  /** The value of every byte of the pixels. */
  shade?: number;
  before?: readonly Uint8Array[];
  after?: readonly Uint8Array[];
};
const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const PNG_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Larger images are refused. Above this limit only the header claims the size, and the pixels are left out. */
const MAX_PIXELS = 40_000_000;

/** A gray PNG of 2 × 2 pixels by default. */
export function aPng({
  width = 2,
  height = 2,
  depth = 8,
  color = 0,
  shade = 0,
  before = [],
  after = [],
}: PngParts = {}) {
  const header = concat([bigEndian(width, 4), bigEndian(height, 4), Uint8Array.of(depth, color, 0, 0, 0)]);
  const [dataWidth, dataHeight] = width * height > MAX_PIXELS ? [2, 2] : [width, height];
  const lineBytes = 1 + Math.ceil((dataWidth * (PNG_CHANNELS[color] ?? 1) * depth) / 8);
  const lines = new Uint8Array(lineBytes * dataHeight).fill(shade);
  for (let at = 0; at < lines.length; at += lineBytes) lines[at] = 0;
  return pngOf([pngChunk("IHDR", header), ...before, pngChunk("IDAT", new Uint8Array(deflateSync(lines))), ...after]);
}

function pngOf(chunks: readonly Uint8Array[]): Uint8Array {
  return concat([PNG_SIGNATURE, ...chunks, pngChunk("IEND", new Uint8Array())]);
}

/** An image of one color. */
export function aPhoto(width: number, height: number, color: readonly [number, number, number]): Uint8Array {
  const line = Uint8Array.from({ length: 1 + width * 3 }, (_, at) => (at === 0 ? 0 : (color[(at - 1) % 3] ?? 0)));
  const lines = concat(Array.from({ length: height }, () => line));
  const header = concat([bigEndian(width, 4), bigEndian(height, 4), Uint8Array.of(8, 2, 0, 0, 0)]);
  return pngOf([pngChunk("IHDR", header), pngChunk("IDAT", new Uint8Array(deflateSync(lines)))]);
}

function tiffEntry(tag: number, value: number): Uint8Array {
  return concat([littleEndian(tag, 2), littleEndian(3, 2), littleEndian(1, 4), littleEndian(value, 4)]);
}

/** A TIFF block as cameras write it: little-endian, with the orientation among other tags, and a location. */
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

/** Written by libjpeg, 3 × 2 pixels each. */
const JPEGS = {
  baseline: fromBase64(
    "/9j/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAaEAACAgMAAAAAAAAAAAAAAAAAAgFBAwRh/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKtdEjCsQq3XQAB//9k=",
  ),
  progressive: fromBase64(
    "/9j/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wgARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUAQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIQAxAAAAGoP//EABUQAQEAAAAAAAAAAAAAAAAAAAIx/9oACAEBAAEFAjP/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAEDAQE/AX//xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAECAQE/AX//xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAY/An//xAAXEAEAAwAAAAAAAAAAAAAAAAABABEh/9oACAEBAAE/IQVwn//aAAwDAQACAAMAAAAQA//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQMBAT8Qf//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQIBAT8Qf//EABcQAAMBAAAAAAAAAAAAAAAAAAABQWH/2gAIAQEAAT8QTQqTT//Z",
  ),
  /** CMYK, as for print. */
  cmyk: fromBase64(
    "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAbEhQXFBEbFxYXHhwbIChCKyglJShROj0wQmBVZWRfVV1baniZgWpxkHNbXYW1hpCeo6utq2eAvMm6pseZqKuk/8AAFAgAAgADBEMRAE0RAFkRAEsRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAUE/8QAHxAAAwEAAgEFAAAAAAAAAAAAAQIDBAARIRIiMkJh/9oADgRDAE0AWQBLAAA/AKmvYVqBVwBRwB6j49x49gZmyTZiST35J/eHbtuuV1SeqyKJTPS0IHwXj0suYSQDPIDofQc//9k=",
  ),
};

type JpegParts = {
  kind?: keyof typeof JPEGS;
  /** The size in the header, in place of the real one. */
  size?: { width: number; height: number };
  /** The code of the frame, in place of the real one. */
  frame?: number;
  before?: readonly Uint8Array[];
  end?: Uint8Array;
};

export function aJpeg({ kind = "baseline", size, frame, before = [], end }: JpegParts = {}): Uint8Array {
  let bytes = JPEGS[kind];
  const at = bytes.findIndex((byte, index) => byte === 0xff && [0xc0, 0xc2].includes(bytes[index + 1] ?? 0));
  if (size) bytes = overwrite(bytes, at + 5, concat([bigEndian(size.height, 2), bigEndian(size.width, 2)]));
  if (frame !== undefined) bytes = overwrite(bytes, at + 1, Uint8Array.of(frame));
  const last = end ?? bytes.subarray(-2);
  return concat([bytes.subarray(0, 2), ...before, bytes.subarray(2, -2), last]);
}

export function riffChunk(name: string, data: Uint8Array): Uint8Array {
  return concat([asciiBytes(name), littleEndian(data.length, 4), data, new Uint8Array(data.length % 2)]);
}

export function riff(...chunks: readonly Uint8Array[]): Uint8Array {
  const content = concat([asciiBytes("WEBP"), ...chunks]);
  return concat([asciiBytes("RIFF"), littleEndian(content.length, 4), content]);
}

/** Written by libwebp, 3 × 2 pixels each, without the RIFF header. */
const LOSSY = fromBase64("VlA4ICYAAACQAQCdASoDAAIAB0CWJaACdADBD4AAzdM9G8paKQOyHU1KRHgAAA==");
const LOSSLESS = fromBase64("VlA4TDkAAAAvAkAAAC9ApG0zOcPDF325hNlGOnuPZDCHfRCE2UbD2XucB3OI8x/iTGa/BzYgEKCMFQeME9H/WF4A");
export const ALPHA = fromBase64("QUxQSAcAAAAAZmZmZmZmAA==");

export function lossyFrame(width = 3, height = 2): Uint8Array {
  return overwrite(LOSSY, 14, concat([littleEndian(width, 2), littleEndian(height, 2)]));
}

export function losslessFrame(width = 3, height = 2): Uint8Array {
  return overwrite(LOSSLESS, 9, littleEndian((width - 1) | ((height - 1) << 14), 4));
}

export function webpCanvas(flags: number, width = 3, height = 2): Uint8Array {
  return riffChunk("VP8X", concat([littleEndian(flags, 4), littleEndian(width - 1, 3), littleEndian(height - 1, 3)]));
}

/** An animation of two frames. */
export function animatedWebp(): Uint8Array {
  return fromBase64(
    "UklGRs4AAABXRUJQVlA4WAoAAAACAAAAAgAAAQAAQU5JTQYAAAD/////AQBBTk1GUgAAAAAAAAAAAAIAAAEAAGQAAAJWUDggOgAAANABAJ0BKgMAAgABQCYliAJ0AQ74zfvAAOJ/VPjj/KVQ5GYdWIjV6fR2PeI3e6Ox12kqLMB+cZ8AAABBTk1GSAAAAAAAAAAAAAIAAAEAAGQAAABWUDggMAAAANQBAJ0BKgMAAgAAACYloAJ0ugH4AAOwAP7y63/82BXNc+/3/9Lg/S4P0uD/0pAAAA==",
  );
}

/** The position for inserted parts in each kind of file, and an empty part that is harmless by itself. */
const INSERTION_POINTS = {
  JPEG: { into: aJpeg(), at: 2, part: jpegSegment(0xc4, new Uint8Array()) },
  PNG: { into: aPng(), at: 33, part: pngChunk("gAMA", new Uint8Array()) },
  WebP: { into: riff(lossyFrame()), at: 12, part: riffChunk("0000", new Uint8Array()) },
};

/**
 * A file of about this many bytes that consists of empty parts: expensive for readers that keep each part. A WebP's
 * parts all have different names.
 */
export function aFileOfParts(kind: keyof typeof INSERTION_POINTS, length: number): Uint8Array {
  const { into, at: start, part } = INSERTION_POINTS[kind];
  const count = Math.floor((length - into.length) / part.length);
  const end = start + count * part.length;
  const file = new Uint8Array(into.length + count * part.length);
  file.set(into.subarray(0, start));
  for (let at = start; at < end; at += part.length) {
    file.set(part, at);
    if (kind === "WebP") for (const digit of [0, 1, 2, 3]) file[at + digit] = 48 + ((at >>> (3 + 5 * digit)) & 31);
  }
  file.set(into.subarray(start), end);
  return kind === "WebP" ? overwrite(file, 4, littleEndian(file.length - 8, 4)) : file;
}

/** A baseline JPEG that contains its only scan `count` times. */
export function aJpegOfScans(count: number): Uint8Array {
  const whole = aJpeg();
  const start = whole.findLastIndex((byte, at) => byte === 0xff && whole[at + 1] === 0xda);
  const scan = whole.subarray(start, -2);
  return concat([whole.subarray(0, start), ...Array.from({ length: count }, () => scan), whole.subarray(-2)]);
}

function fromBase64(text: string): Uint8Array {
  return asciiBytes(atob(text));
}

/** Written by libvips, of one color. */
const GIF_IMAGE = asciiBytes(",\0\0\0\0\u0003\0\u0002\0\0\u0002\u0002\u008c_\0");

/** A GIF of 3 × 2 pixels, or an animation of several images. */
export function aGif({ version = "89a", frames = 1, width = 3, end = ";" } = {}): Uint8Array {
  const screen = concat([littleEndian(width, 2), littleEndian(2, 2), Uint8Array.of(0x80, 0, 0)]);
  const palette = Uint8Array.of(200, 80, 30, 0, 0, 0);
  const graphicControl = asciiBytes("!\u00f9\u0004\0\u000a\0\0\0");
  const frameData = Array.from({ length: frames }, () => concat([graphicControl, GIF_IMAGE]));
  return concat([asciiBytes(`GIF${version}`), screen, palette, ...frameData, asciiBytes(end)]);
}

/** A part of a HEIF file. */
export function box(name: string, ...data: readonly Uint8Array[]): Uint8Array {
  const content = concat(data);
  return concat([bigEndian(content.length + 8, 4), asciiBytes(name), content]);
}

/** The container of a HEIF file (HEIC or AVIF), with images of these sizes that no decoder can read. */
export function aHeif(brand: string, sizes: readonly (readonly [number, number])[]): Uint8Array {
  const properties = sizes.map(([width, height]) =>
    box("ispe", new Uint8Array(4), bigEndian(width, 4), bigEndian(height, 4)),
  );
  return concat([
    box("ftyp", asciiBytes(brand), new Uint8Array(4), asciiBytes("mif1")),
    box("meta", new Uint8Array(4), box("hdlr", new Uint8Array(20)), box("iprp", box("ipco", ...properties))),
    box("mdat", new Uint8Array(40)),
  ]);
}

/** Written by libaom, 16 × 12 pixels. */
export function anAvif(): Uint8Array {
  return fromBase64(
    "AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAACMAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAABAAAAAMAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAArbWRhdBIACgg4DP7aQENBpDIVHEJi5OAAFgAAdX1Zvc1PVtuxwaf3",
  );
}
