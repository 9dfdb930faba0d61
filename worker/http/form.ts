/**
 * Takes a multipart form apart without copying it: its parts are views of the bytes. It reads each byte once, makes a
 * limited number of parts, and accepts only the part of RFC 7578 that browsers and common clients use: so the work for
 * a hostile form is bounded by its length. The platform's own parser makes an object for each part before the parts can
 * be counted, and accepts a boundary of any length.
 */
import { Buffer } from "node:buffer";

/** More parts than any of the site's forms have. */
const MAX_PARTS = 32;
/** RFC 2046 allows no longer boundary. */
const BOUNDARY = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s";,]{1,70}))\s*(?:;|$)/i;
/** The headers of one part: enough for a file name of 255 characters of several bytes each, and as much again. */
const MAX_HEADER_BYTES = 4_096;

const DISPOSITION = /^content-disposition:[ \t]*form-data[ \t]*;(.*)$/im;
const NAME = /(?:^|;)[ \t]*name=(?:"([^"]*)"|([^\s";]+))/i;
const FILE_NAME = /(?:^|;)[ \t]*filename\*?=/i;

const CR = 13;
const LF = 10;
const DASH = 45;
const CRLF = Buffer.from("\r\n");
const END_OF_HEADERS = Buffer.from("\r\n\r\n");
const END_OF_FORM = Buffer.from("--");
const utf8 = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });

export type FormPart = {
  readonly name: string;
  readonly isFile: boolean;
  /** A view of the form's bytes. */
  readonly content: Uint8Array;
};

/** All parts of a form in their order; null when it is malformed, cut off, or has too many parts. */
export function readParts(form: Uint8Array, contentType: string): FormPart[] | null {
  const [, quoted, token] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? token;
  if (boundary === undefined) return null;
  const bytes = Buffer.from(form.buffer, form.byteOffset, form.byteLength);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter begins the form, so no line end comes before it.
  if (!hasAt(bytes, delimiter.subarray(CRLF.length), 0)) return null;
  const parts: FormPart[] = [];
  let at = delimiter.length - CRLF.length;
  while (!hasAt(bytes, END_OF_FORM, at)) {
    if (!hasAt(bytes, CRLF, at) || parts.length === MAX_PARTS) return null;
    const headers = at + CRLF.length;
    const headerBytes = bytes.subarray(headers, headers + MAX_HEADER_BYTES).indexOf(END_OF_HEADERS);
    if (headerBytes === -1) return null;
    const content = headers + headerBytes + END_OF_HEADERS.length;
    const end = endOfPart(bytes, delimiter, content);
    if (end === -1) return null;
    const part = describe(textOf(bytes.subarray(headers, headers + headerBytes)));
    if (!part) return null;
    parts.push({ ...part, content: bytes.subarray(content, end) });
    at = end + delimiter.length;
  }
  return parts;
}

/** The text of a part that is not a file. Invalid UTF-8 becomes the replacement character. */
export function textOf(content: Uint8Array): string {
  return utf8.decode(content);
}

function describe(headers: string): Pick<FormPart, "name" | "isFile"> | null {
  const [, parameters] = DISPOSITION.exec(headers) ?? [];
  if (parameters === undefined) return null;
  const [, quoted, token] = NAME.exec(parameters) ?? [];
  const name = quoted ?? token;
  return name === undefined ? null : { name, isFile: FILE_NAME.test(parameters) };
}

/** Above this the table of skips is faster; shorter skips are also found by the first four bytes. */
const SHORT_SKIP = 4;
/** So that a search is many calls: V8 compiles a function for its next call, but may leave one long loop interpreted. */
const BLOCK_BYTES = 16_384;

/** Where the next delimiter begins, or -1. No content makes it slower than one step a byte. */
function endOfPart(bytes: Uint8Array, delimiter: Uint8Array, from: number): number {
  const toLast = delimiter.length - 1;
  const skips = new Uint8Array(256).fill(delimiter.length);
  for (const [index, byte] of delimiter.entries()) skips[byte] = toLast - index;
  const last = bytes.length - delimiter.length;
  let at = from;
  while (at <= last) {
    at = searchBlock(bytes, delimiter, skips, at, Math.min(last, at + BLOCK_BYTES));
    if (hasAt(bytes, delimiter, at)) return at;
  }
  return -1;
}

/**
 * The first delimiter from `from` on, or the first place behind `last` where one may begin. The byte that would be the
 * delimiter's last one mostly shows that none begins in the bytes before it (Boyer-Moore-Horspool): a photo is skipped by
 * the length of a delimiter at a time. What is made of a delimiter's own bytes is not. But a delimiter is CR LF - - and the
 * boundary, with its only CR at its beginning: so those bytes can be skipped two to four at a time (the same over the
 * first four, with the third looked at where the fourth is a dash), and after a mismatch the search goes on behind the
 * compared bytes.
 */
function searchBlock(bytes: Uint8Array, delimiter: Uint8Array, skips: Uint8Array, from: number, last: number): number {
  const toLast = delimiter.length - 1;
  let at = from;
  while (at <= last) {
    const skip = skips[bytes[at + toLast] ?? 0] ?? 0;
    if (skip > SHORT_SKIP) {
      at += skip;
      continue;
    }
    const fourth = bytes[at + 3];
    const third = bytes[at + 2];
    if (fourth === CR) at += 3;
    else if (fourth === LF) at += 2;
    else if (fourth !== DASH) at += 4;
    else if (third === LF) at += 1;
    else if (third !== DASH || bytes[at + 1] !== LF || bytes[at] !== CR) at += 4;
    else {
      const matched = commonLength(bytes, delimiter, at);
      if (matched === delimiter.length) return at;
      at += matched;
    }
  }
  return at;
}

/** How many bytes of the delimiter are at `at`. */
function commonLength(bytes: Uint8Array, delimiter: Uint8Array, at: number): number {
  let length = 0;
  while (length < delimiter.length && bytes[at + length] === delimiter[length]) length += 1;
  return length;
}

function hasAt(bytes: Uint8Array, expected: Uint8Array, at: number): boolean {
  return at + expected.length <= bytes.length && expected.every((byte, index) => bytes[at + index] === byte);
}
