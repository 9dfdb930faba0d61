/**
 * Reads request bodies: checks the content type, then the size, then duplicate and dangerous names. `valid` checks the
 * content afterwards.
 */
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";

import { LARGEST_PICTURES_A_FORM } from "../contract/pictures.ts";
import { FURTHER_PART } from "../images/arrangement.ts";
import { MAX_IMAGE_BYTES } from "../images/check.ts";
import type { HttpContext, HttpEnv } from "./context.ts";
import { busy, fail } from "./failure.ts";
import { parseStrictJson } from "./json-shape.ts";

const MAX_JSON_BYTES = 16 * 1_024;
const MAX_TEXT_BYTES = 64 * 1_024;
/** One image and its text fields. */
const MAX_FORM_BYTES = MAX_IMAGE_BYTES + MAX_TEXT_BYTES;
/** The images of a listing and its text fields. */
export const MAX_LISTING_FORM_BYTES = LARGEST_PICTURES_A_FORM * MAX_IMAGE_BYTES + MAX_TEXT_BYTES;
/** More parts than any of the site's forms have. */
const MAX_FORM_PARTS = 32;
/** A form is held in memory as a whole, and twice while it is parsed: this much fits beside everything else. */
const MAX_BYTES_IN_FLIGHT = 3 * MAX_FORM_BYTES;
/** How long a form waits until there is memory for it: six photographs before it may take some fifteen seconds. */
const QUEUE_TIMEOUT_MS = 30_000;
const RETRY_MS = 100;
/** A form that takes longer was abandoned: a cancelled request never reaches its `finally`. */
const ABANDONED_MS = 120_000;

const FORBIDDEN_NAMES = new Set(["__proto__", "constructor", "prototype"]);

const limitJson = limitTo(MAX_JSON_BYTES);

export const jsonBody = createMiddleware<HttpEnv>(async (c, next) => {
  if (mediaType(c) !== "application/json") return fail(c, "unsupported_media_type");
  const refusal = await limitJson(c);
  if (refusal) return refusal;
  const text = await c.req.raw.text();
  let value: unknown;
  try {
    value = parseStrictJson(text);
  } catch {
    return fail(c, "malformed_request");
  }
  // The validator reads the body with this method, which would otherwise parse the text again.
  Object.assign(c.req, { json: () => Promise.resolve(value) });
  await next();
});

/** For calls that the specification defines without a body and that accept one: a missing body is an empty input. */
export const optionalJsonBody = createMiddleware<HttpEnv>(async (c, next) =>
  c.req.raw.body === null && c.req.header("content-type") === undefined ? next() : jsonBody(c, next),
);

type InFlight = { readonly bytes: number; readonly since: number };
const inFlight = new Set<InFlight>();

type Form = {
  readonly maxBytes: number;
  /** The only name that more than one part may have. */
  readonly repeated?: string;
};

export const formBody = formOf({ maxBytes: MAX_FORM_BYTES });
export const listingFormBody = formOf({ maxBytes: MAX_LISTING_FORM_BYTES, repeated: FURTHER_PART });

function formOf({ maxBytes, repeated }: Form) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    if (mediaType(c) !== "multipart/form-data") return fail(c, "unsupported_media_type");
    const declared = Number(c.req.header("content-length") ?? maxBytes);
    if (declared > maxBytes) return fail(c, "payload_too_large");
    const claim = await waitForMemory(declared);
    if (!claim) return busy(c);
    try {
      const bytes = await readAtMost(c.req.raw, maxBytes);
      if (!bytes) return fail(c, "payload_too_large");
      const form = await parseForm(bytes, c.req.header("content-type") ?? "", repeated);
      if (!form) return fail(c, "malformed_request");
      c.req.bodyCache.formData = form;
      await next();
    } finally {
      inFlight.delete(claim);
    }
  });
}

/** Refuses a larger body. The platform enforces a declared length; without one, the bytes are counted as they arrive. */
function limitTo(maxSize: number) {
  const limit = bodyLimit({ maxSize, onError: (c) => fail(c, "payload_too_large") });
  return (c: HttpContext) => limit(c, async () => {});
}

/**
 * The body, or null when it is larger. Unlike `bodyLimit` it leaves no second copy in the request of a form that declares
 * no length: a form is large.
 */
async function readAtMost(request: Request, maxBytes: number): Promise<ArrayBuffer | null> {
  if (request.headers.has("content-length") && !request.headers.has("transfer-encoding")) return request.arrayBuffer();
  let size = 0;
  const counted = request.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > maxBytes) controller.terminate();
        else controller.enqueue(chunk);
      },
    }),
  );
  const bytes = await new Response(counted ?? null).arrayBuffer();
  return size > maxBytes ? null : bytes;
}

function mediaType(c: Context): string {
  return (c.req.header("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

async function parseForm(bytes: ArrayBuffer, contentType: string, repeated?: string): Promise<FormData | null> {
  try {
    const form = await new Response(bytes, { headers: { "content-type": contentType } }).formData();
    const names = Array.from(form.keys());
    const single = names.filter((name) => name !== repeated);
    const plain = names.length <= MAX_FORM_PARTS && new Set(single).size === single.length;
    return plain && !names.some((name) => FORBIDDEN_NAMES.has(name)) ? form : null;
  } catch {
    return null;
  }
}

/** Waits until earlier forms have released enough memory; null after the timeout. */
async function waitForMemory(bytes: number): Promise<InFlight | null> {
  const giveUpAt = Date.now() + QUEUE_TIMEOUT_MS;
  let claim = claimMemory(bytes, Date.now());
  while (!claim && Date.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    claim = claimMemory(bytes, Date.now());
  }
  return claim;
}

function claimMemory(bytes: number, now: number): InFlight | null {
  let taken = 0;
  for (const claim of inFlight) {
    if (claim.since < now - ABANDONED_MS) inFlight.delete(claim);
    else taken += claim.bytes;
  }
  // A form without an image is too small to have to wait.
  if (bytes > MAX_TEXT_BYTES && taken + bytes > MAX_BYTES_IN_FLIGHT) return null;
  const claim = { bytes, since: now };
  inFlight.add(claim);
  return claim;
}
