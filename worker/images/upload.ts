/**
 * The image parts of a form: their schema, and their files, refused with a message for the sender or encoded again. The
 * reader of the form refuses files by their headers; only the encoder detects pixels that cannot be read.
 */
import * as z from "zod";

import type { ErrorCode } from "../contract/errors.ts";
import type { Failure } from "../contract/failure.ts";
import { checkImage, type ImageProblem } from "./check.ts";
import { type EncodedImage, type EncoderProblem, encodeImage } from "./encode.ts";

/** A file, or empty text, which removes an image. */
export const imageField = z.union([z.instanceof(File).meta({ type: "string", format: "binary" }), z.literal("")], {
  error: "Send the picture as a file",
});
export type ImageField = z.infer<typeof imageField>;

/** Whether the part contains a file: a browser sends an empty file input as an empty file. */
export function isFile(field: ImageField | undefined): field is File {
  return field !== undefined && field !== "" && field.size > 0;
}

/** `problem` is for the log. */
export type RefusedUpload = {
  readonly ok: false;
  readonly problem: ImageProblem | EncoderProblem;
  readonly failure: { readonly code: ErrorCode } & Partial<Pick<Failure, "message" | "fields" | "retryAfter">>;
};

const FAULTS: { readonly [P in ImageProblem]: { readonly code: ErrorCode; readonly message: string } } = {
  too_many_bytes: { code: "payload_too_large", message: "The picture is too large: at most 10 MB" },
  unknown_type: { code: "unsupported_media_type", message: "Use a JPEG, PNG or WebP picture" },
  broken: { code: "image_invalid", message: "This picture cannot be read: use a JPEG, PNG or WebP" },
  too_many_pixels: {
    code: "image_invalid",
    message: "The picture is too large: at most 8,192 pixels a side and 40 megapixels",
  },
};

/** Refuses a file by its header, which costs no copy and no call to the service; null when it may be encoded. */
export function refuseImage(content: Uint8Array, part: string): RefusedUpload | null {
  const checked = checkImage(content);
  return checked.ok ? null : { ...checked, failure: failureOf(checked.problem, part) };
}

/** `part` is the name of the form part that contained the file. */
export async function readUpload(
  env: Pick<Env, "IMAGES">,
  file: File,
  part: string,
): Promise<{ readonly ok: true; readonly image: EncodedImage } | RefusedUpload> {
  const encoded = await encodeImage(env.IMAGES, file);
  return encoded.ok ? encoded : { ...encoded, failure: failureOf(encoded.problem, part) };
}

function failureOf(problem: RefusedUpload["problem"], part: string): RefusedUpload["failure"] {
  if (problem === "not_configured") return { code: "images_not_configured" };
  // Seconds: such an outage is short.
  if (problem === "unavailable") return { code: "busy", retryAfter: 1 };
  const { code, message } = FAULTS[problem];
  return { code, message, fields: { [part]: [message] } };
}
