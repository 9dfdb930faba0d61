/** The image parts of a form: their schema, and their files checked and cleaned, or refused in words for the sender. */
import { z } from "zod";

import type { ErrorCode } from "../contract/errors.ts";
import { type Checked, checkPicture } from "./check.ts";
import type { CleanPicture } from "./picture.ts";

/** A file, or empty text, which removes an image. */
export const imageField = z.union([z.instanceof(File).meta({ type: "string", format: "binary" }), z.literal("")], {
  error: "Send the picture as a file",
});
export type ImageField = z.infer<typeof imageField>;

/** Whether the part contains a file: a browser sends a file input without a choice as an empty file. */
export function isFile(field: ImageField | undefined): field is File {
  return field !== undefined && field !== "" && field.size > 0;
}

type Problem = Extract<Checked, { ok: false }>["problem"];

/** `problem` is for the log. */
export type RefusedUpload = {
  readonly ok: false;
  readonly problem: Problem;
  readonly failure: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly fields: Readonly<Record<string, string[]>>;
  };
};

const REFUSALS: { readonly [P in Problem]: { readonly code: ErrorCode; readonly message: string } } = {
  too_many_bytes: { code: "payload_too_large", message: "The picture is too large: at most 10 MB" },
  unknown_type: { code: "unsupported_media_type", message: "Use a JPEG, PNG or WebP picture" },
  broken: { code: "image_invalid", message: "This picture cannot be read: use a JPEG, PNG or WebP" },
  too_many_pixels: {
    code: "image_invalid",
    message: "The picture is too large: at most 8,192 pixels a side and 40 megapixels",
  },
};

/** `part` is the part of the form that contained it. */
export async function readUpload(
  file: File,
  part: string,
): Promise<{ readonly ok: true; readonly picture: CleanPicture } | RefusedUpload> {
  const checked = checkPicture(new Uint8Array(await file.arrayBuffer()));
  if (checked.ok) return checked;
  const { code, message } = REFUSALS[checked.problem];
  return { ok: false, problem: checked.problem, failure: { code, message, fields: { [part]: [message] } } };
}
