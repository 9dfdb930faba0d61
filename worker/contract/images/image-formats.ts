/**
 * Recognizes files that we accept as images by their first bytes, their container and their pixels. We ignore the name
 * and type that the sender states. The server checks every upload this way before it calls a decoder, and the
 * browser every chosen file. The check takes a few milliseconds for the largest file and needs almost no extra memory.
 */
import { type PixelSize, readGif, readHeif, readJpeg, readPng, readWebp } from "./image-containers.ts";

export const MAX_IMAGE_BYTES = 10 * 1_024 * 1_024;
const MAX_SIDE_PIXELS = 8_192;
const MAX_PIXELS = 40_000_000;
/** How many of a file's first bytes show its kind. An SVG's first element may follow a comment. */
export const SIGNATURE_BYTES = 512;

export const HEIC = "HEIC photo";
const NOT_AN_IMAGE_MESSAGE = "This isn't a photo. Use a JPEG, PNG, WebP, GIF or AVIF.";

type ImageReader = (bytes: Uint8Array, view: DataView) => PixelSize | null;
type ImageFormat = {
  /** As in "This JPEG is damaged". */
  readonly name: string;
  /** Matches the first bytes, one character each. Control characters are replaced by their symbols. */
  readonly signature: RegExp;
} & (ReadableFormat | RefusedFormat);
/** Kinds that the server's decoder reads. */
type ReadableFormat = { readonly read: ImageReader };
/** Kinds that the server's decoder can't read. Browsers may still read such an image and send it as another kind. */
type RefusedFormat = { readonly refusal: string; readonly isImage: boolean };

const readIsoImage: ImageReader = (_, view) => readHeif(view);

function refusedImageFormat(name: string, signature: RegExp, article = "a"): ImageFormat {
  return {
    name,
    signature,
    isImage: true,
    refusal: `This is ${article} ${name}. Save it as JPEG, PNG or WebP.`,
  };
}
function otherFormat(name: string, signature: RegExp, refusal: string): ImageFormat {
  return { name, signature, isImage: false, refusal };
}

/** The first match counts. */
const FORMATS: readonly ImageFormat[] = [
  { name: "JPEG", signature: /^\u00ff\u00d8\u00ff/, read: readJpeg },
  { name: "PNG", signature: /^\u0089PNG␍␊␚␊/, read: (_, view) => readPng(view) },
  { name: "WebP", signature: /^RIFF[^]{4}WEBP/, read: (_, view) => readWebp(view) },
  { name: "GIF", signature: /^GIF8[79]a/, read: readGif },
  // The main brand or one of the compatible ones, which follow it.
  { name: "AVIF", signature: /^[^]{4}ftyp(?:[^]{4}){0,15}?avi[fs]/, read: readIsoImage },
  { name: HEIC, signature: /^[^]{4}ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)/, read: readIsoImage },
  otherFormat(
    "PNG that was converted like text",
    /^(?:\u0089|␉|\u00ef\u00bf\u00bd|\u00c2\u0089)PNG␍*␊/,
    "This PNG was damaged when it was copied. Copy the original file again.",
  ),
  refusedImageFormat("BMP", /^BM/),
  refusedImageFormat("TIFF or a camera's raw file", /^(?:II[*+]␀|MM␀[*+])/),
  refusedImageFormat("JPEG XL", /^(?:\u00ff␊|␀␀␀␌JXL )/),
  refusedImageFormat("JPEG 2000", /^(?:␀␀␀␌jP {2}|\u00ffO\u00ffQ)/),
  refusedImageFormat("Photoshop file", /^8BPS/),
  refusedImageFormat("icon", /^␀␀[␁␂]␀/, "an"),
  otherFormat("PDF", /^%PDF/, "This is a PDF. Save its page as JPEG or PNG."),
  otherFormat(
    "SVG drawing",
    /^(?:\u00ef\u00bb\u00bf)?[␉␊␍ ]*(?:<(?:\?|!--|!doctype svg)[^]*)?<svg[␉␊␍ >/]/i,
    "This is an SVG drawing. Save it as PNG.",
  ),
  otherFormat(
    "web page",
    /^(?:\u00ef\u00bb\u00bf)?[␉␊␍ ]*<(?:!doctype html|html|head|body|script)/i,
    "This is a web page. Save the photo itself and use that.",
  ),
  otherFormat(
    "video",
    /^(?:[^]{4}(?:ftyp|moov|mdat|wide)|␚E\u00df\u00a3|RIFF[^]{4}AVI )/,
    "This is a video. Use a photo instead.",
  ),
  otherFormat("ZIP archive", /^PK␃␄/, "This is a ZIP archive. Unpack it and use the photos in it."),
];

export type ImageProblem = "too_many_bytes" | "unknown_type" | "broken" | "too_many_pixels";
type ImageCheck =
  | ({ readonly ok: true; readonly format: string } & PixelSize)
  | { readonly ok: false; readonly problem: ImageProblem; readonly message: string };

/** Where Unicode's symbols for control characters begin, such as ␀. */
const CONTROL_SYMBOLS_START = 0x2400;

/** The format of a file by its first bytes. Null for an unknown one. */
export function imageFormatOf(bytes: Uint8Array): ImageFormat | null {
  const start = Array.from(bytes.subarray(0, SIGNATURE_BYTES), (byte) =>
    String.fromCharCode(byte < 0x20 ? CONTROL_SYMBOLS_START + byte : byte),
  ).join("");
  return FORMATS.find((format) => format.signature.test(start)) ?? null;
}

/** The size of the stored pixels. An orientation may still rotate them. */
export function checkImage(bytes: Uint8Array): ImageCheck {
  if (bytes.length > MAX_IMAGE_BYTES)
    return refuse("too_many_bytes", "This photo is larger than 10 MB. Make it smaller.");
  const format = imageFormatOf(bytes);
  if (!format) return refuse("unknown_type", bytes.length === 0 ? "This file is empty" : NOT_AN_IMAGE_MESSAGE);
  if ("refusal" in format) return refuse("unknown_type", format.refusal);
  const size = format.read(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (!size || size.width < 1 || size.height < 1) return refuse("broken", unreadableMessage(format.name));
  const { width, height } = size;
  const fits = Math.max(width, height) <= MAX_SIDE_PIXELS && width * height <= MAX_PIXELS;
  if (!fits) return refuse("too_many_pixels", TOO_MANY_PIXELS_MESSAGE);
  return { ok: true, format: format.name, ...size };
}

const TOO_MANY_PIXELS_MESSAGE = "This photo has more than 8,192 pixels on one side or 40 megapixels. Make it smaller.";

/** For a file of a known kind whose container or pixels can't be read. */
export function unreadableMessage(format: string): string {
  return format === HEIC
    ? "We can't read this HEIC photo. Save it as JPEG, or set your phone's camera to “Most Compatible”."
    : `This ${format} is damaged, or of a kind we can't read. Save it again as JPEG, PNG or WebP.`;
}

function refuse(problem: ImageProblem, message: string): ImageCheck {
  return { ok: false, problem, message };
}
