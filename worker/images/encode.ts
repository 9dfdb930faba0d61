/**
 * Cloudflare Images decodes every upload and encodes it again, so we never store or serve bytes from a client's
 * encoder. The result is a still WebP, upright, without metadata, and no larger than a page needs.
 */
import { createHash } from "node:crypto";

import { checkImage, MAX_IMAGE_BYTES, type ImageProblem, unreadableMessage } from "../contract/images/image-formats.ts";
import { failureReason } from "../platform/failure-reason.ts";
import { withTimeout } from "../platform/with-timeout.ts";

/** The type of every image that we store. */
export const STORED_TYPE = "image/webp";

/** Bytes that we encoded, with their size in pixels as displayed. */
export type EncodedImage = {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** SHA-256 of the file as it was sent, in hexadecimal. It identifies the image independently of the encoder. */
  readonly sourceHash: string;
};

export type EncodeResult =
  | { readonly ok: true; readonly image: EncodedImage }
  /** `message` is for the sender of a file at fault. */
  | { readonly ok: false; readonly problem: ImageProblem; readonly message: string }
  | { readonly ok: false; readonly problem: EncoderProblem };
/** The file may be valid, but this deployment has no Cloudflare Images, or the service doesn't answer. */
type EncoderProblem = "not_configured" | "unavailable";

/** 33% more than the widest size on a page (`IMAGE_WIDTHS`), so that each size is scaled down. */
const MAX_STORED_SIDE = 2_560;
/** Above this, more bytes make little visible difference. A size made from the image is compressed once more. */
const QUALITY = 85;

/** A service that hangs must not keep a form's memory occupied. The slowest accepted files need a few seconds. */
const ENCODE_TIMEOUT_MS = 15_000;

/**
 * Cloudflare Images error codes for a file at fault. It isn't an image, or its pixels, download, format or decoding
 * caused the error. In local development, every such file gets the code 9523. Any other code concerns the
 * service or the quota.
 */
const FILE_ERROR_CODES: ReadonlySet<unknown> = new Set([9412, 9413, 9416, 9420, 9516, 9520, 9523]);

export async function encodeImage(images: ImagesBinding | undefined, file: Blob): Promise<EncodeResult> {
  // One byte beyond the limit is enough to refuse a larger file.
  const sent = new Uint8Array(await file.slice(0, MAX_IMAGE_BYTES + 1).arrayBuffer());
  const checked = checkImage(sent);
  if (!checked.ok) return checked;
  if (!images) return { ok: false, problem: "not_configured" };
  try {
    const whole = checked.end ? new Blob([file.slice(0, checked.end.at), checked.end.bytes]) : file;
    const bytes = await withTimeout(encode(images, whole), ENCODE_TIMEOUT_MS);
    const image = toEncodedImage(bytes, sha256(sent));
    // Under load the service may answer in a format that wasn't requested.
    return image ? { ok: true, image } : { ok: false, problem: "unavailable" };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    console.warn(JSON.stringify({ event: "image_not_encoded", code, reason: failureReason(error) }));
    if (!FILE_ERROR_CODES.has(code)) return { ok: false, problem: "unavailable" };
    return { ok: false, problem: "broken", message: unreadableMessage(checked.format) };
  }
}

async function encode(images: ImagesBinding, file: Blob): Promise<Uint8Array> {
  const smaller = images
    .input(file.stream())
    .transform({ width: MAX_STORED_SIDE, height: MAX_STORED_SIDE, fit: "scale-down" });
  const encoded = await smaller.output({ format: STORED_TYPE, quality: QUALITY, anim: false });
  return new Uint8Array(await encoded.response().arrayBuffer());
}

/** A WebP that we encoded. Null if the bytes aren't a WebP. */
export function toEncodedImage(bytes: Uint8Array, sourceHash = sha256(bytes)): EncodedImage | null {
  const checked = checkImage(bytes);
  if (!checked.ok || checked.format !== "WebP") return null;
  return { bytes, width: checked.width, height: checked.height, sourceHash };
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
