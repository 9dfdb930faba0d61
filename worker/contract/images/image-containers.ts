/**
 * Reads the container of an image: its size in pixels as stored, and whether it is complete. It decodes and copies
 * nothing. It reads only headers, as numbers, up to a limit, so a file made of empty parts costs no more than a photo.
 * It reads an animation as its first frame. The decoder checks the checksums later, when it reads the pixels
 * (`images/encode.ts`).
 */

export type PixelSize = {
  readonly width: number;
  readonly height: number;
  /** The bytes that strict decoders need from `at` on, if the file's end is missing or comes later. */
  readonly end?: ImageEnd;
};
type ImageEnd = { readonly at: number; readonly bytes: Uint8Array<ArrayBuffer> };

/**
 * More than any encoder writes. A PNG of the largest allowed file size in the smallest customary parts (4 KiB) has
 * 2,560.
 */
const MAX_PARTS = 4_096;

/** The name of a part, as the number that its four letters make. */
function fourCC(name: string): number {
  return Array.from(name).reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0);
}

const PNG_FIRST_CHUNK = 8;
const PNG_HEADER = fourCC("IHDR");
const PNG_END = fourCC("IEND");
const PNG_DATA = fourCC("IDAT");

/**
 * Reads all parts up to the last one. Null when the file is cut off. Browsers show a PNG without its last part, which
 * is always empty, so we don't require that part.
 */
export function readPng(view: DataView): PixelSize | null {
  let at = PNG_FIRST_CHUNK;
  if (view.byteLength < at + 25 || view.getUint32(at + 4) !== PNG_HEADER) return null;
  const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
  let hasData = false;
  for (let parts = 0; parts < MAX_PARTS && at + 12 <= view.byteLength; parts += 1) {
    const name = view.getUint32(at + 4);
    if (name === PNG_END) return hasData ? size : null;
    at += 12 + view.getUint32(at);
    if (at > view.byteLength) return null;
    hasData ||= name === PNG_DATA;
  }
  return hasData && view.byteLength - at < 12 ? size : null;
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const PROGRESSIVE = 0xc2;
/** Baseline, extended and progressive. The other kinds of frame are lossless or arithmetic, which no camera writes. */
const FRAME_MARKERS = new Set([0xc0, 0xc1, PROGRESSIVE]);
/** Huffman tables, quantization tables, number of lines, restart interval, comment. */
const OTHER_SEGMENTS = new Set([0xc4, 0xdb, 0xdc, 0xdd, 0xfe]);

/** Markers without a length, which decoders skip: a reserved one, and restarts outside of a scan. */
function isStandaloneMarker(code: number): boolean {
  return code === 0x01 || (code >= 0xd0 && code <= 0xd7);
}

/** The most fill bytes before a marker. Encoders write none, or a few to align it. */
const MAX_FILL_BYTES = 1_024;
/** A progressive photo has about ten scans. The decoder goes through all pixels again for each one. */
const MAX_SCANS = 64;

function isApplicationSegment(code: number): boolean {
  return code >= 0xe0 && code <= 0xef;
}

function jpegEnd(at: number): ImageEnd {
  return { at, bytes: Uint8Array.of(0xff, END_OF_IMAGE) };
}

/**
 * Reads the image to its end. Null when the file is cut off or doesn't have exactly one frame before its scans. A file
 * that ends within a scan may lack only its end marker, which some scanners leave out. Only the decoder can tell. Some
 * phones write other data in its place, after the one scan that holds the whole image.
 */
export function readJpeg(bytes: Uint8Array, view: DataView): PixelSize | null {
  let size: PixelSize | null = null;
  let components = 0;
  let scans = 0;
  /** The result if the data after the whole image can't be read. */
  let complete: PixelSize | null = null;
  let at = 2;
  for (let parts = 0; parts < MAX_PARTS; parts += 1) {
    // A scan does not end in fill bytes.
    const hasFill = bytes[at - 2] === 0xff && bytes[at - 1] === 0xff;
    if (at >= bytes.length && scans > 0) return size && !hasFill ? { ...size, end: jpegEnd(at) } : null;
    if (bytes[at] !== 0xff) return complete;
    const afterFill = at + MAX_FILL_BYTES;
    while (bytes[at] === 0xff && at < afterFill) at += 1;
    const code = bytes[at];
    if (code === END_OF_IMAGE) return scans > 0 ? size : null;
    const start = at + 1;
    if (code !== undefined && isStandaloneMarker(code)) {
      at = start;
      continue;
    }
    if (code === undefined || code === 0 || start + 2 > bytes.length) return complete;
    at = start + view.getUint16(start);
    if (at < start + 2 || at > bytes.length) return complete;
    if (FRAME_MARKERS.has(code)) {
      if (size || at < start + 8) return complete;
      size = { width: view.getUint16(start + 5), height: view.getUint16(start + 3) };
      // Each scan of a progressive photo adds detail to the whole image.
      components = code === PROGRESSIVE ? 0 : (bytes[start + 7] ?? 0);
    } else if (code === START_OF_SCAN) {
      scans += 1;
      if (!size || scans > MAX_SCANS) return null;
      const holdsAll = components > 0 && bytes[start + 2] === components;
      at = endOfScan(bytes, at);
      if (holdsAll) complete ??= { ...size, end: jpegEnd(at) };
    } else if (!OTHER_SEGMENTS.has(code) && !isApplicationSegment(code)) return complete;
  }
  return null;
}

/** The end of the coded data, at the first marker that isn't a stuffed byte, a fill byte or a restart. */
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

const WEBP_CANVAS = fourCC("VP8X");
const WEBP_LOSSY = fourCC("VP8 ");
const WEBP_LOSSLESS = fourCC("VP8L");
const WEBP_FRAME = fourCC("ANMF");

/**
 * Reads all parts that the header announces. Null when the file is cut off, doesn't have one image in its canvas, or is
 * an animation without a canvas. An animation has the size of its canvas.
 */
export function readWebp(view: DataView): PixelSize | null {
  const end = 8 + view.getUint32(4, true);
  let canvas: PixelSize | null = null;
  let image: PixelSize | null = null;
  let at = 12;
  for (let parts = 0; parts < MAX_PARTS && at < end; parts += 1) {
    if (at + 8 > view.byteLength) return null;
    const name = view.getUint32(at);
    const dataStart = at + 8;
    const length = view.getUint32(at + 4, true);
    // Some writers leave out the padding of the last part.
    at = Math.min(dataStart + length + (length % 2), Math.max(end, dataStart + length));
    if (at > view.byteLength) return null;
    if (name === WEBP_CANVAS && length >= 10) {
      canvas = {
        width: 1 + (view.getUint32(dataStart + 3, true) >>> 8),
        height: 1 + (view.getUint32(dataStart + 6, true) >>> 8),
      };
    }
    if (name === WEBP_FRAME) image ??= canvas;
    if (name !== WEBP_LOSSY && name !== WEBP_LOSSLESS) continue;
    if (image || length < (name === WEBP_LOSSY ? 10 : 5)) return null;
    image = name === WEBP_LOSSY ? lossySize(view, dataStart) : losslessSize(view, dataStart);
  }
  const fits = !canvas || (canvas.width === image?.width && canvas.height === image.height);
  return at === end && fits ? image : null;
}

function lossySize(view: DataView, dataStart: number): PixelSize {
  return { width: view.getUint16(dataStart + 6, true) & 0x3fff, height: view.getUint16(dataStart + 8, true) & 0x3fff };
}

function losslessSize(view: DataView, dataStart: number): PixelSize {
  const bits = view.getUint32(dataStart + 1, true);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

const GIF_HEADER_BYTES = 13;
const GIF_EXTENSION = 0x21;
const GIF_IMAGE = 0x2c;
const GIF_END = Uint8Array.of(0x3b);

/**
 * Reads to the end of the first image, which is all a decoder needs. Null when the file is cut off before it. An image
 * may be larger than the screen in the header. Browsers then show all of it.
 */
export function readGif(bytes: Uint8Array, view: DataView): PixelSize | null {
  if (bytes.length < GIF_HEADER_BYTES) return null;
  let at = GIF_HEADER_BYTES + colorTableBytes(bytes[10]);
  for (let parts = 0; parts < MAX_PARTS && at + 1 < bytes.length; parts += 1) {
    const code = bytes[at];
    if (code === GIF_EXTENSION) at = skipBlocks(bytes, at + 2);
    else if (code === GIF_IMAGE && at + 10 < bytes.length) {
      const end = skipBlocks(bytes, at + 11 + colorTableBytes(bytes[at + 9]));
      const farEdge = (offset: number) => view.getUint16(at + offset, true) + view.getUint16(at + offset + 4, true);
      const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)];
      const whole = { width: Math.max(width, farEdge(1)), height: Math.max(height, farEdge(3)) };
      return end > bytes.length ? null : { ...whole, end: { at: end, bytes: GIF_END } };
    } else return null;
  }
  return null;
}

function colorTableBytes(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** The position after the empty block that ends a series, or after the file if there is none. */
function skipBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
  return at + 1;
}

/** The path to the images' sizes, which are item properties in the file's description. */
const HEIF_PATH = ["meta", "iprp", "ipco"].map(fourCC);
const HEIF_SIZE = fourCC("ispe");
const HEIF_DATA = fourCC("mdat");

/**
 * The size of the largest image in a HEIF file (HEIC or AVIF). Tiles, thumbnails and masks are smaller. Null when the
 * file is cut off or contains no size.
 */
export function readHeif(view: DataView): PixelSize | null {
  let largest: PixelSize | null = null;
  let parts = 0;
  let hasData = false;
  /** False when a box does not end within its parent. */
  const read = (from: number, end: number, depth: number): boolean => {
    let at = from;
    while (at + 8 <= end) {
      parts += 1;
      const [stated, name] = [view.getUint32(at), view.getUint32(at + 4)];
      // A length of 1 stands for an eight-byte length after the name, and 0 for everything that is left.
      const isLong = stated === 1 && at + 16 <= end;
      const length = isLong ? view.getUint32(at + 8) * 2 ** 32 + view.getUint32(at + 12) : stated || end - at;
      const dataStart = at + (isLong ? 16 : 8);
      if (parts > MAX_PARTS || length < dataStart - at || at + length > end) return false;
      hasData ||= depth === 0 && name === HEIF_DATA;
      // The description begins with its version.
      const inner = name === HEIF_PATH[0] ? dataStart + 4 : dataStart;
      if (name === HEIF_PATH[depth] && !read(inner, at + length, depth + 1)) return false;
      if (depth === HEIF_PATH.length && name === HEIF_SIZE && at + length - dataStart >= 12) {
        const size = { width: view.getUint32(dataStart + 4), height: view.getUint32(dataStart + 8) };
        if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
      }
      at += length;
    }
    return true;
  };
  return read(0, view.byteLength, 0) && hasData ? largest : null;
}
