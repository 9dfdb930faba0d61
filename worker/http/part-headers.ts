/**
 * Reads the headers of a form's part: its name, and whether it's a file. If a part is valid but uses something this
 * server doesn't support (an encoding, another charset, nested parts), the problem tells the caller what to change.
 */
import { parametersOf } from "./parameters.ts";

export type PartHeaders = { readonly name: string; readonly isFile: boolean };
export type FormProblem = { readonly problem: string };

export const ONLY_UTF8_MESSAGE = "Send text in UTF-8";

/** The values by which a part declares that it isn't encoded (RFC 7578). */
const PLAIN_ENCODINGS = new Set(["7bit", "8bit", "binary"]);
const UTF8_NAMES = new Set(["utf-8", "utf8", "us-ascii", "ascii"]);
/** The type of a file whose sender gave no name. Some clients send a photo's bytes that way. */
const FILE_TYPES = /^(?:image\/|application\/octet-stream)/i;

export function isUtf8(charset: string): boolean {
  return UTF8_NAMES.has(charset.trim().toLowerCase());
}

export function readPartHeaders(text: string): PartHeaders | FormProblem {
  const headers = fieldsOf(text);
  if (!headers) return { problem: "We can't read a header in one of the form's parts" };
  const encoding = headers.get("content-transfer-encoding")?.toLowerCase() ?? "binary";
  if (!PLAIN_ENCODINGS.has(encoding)) {
    return { problem: "Send each part of the form as it is, without a Content-Transfer-Encoding" };
  }
  const type = headers.get("content-type") ?? "";
  if (/^multipart\//i.test(type)) return { problem: "Send each file as its own part, not in a nested multipart" };
  const charset = parametersOf(type)?.get("charset") ?? "utf-8";
  const disposition = headers.get("content-disposition") ?? "";
  const parameters = /^form-data[ \t]*(?:;|$)/i.test(disposition) ? parametersOf(disposition) : null;
  const name = parameters?.get("name");
  if (!parameters || name === undefined) {
    return { problem: 'Each part of a form needs a header such as Content-Disposition: form-data; name="title"' };
  }
  const hasFileName = parameters.has("filename") || parameters.has("filename*");
  const isFile = hasFileName || FILE_TYPES.test(type);
  return isFile || isUtf8(charset) ? { name, isFile } : { problem: ONLY_UTF8_MESSAGE };
}

/**
 * Header fields by their lowercase names, with folded lines unfolded. Null if a line isn't a header field, or a field
 * appears twice.
 */
function fieldsOf(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  if (text === "") return fields;
  for (const line of text.replace(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (name === "" || fields.has(name)) return null;
    fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}
