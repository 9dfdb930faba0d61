/**
 * Parses a multipart form without copying it. Its parts are views of the bytes. It reads each byte once or twice and
 * makes a limited number of parts, so the work is bounded by the form's length. It accepts what RFC 2046 and 7578
 * allow: text before and after the parts, spaces after a boundary, folded headers, and headers of any kind and order.
 * For anything else, it says what is wrong.
 *
 * The platform's own parser makes an object for each part before the parts can be counted, and accepts a boundary of
 * any length. @remix-run/multipart-parser 0.16 doesn't support text before the parts, and takes any two bytes after a
 * boundary for a line end.
 */
import { Buffer } from "node:buffer";

import { parametersOf } from "./parameters.ts";
import { isUtf8, ONLY_UTF8_MESSAGE, type PartHeaders, readPartHeaders, type FormProblem } from "./part-headers.ts";

/** More parts than any of the site's forms have. */
const MAX_PARTS = 32;
/** RFC 2046 doesn't allow a longer boundary. */
const MAX_BOUNDARY_LENGTH = 70;
/** The headers of one part: enough for a file name of 255 characters of several bytes each, and as much again. */
const MAX_HEADER_BYTES = 4_096;
/** Spaces after a boundary, which a gateway may add. */
const MAX_PADDING_BYTES = 256;
/** A part in which a browser declares the form's charset. */
const CHARSET_PART = "_charset_";

const CR = 13;
const LF = 10;
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

const CUT_OFF: FormProblem = { problem: "The form is cut off before its last boundary" };

/** All parts of a form in order, or the problem with it. */
export function readParts(form: Uint8Array, contentType: string): FormPart[] | FormProblem {
  const boundary = parametersOf(contentType)?.get("boundary") ?? "";
  if (boundary.length === 0 || boundary.length > MAX_BOUNDARY_LENGTH) {
    return { problem: "The Content-Type of a form needs a boundary of at most 70 characters" };
  }
  const bytes = Buffer.from(form.buffer, form.byteOffset, form.byteLength);
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  const firstLine = delimiter.subarray(CRLF.length);
  // The first delimiter usually begins the form, so no line end comes before it.
  const first = hasAt(bytes, firstLine, 0) ? -CRLF.length : nextDelimiter(bytes, delimiter, 0);
  if (first === null) return { problem: reasonForNoParts(bytes, firstLine) };
  const parts: FormPart[] = [];
  let at = first + delimiter.length;
  while (!hasAt(bytes, END_OF_FORM, at)) {
    const headersStart = skipPadding(bytes, at);
    if (headersStart + CRLF.length > bytes.length) return CUT_OFF;
    if (!hasAt(bytes, CRLF, headersStart)) {
      const endsWithLf = bytes[headersStart] === LF;
      return { problem: endsWithLf ? ONLY_CRLF_MESSAGE : "A line of the form has more text after its boundary" };
    }
    if (parts.length === MAX_PARTS) return { problem: `A form can have at most ${MAX_PARTS} parts` };
    // An empty line right here means that there are no headers.
    const headerBytes = bytes.subarray(headersStart, headersStart + MAX_HEADER_BYTES).indexOf(END_OF_HEADERS);
    if (headerBytes === -1)
      return headersStart + MAX_HEADER_BYTES > bytes.length ? CUT_OFF : { problem: LONG_HEADERS_MESSAGE };
    const contentStart = headersStart + headerBytes + END_OF_HEADERS.length;
    const end = nextDelimiter(bytes, delimiter, contentStart - CRLF.length);
    if (end === null) return CUT_OFF;
    const part = readPartHeaders(textOf(bytes.subarray(headersStart + CRLF.length, headersStart + headerBytes)));
    if ("problem" in part) return part;
    parts.push({ ...part, content: bytes.subarray(contentStart, Math.max(contentStart, end)) });
    at = end + delimiter.length;
  }
  return withoutCharset(parts);
}

const ONLY_CRLF_MESSAGE = "End the lines of a form with CR LF, not LF";
const LONG_HEADERS_MESSAGE = `The headers of a part are longer than ${MAX_HEADER_BYTES} bytes`;

function reasonForNoParts(bytes: Buffer, firstLine: Buffer): string {
  if (bytes.length === 0) return "The form is empty";
  const exists = bytes.includes(Buffer.concat([Buffer.from("\n"), firstLine]));
  return exists ? ONLY_CRLF_MESSAGE : "The form doesn't contain the boundary from its Content-Type";
}

function skipPadding(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < from + MAX_PADDING_BYTES && (bytes[at] === SPACE || bytes[at] === TAB)) at += 1;
  return at;
}

/** Leaves out the part that declares the charset, because everything is UTF-8. */
function withoutCharset(parts: readonly FormPart[]): FormPart[] | FormProblem {
  const charsets = parts.filter(({ name }) => name === CHARSET_PART);
  if (charsets.some(({ content }) => !isUtf8(textOf(content)))) return { problem: ONLY_UTF8_MESSAGE };
  return parts.filter(({ name }) => name !== CHARSET_PART);
}

/** The text of a part that is not a file. Invalid UTF-8 becomes the replacement character. */
export function textOf(content: Uint8Array): string {
  return utf8.decode(content);
}

/**
 * Splits a search into many calls, because V8 compiles a function for its next call but may leave one long loop
 * interpreted.
 */
const BLOCK_BYTES = 16_384;

/** Where the next delimiter begins, or null. Its only CR is its first byte, so each byte is looked at once or twice. */
function nextDelimiter(bytes: Uint8Array, delimiter: Uint8Array, from: number): number | null {
  const last = bytes.length - delimiter.length;
  for (let start = from; start <= last; start += BLOCK_BYTES) {
    const found = searchBlock(bytes, delimiter, start, Math.min(last, start + BLOCK_BYTES - 1));
    if (found !== null) return found;
  }
  return null;
}

function searchBlock(bytes: Uint8Array, delimiter: Uint8Array, from: number, last: number): number | null {
  for (let at = from; at <= last; at += 1) {
    if (bytes[at] === CR && hasAt(bytes, delimiter, at)) return at;
  }
  return null;
}

function hasAt(bytes: Uint8Array, expected: Uint8Array, at: number): boolean {
  let length = 0;
  while (length < expected.length && bytes[at + length] === expected[length]) length += 1;
  return length === expected.length;
}
