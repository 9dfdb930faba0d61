/**
 * Reads request bodies: checks the content type, then the size, then duplicate and dangerous names, and the headers of
 * the images in a form. `validate` checks the content afterwards.
 */
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";

import { LARGE_IMAGES_PER_FORM } from "../contract/image-sizes.ts";
import { MAX_IMAGE_BYTES } from "../contract/images/image-formats.ts";
import { ADDITIONAL_PART } from "../images/arrangement.ts";
import { refuseImage } from "../images/upload.ts";
import { type Reservation, Budget } from "../platform/budget.ts";
import type { HttpContext, HttpEnv } from "./context.ts";
import { failBusy, fail, refuseUpload } from "./failure.ts";
import { type FormPart, readParts, textOf } from "./form.ts";
import { parametersOf } from "./parameters.ts";
import { isUtf8, ONLY_UTF8_MESSAGE } from "./part-headers.ts";
import { parseStrictJson } from "./strict-json.ts";

const MAX_JSON_BYTES = 16 * 1_024;
const MAX_TEXT_BYTES = 64 * 1_024;
/** One image, and the form's text fields. */
const MAX_FORM_BYTES = MAX_IMAGE_BYTES + MAX_TEXT_BYTES;
export const MAX_LISTING_FORM_BYTES = LARGE_IMAGES_PER_FORM * MAX_IMAGE_BYTES + MAX_TEXT_BYTES;
/**
 * We hold a form in memory as a whole, and twice while parsing it. This many bytes of forms fit into the isolate at the
 * same time.
 */
const MAX_BYTES_IN_FLIGHT = 3 * MAX_FORM_BYTES;
/** How long a form waits for memory. Six photos ahead of it may take about 15 seconds. */
const QUEUE_TIMEOUT_MS = 30_000;
const RETRY_MS = 100;
/** A form that takes longer counts as abandoned. A canceled request never reaches its `finally`. */
const ABANDONED_AFTER_MS = 120_000;

/** The largest number of bytes that is read at a time. */
const CHUNK_BYTES = 64 * 1_024;

const FORBIDDEN_NAMES = new Set(["__proto__", "constructor", "prototype"]);

export const jsonBody = createMiddleware<HttpEnv>(async (c, next) => {
  const refusal = refuseType(c, JSON_TYPE);
  if (refusal) return refusal;
  return (await limitJson(c)) ?? (await readJson(c, await c.req.raw.text())) ?? next();
});

/**
 * For calls that the specification defines without a body, but that accept one. A missing or empty body counts as an
 * empty input, whatever its Content-Type.
 */
export const optionalJsonBody = createMiddleware<HttpEnv>(async (c, next) => {
  const refusal = await limitJson(c);
  if (refusal) return refusal;
  const text = new TextDecoder().decode(await c.req.raw.arrayBuffer());
  const typeRefusal = text === "" ? null : refuseType(c, JSON_TYPE);
  if (typeRefusal) return typeRefusal;
  return (await readJson(c, text === "" ? "{}" : text)) ?? next();
});

/** Parses the text into the `body` variable. Returns the refusal if it can't be parsed. */
async function readJson(c: HttpContext, text: string): Promise<Response | null> {
  let value: unknown;
  try {
    value = parseStrictJson(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    return fail(c, "malformed_request", error instanceof SyntaxError ? { message: error.message } : {});
  }
  c.set("body", value);
  return null;
}

const memoryBudget = new Budget(MAX_BYTES_IN_FLIGHT, ABANDONED_AFTER_MS);

type FormLimits = {
  readonly maxBytes: number;
  /** The only name that more than one part may have. */
  readonly repeatableName?: string;
};

export const formBody = createFormBody({ maxBytes: MAX_FORM_BYTES });
export const listingFormBody = createFormBody({ maxBytes: MAX_LISTING_FORM_BYTES, repeatableName: ADDITIONAL_PART });

function createFormBody(limits: FormLimits) {
  const { maxBytes } = limits;
  return createMiddleware<HttpEnv>(async (c, next) => {
    const refusal = refuseType(c, FORM_TYPE);
    if (refusal) return refusal;
    const declared = Number(c.req.header("content-length") ?? maxBytes);
    if (!(declared >= 0 && declared <= maxBytes)) return fail(c, "payload_too_large");
    const reservation = await waitForMemory(declared);
    if (!reservation) return failBusy(c);
    try {
      const form = await readForm(c, declared, limits.repeatableName);
      if (form instanceof Response) return form;
      c.set("body", form);
      await next();
    } finally {
      memoryBudget.release(reservation);
    }
  });
}

type FormFields = Record<string, FieldValue | FieldValue[]>;
type FieldValue = string | File;

/** The form, or the refusal. The bytes of the body are released when this returns. */
async function readForm(
  c: HttpContext,
  maxBytes: number,
  repeatableName: string | undefined,
): Promise<FormFields | Response> {
  const bytes = await readAtMost(c.req.raw, maxBytes);
  if (!bytes) return fail(c, "payload_too_large");
  const parts = readParts(bytes, c.req.header("content-type") ?? "");
  if ("problem" in parts) return fail(c, "malformed_request", { message: parts.problem });
  if (!haveValidNames(parts, repeatableName)) return fail(c, "malformed_request", { message: WRONG_NAMES_MESSAGE });
  return refuseParts(c, parts) ?? fieldsOf(parts);
}

const WRONG_NAMES_MESSAGE = "A form field was sent twice, or has a name that isn't allowed";

function haveValidNames(parts: readonly FormPart[], repeatableName: string | undefined): boolean {
  const names = parts.map(({ name }) => name);
  const single = names.filter((name) => name !== repeatableName);
  return new Set(single).size === single.length && !names.some((name) => FORBIDDEN_NAMES.has(name));
}

/**
 * Before anything is copied, refuses text that is too long in total, and files whose headers are not those of images.
 */
function refuseParts(c: HttpContext, parts: readonly FormPart[]): Response | null {
  const texts = parts.filter(({ isFile }) => !isFile);
  if (texts.reduce((sum, { content }) => sum + content.length, 0) > MAX_TEXT_BYTES) return fail(c, "payload_too_large");
  for (const { name, isFile, content } of parts) {
    // A browser sends an empty file input as an empty file.
    const refused = isFile && content.length > 0 ? refuseImage(content, name) : null;
    if (refused) return refuseUpload(c, refused);
  }
  return null;
}

/** Leaves out file names and types. The sender chooses both, and nothing uses them. */
function fieldsOf(parts: readonly FormPart[]): FormFields {
  const fields: FormFields = {};
  for (const { name, isFile, content } of parts) {
    const value = isFile ? new File([content], name) : textOf(content);
    const before = Object.hasOwn(fields, name) ? fields[name] : undefined;
    fields[name] = before === undefined ? value : [before, value].flat();
  }
  return fields;
}

const enforceJsonLimit = bodyLimit({ maxSize: MAX_JSON_BYTES, onError: (c) => fail(c, "payload_too_large") });

/**
 * Refuses a body over `MAX_JSON_BYTES`. The platform enforces a declared length. If no length is declared, we count the
 * bytes as they arrive.
 */
function limitJson(c: HttpContext) {
  const { headers } = c.req.raw;
  const declared = headers.get("content-length");
  // The usual case. Reading the text is cheaper than getting the body's stream.
  if (declared !== null && Number(declared) <= MAX_JSON_BYTES && !headers.has("transfer-encoding")) return null;
  return enforceJsonLimit(c, async () => {});
}

/**
 * The body, or null if it's longer. Reads it in small pieces into one buffer, because `arrayBuffer()` would collect the
 * pieces and then join them, in three times the memory.
 */
async function readAtMost({ body }: Request, maxBytes: number): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(maxBytes);
  if (!body) return bytes.subarray(0, 0);
  const reader = body.getReader({ mode: "byob" });
  let length = 0;
  let chunk = new Uint8Array(CHUNK_BYTES);
  for (;;) {
    const { value, done } = await reader.readAtLeast(CHUNK_BYTES, chunk);
    if (value && length + value.length > maxBytes) {
      await reader.cancel();
      return null;
    }
    if (value) bytes.set(value, length);
    length += value?.length ?? 0;
    if (done || !value) return bytes.subarray(0, length);
    chunk = new Uint8Array(value.buffer);
  }
}

const JSON_TYPE = "application/json";
const FORM_TYPE = "multipart/form-data";

/**
 * Refuses a body that is compressed, of another type, or in a charset other than UTF-8, and says what to send instead.
 */
function refuseType(c: HttpContext, expected: typeof JSON_TYPE | typeof FORM_TYPE): Response | null {
  const type = c.req.header("content-type") ?? "";
  const refusedWith = (message: string) => fail(c, "unsupported_media_type", { message });
  if (type.split(";", 1)[0]?.trim().toLowerCase() !== expected) {
    return refusedWith(`Send this call's body as ${expected}, with a matching Content-Type`);
  }
  const charset = parametersOf(type)?.get("charset") ?? "utf-8";
  if (!isUtf8(charset)) return refusedWith(ONLY_UTF8_MESSAGE);
  const encoding = c.req.header("content-encoding")?.trim().toLowerCase() ?? "identity";
  return encoding === "identity" ? null : refusedWith("Send the body as it is, without a Content-Encoding");
}

/** Waits until earlier forms have released enough memory. Null after the timeout. */
async function waitForMemory(bytes: number): Promise<Reservation | null> {
  // A form without an image is too small to have to wait.
  if (bytes <= MAX_TEXT_BYTES) return memoryBudget.reserveRegardless(bytes, Date.now());
  const giveUpAt = Date.now() + QUEUE_TIMEOUT_MS;
  let reservation = memoryBudget.reserve(bytes, Date.now());
  while (!reservation && Date.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    reservation = memoryBudget.reserve(bytes, Date.now());
  }
  return reservation;
}
