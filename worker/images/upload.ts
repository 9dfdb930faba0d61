/**
 * The image parts of a form: their schema, and their files, which we either refuse with a message for the sender or
 * encode again. The form's reader refuses files by their headers. Only the encoder detects unreadable pixels.
 */
import * as z from "zod";

import type { ErrorCode } from "../contract/errors.ts";
import type { Failure } from "../contract/failure.ts";
import { checkImage, type ImageProblem } from "../contract/images/image-formats.ts";
import { type EncodeResult, type EncodedImage, encodeImage } from "./encode.ts";

/** A file, or empty text, which removes an image. */
export const imageField = z.union([z.instanceof(File).meta({ type: "string", format: "binary" }), z.literal("")], {
  error: "Send the photo as a file",
});
export type ImageFieldValue = z.infer<typeof imageField>;

/** Whether the part contains a file. A browser sends an empty file input as an empty file. */
export function isFile(field: ImageFieldValue | undefined): field is File {
  return field !== undefined && field !== "" && field.size > 0;
}

type RefusedEncoding = Exclude<EncodeResult, { ok: true }>;

/** `problem` is for the log. */
export type RefusedUpload = {
  readonly ok: false;
  readonly problem: RefusedEncoding["problem"];
  readonly failure: { readonly code: (typeof CODES)[ImageProblem] | "busy" | "images_not_configured" } & Partial<
    Pick<Failure, "message" | "fields" | "retryAfter">
  >;
};

const CODES = {
  too_many_bytes: "payload_too_large",
  unknown_type: "unsupported_media_type",
  broken: "image_invalid",
  too_many_pixels: "image_invalid",
} as const satisfies { readonly [P in ImageProblem]: ErrorCode };

/** Refuses a file by its header, which costs no copy and no call to the service. Null if it can be encoded. */
export function refuseImage(content: Uint8Array, part: string): RefusedUpload | null {
  const checked = checkImage(content);
  return checked.ok ? null : toRefusedUpload(checked, part);
}

/** `part` is the name of the form part that contained the file. */
export async function encodeUpload(
  env: Pick<Env, "IMAGES">,
  file: File,
  part: string,
): Promise<{ readonly ok: true; readonly image: EncodedImage } | RefusedUpload> {
  const encoded = await encodeImage(env.IMAGES, file);
  return encoded.ok ? encoded : toRefusedUpload(encoded, part);
}

function toRefusedUpload(refused: RefusedEncoding, part: string): RefusedUpload {
  return { ok: false, problem: refused.problem, failure: failureOf(refused, part) };
}

function failureOf(refused: RefusedEncoding, part: string): RefusedUpload["failure"] {
  if ("message" in refused) {
    const { problem, message } = refused;
    return { code: CODES[problem], message, fields: { [part]: [message] } };
  }
  // Such an outage is short, so the client can try again after a second.
  return refused.problem === "unavailable" ? { code: "busy", retryAfter: 1 } : { code: "images_not_configured" };
}
