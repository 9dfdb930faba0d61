/**
 * Bodies: the type first, then the size, counted while reading, and only then the content. What comes through here is
 * small enough to parse and has no tricks in its names; whether it makes sense is for `valid` to say.
 */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";

import { LARGEST_PICTURES_A_FORM } from "../contract/pictures.ts";
import { FURTHER_PART } from "../images/arrangement.ts";
import { MAX_IMAGE_BYTES } from "../images/check.ts";
import type { HttpEnv } from "./context.ts";
import { busy, fail } from "./failure.ts";
import { parseStrictJson } from "./json-shape.ts";

const MAX_JSON_BYTES = 16 * 1_024;
const MAX_TEXT_BYTES = 64 * 1_024;
/** One picture and its text fields. */
const MAX_FORM_BYTES = MAX_IMAGE_BYTES + MAX_TEXT_BYTES;
/** The pictures of a listing and its text fields. */
export const MAX_LISTING_FORM_BYTES = LARGEST_PICTURES_A_FORM * MAX_IMAGE_BYTES + MAX_TEXT_BYTES;
/** More parts than any of our forms has. */
const MAX_FORM_PARTS = 32;
/** Forms are held in memory whole, twice while they are parsed: so much fits beside everything else. */
const MAX_BYTES_IN_FLIGHT = 3 * MAX_FORM_BYTES;
/** How long a form waits for its turn. */
const PATIENCE_MS = 10_000;
const LOOK_AGAIN_MS = 100;
/** A form that is not done by then was abandoned: a cancelled request never comes back to say so. */
const ABANDONED_MS = 120_000;

const FORBIDDEN_NAMES = new Set(["__proto__", "constructor", "prototype"]);

export const jsonBody = createMiddleware<HttpEnv>(async (c, next) => {
  if (mediaType(c) !== "application/json") return fail(c, "unsupported_media_type");
  const text = await readText(c.req.raw, MAX_JSON_BYTES);
  if (text === null) return fail(c, "payload_too_large");
  let value: unknown;
  try {
    value = parseStrictJson(text);
  } catch {
    return fail(c, "malformed_request");
  }
  // The validator reads the body by this method, which would parse the text again.
  Object.assign(c.req, { json: () => Promise.resolve(value) });
  await next();
});

/** For calls that the specification makes without a body and that may carry one: none at all is an empty input. */
export const optionalJsonBody = createMiddleware<HttpEnv>(async (c, next) =>
  c.req.raw.body === null && c.req.header("content-type") === undefined ? next() : jsonBody(c, next),
);

type InFlight = { readonly bytes: number; readonly since: number };
const inFlight = new Set<InFlight>();

type Form = {
  readonly maxBytes: number;
  /** The name that several parts may have. */
  readonly repeated?: string;
};

export const formBody = formOf({ maxBytes: MAX_FORM_BYTES });
export const listingFormBody = formOf({ maxBytes: MAX_LISTING_FORM_BYTES, repeated: FURTHER_PART });

function formOf({ maxBytes, repeated }: Form) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    if (mediaType(c) !== "multipart/form-data") return fail(c, "unsupported_media_type");
    const declared = Number(c.req.header("content-length") ?? maxBytes);
    if (declared > maxBytes) return fail(c, "payload_too_large");
    const claim = await claimInTime(declared);
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

function mediaType(c: Context): string {
  return (c.req.header("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/**
 * The whole body as text, or null when it is larger. Read as text at once: bids come this way, and bytes cost more. As
 * in a form, what is no UTF-8 becomes U+FFFD.
 */
async function readText(request: Request, maxBytes: number): Promise<string | null> {
  const declared = declaredLength(request);
  if (declared !== null) return declared > maxBytes ? null : request.text();
  const bytes = await readAtMost(request, maxBytes);
  return bytes && new TextDecoder().decode(bytes);
}

/** The whole body, or null when it is larger: then the rest is never read. */
async function readAtMost(request: Request, maxBytes: number): Promise<Uint8Array | null> {
  const declared = declaredLength(request);
  if (declared !== null) return declared > maxBytes ? null : new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (request.body) {
    for await (const chunk of request.body) {
      length += chunk.byteLength;
      if (length > maxBytes) return null;
      chunks.push(chunk);
    }
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** A declared length is kept by the platform: the body cannot be longer. */
function declaredLength(request: Request): number | null {
  const declared = request.headers.get("content-length");
  return declared === null ? null : Number(declared);
}

async function parseForm(bytes: Uint8Array, contentType: string, repeated?: string): Promise<FormData | null> {
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

/** Waits a while for the forms of others to be done. */
async function claimInTime(bytes: number): Promise<InFlight | null> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  let claim = claimMemory(bytes, Date.now());
  while (!claim && Date.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
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
  // A form without a picture is too small to keep anyone waiting.
  if (bytes > MAX_TEXT_BYTES && taken + bytes > MAX_BYTES_IN_FLIGHT) return null;
  const claim = { bytes, since: now };
  inFlight.add(claim);
  return claim;
}
