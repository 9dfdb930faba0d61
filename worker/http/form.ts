/**
 * Takes a multipart form apart without copying it: its parts are views of the bytes. The parser is
 * @remix-run/multipart-parser, which counts parts and headers before it makes anything of them; the platform's own makes
 * an object for each part first. What it does not know is added here: text before the first part, which RFC 2046
 * allows, a boundary's longest length, and what is wrong with a form, in a sentence.
 */
import { Buffer } from "node:buffer";

import { MaxHeaderSizeExceededError, MaxPartsExceededError, parseMultipart } from "@remix-run/multipart-parser";

import { parametersOf } from "./parameters.ts";
import { type PartHeaders, readPartHeaders, type Unreadable } from "./part-headers.ts";

/** More parts than any of the site's forms have. */
const MAX_PARTS = 32;
/** RFC 2046 allows no longer boundary, and only characters of ASCII in it. */
const BOUNDARY = /^[\u0020-\u007e]{1,70}$/;
/** The headers of one part: enough for a file name of 255 characters of several bytes each, and as much again. */
const MAX_HEADER_BYTES = 4_096;

const utf8 = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });

export type FormPart = PartHeaders & {
  /** A view of the form's bytes. */
  readonly content: Uint8Array;
};

/** All parts of a form in their order, or what is wrong with it. */
export function readParts(form: Uint8Array, contentType: string): FormPart[] | Unreadable {
  const boundary = parametersOf(contentType)?.get("boundary") ?? "";
  if (!BOUNDARY.test(boundary)) {
    return { problem: "The Content-Type of a form needs a boundary of at most 70 characters" };
  }
  const first = firstBoundary(form, boundary);
  if (first === -1) return { problem: "The form does not contain the boundary that its Content-Type names" };
  const parts: FormPart[] = [];
  try {
    for (const { headers, content } of parseMultipart(form.subarray(first), limitsOf(form, boundary))) {
      const part = readPartHeaders(headers);
      if ("problem" in part) return part;
      // The form is one chunk, so what a part contains is one view of it, or nothing.
      parts.push({ ...part, content: content[0] ?? new Uint8Array() });
    }
  } catch (error) {
    return { problem: problemOf(error) };
  }
  return parts;
}

/** The reader of bodies has limited the form as a whole, and looks at the length of each part itself. */
function limitsOf({ length }: Uint8Array, boundary: string) {
  const most = { maxParts: MAX_PARTS, maxHeaderSize: MAX_HEADER_BYTES };
  return { boundary, maxFileSize: length, maxTotalSize: length, ...most };
}

/** Where the line of the first boundary begins: mostly at once. */
function firstBoundary(form: Uint8Array, boundary: string): number {
  const bytes = Buffer.from(form.buffer, form.byteOffset, form.byteLength);
  if (bytes.indexOf(`--${boundary}`) === 0) return 0;
  const lineEnd = bytes.indexOf(`\r\n--${boundary}`);
  return lineEnd === -1 ? -1 : lineEnd + "\r\n".length;
}

function problemOf(error: unknown): string {
  if (error instanceof MaxPartsExceededError) return `A form can have at most ${MAX_PARTS} parts`;
  if (error instanceof MaxHeaderSizeExceededError) {
    return `The headers of a part are longer than ${MAX_HEADER_BYTES} bytes, or do not end with an empty line of CR LF`;
  }
  // Its headers are the only text that it decodes.
  if (error instanceof TypeError) return "The headers of a part are not UTF-8";
  return "The form is cut off before its last boundary, or its lines do not end with CR LF";
}

/** The text of a part that is not a file. Invalid UTF-8 becomes the replacement character. */
export function textOf(content: Uint8Array): string {
  return utf8.decode(content);
}
