/**
 * Takes a multipart form apart without copying it: its parts are views of the bytes. It reads each byte once and makes a
 * limited number of parts, so the work for a hostile form is bounded by its length. It accepts what RFC 2046 and 7578
 * allow (a text before and after the parts, spaces behind a boundary, folded headers, headers of any kind and order) and
 * says what is wrong with the rest. The platform's own parser makes an object for each part before the parts can be
 * counted, and accepts a boundary of any length; @remix-run/multipart-parser 0.16 knows no text before the parts, and
 * takes any two bytes behind a boundary for a line end.
 */
import { Buffer } from "node:buffer";

import { parametersOf } from "./parameters.ts";
import { isUtf8, ONLY_UTF8, type PartHeaders, readPartHeaders, type Unreadable } from "./part-headers.ts";

/** More parts than any of the site's forms have. */
const MAX_PARTS = 32;
/** RFC 2046 allows no longer boundary. */
const MAX_BOUNDARY_LENGTH = 70;
/** The headers of one part: enough for a file name of 255 characters of several bytes each, and as much again. */
const MAX_HEADER_BYTES = 4_096;
/** Spaces behind a boundary, which a gateway may add. */
const MAX_PADDING_BYTES = 256;
/** A part with which a browser names the charset of the form. */
const CHARSET_PART = "_charset_";

const CR = 13;
const LF = 10;
const DASH = 45;
const SPACE = 32;
const TAB = 9;
const CRLF = Buffer.from("\r\n");
const END_OF_HEADERS = Buffer.from("\r\n\r\n");
const END_OF_FORM = Buffer.from("--");
const utf8 = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });

export type FormPart = PartHeaders & {
  /** A view of the form's bytes. */
  readonly content: Uint8Array;
};

const CUT_OFF: Unreadable = { problem: "The form is cut off before its last boundary" };

/** All parts of a form in their order, or what is wrong with it. */
export function readParts(form: Uint8Array, contentType: string): FormPart[] | Unreadable {
  const boundary = parametersOf(contentType)?.get("boundary") ?? "";
  if (boundary.length === 0 || boundary.length > MAX_BOUNDARY_LENGTH) {
    return { problem: "The Content-Type of a form needs a boundary of at most 70 characters" };
  }
  const bytes = Buffer.from(form.buffer, form.byteOffset, form.byteLength);
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  const firstLine = delimiter.subarray(CRLF.length);
  // The first delimiter mostly begins the form, so that no line end comes before it.
  const first = hasAt(bytes, firstLine, 0) ? -CRLF.length : nextDelimiter(bytes, delimiter, 0);
  if (first === null) return { problem: reasonForNoParts(bytes, firstLine) };
  const parts: FormPart[] = [];
  let at = first + delimiter.length;
  while (!hasAt(bytes, END_OF_FORM, at)) {
    const headers = behindPadding(bytes, at);
    if (headers + CRLF.length > bytes.length) return CUT_OFF;
    if (!hasAt(bytes, CRLF, headers)) {
      const endsWithLf = bytes[headers] === LF;
      return { problem: endsWithLf ? ONLY_CRLF : "A line of the form begins with its boundary and goes on" };
    }
    if (parts.length === MAX_PARTS) return { problem: `A form can have at most ${MAX_PARTS} parts` };
    // An empty line at once means that there are no headers.
    const headerBytes = bytes.subarray(headers, headers + MAX_HEADER_BYTES).indexOf(END_OF_HEADERS);
    if (headerBytes === -1) return headers + MAX_HEADER_BYTES > bytes.length ? CUT_OFF : { problem: LONG_HEADERS };
    const content = headers + headerBytes + END_OF_HEADERS.length;
    const end = nextDelimiter(bytes, delimiter, content - CRLF.length);
    if (end === null) return CUT_OFF;
    const part = readPartHeaders(textOf(bytes.subarray(headers + CRLF.length, headers + headerBytes)));
    if ("problem" in part) return part;
    parts.push({ ...part, content: bytes.subarray(content, Math.max(content, end)) });
    at = end + delimiter.length;
  }
  return withoutCharset(parts);
}

const ONLY_CRLF = "The lines of a form end with CR LF, and these end with LF";
const LONG_HEADERS = `The headers of a part are longer than ${MAX_HEADER_BYTES} bytes`;

function reasonForNoParts(bytes: Buffer, firstLine: Buffer): string {
  if (bytes.length === 0) return "The form is empty";
  const isThere = bytes.includes(Buffer.concat([Buffer.from("\n"), firstLine]));
  return isThere ? ONLY_CRLF : "The form does not contain the boundary that its Content-Type names";
}

function behindPadding(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < from + MAX_PADDING_BYTES && (bytes[at] === SPACE || bytes[at] === TAB)) at += 1;
  return at;
}

/** Without the part that names the charset: everything is UTF-8. */
function withoutCharset(parts: readonly FormPart[]): FormPart[] | Unreadable {
  const charsets = parts.filter(({ name }) => name === CHARSET_PART);
  if (charsets.some(({ content }) => !isUtf8(textOf(content)))) return { problem: ONLY_UTF8 };
  return parts.filter(({ name }) => name !== CHARSET_PART);
}

/** The text of a part that is not a file. Invalid UTF-8 becomes the replacement character. */
export function textOf(content: Uint8Array): string {
  return utf8.decode(content);
}

/** Above this the table of skips is faster; shorter skips are also found by the first four bytes. */
const SHORT_SKIP = 4;
/** So that a search is many calls: V8 compiles a function for its next call, but may leave one long loop interpreted. */
const BLOCK_BYTES = 16_384;

/** Where the next delimiter begins, or null. No content makes it slower than one step a byte. */
function nextDelimiter(bytes: Uint8Array, delimiter: Uint8Array, from: number): number | null {
  const toLast = delimiter.length - 1;
  const skips = new Uint8Array(256).fill(delimiter.length);
  for (const [index, byte] of delimiter.entries()) skips[byte] = toLast - index;
  const last = bytes.length - delimiter.length;
  let at = from;
  while (at <= last) {
    at = searchBlock(bytes, delimiter, skips, at, Math.min(last, at + BLOCK_BYTES));
    if (hasAt(bytes, delimiter, at)) return at;
  }
  return null;
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
