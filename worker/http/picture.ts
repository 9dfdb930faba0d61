/** The `image` part of a form: absent, empty (which removes an image), or a file that is checked and encoded again. */
import { z } from "zod";

import type { ErrorCode } from "../contract/errors.ts";
import type { ImageProblem } from "../images/check.ts";
import { type EncodedImage, encodeImage } from "../images/encode.ts";
import type { HttpContext } from "./context.ts";
import { busy, fail } from "./failure.ts";
import { logEvent } from "./log.ts";

export const imageField = z.union([z.instanceof(File).meta({ type: "string", format: "binary" }), z.literal("")], {
  error: "Send the picture as a file",
});

type Sent = z.infer<typeof imageField> | undefined;
export type SentImage =
  | { readonly type: "absent" }
  | { readonly type: "emptied" }
  | { readonly type: "image"; readonly image: EncodedImage }
  | { readonly type: "refused"; readonly answer: Response };

const REFUSALS: { readonly [P in ImageProblem]: { readonly code: ErrorCode; readonly message: string } } = {
  too_many_bytes: { code: "payload_too_large", message: "The picture is too large: at most 10 MB" },
  unknown_type: { code: "unsupported_media_type", message: "Use a JPEG, PNG or WebP picture" },
  broken: { code: "image_invalid", message: "This picture cannot be read: use a JPEG, PNG or WebP" },
  too_many_pixels: {
    code: "image_invalid",
    message: "The picture is too large: at most 8,192 pixels a side and 40 megapixels",
  },
};

/** `part` is the name under which it was sent. */
export async function readImage(c: HttpContext, sent: Sent, part = "image"): Promise<SentImage> {
  if (sent === undefined) return { type: "absent" };
  // A browser sends a file input that nobody touched as an empty file.
  if (sent === "" || sent.size === 0) return { type: "emptied" };
  const encoded = await encodeImage(c.env.IMAGES, sent);
  if (encoded.ok) return { type: "image", image: encoded.image };
  const { problem } = encoded;
  logEvent(c, "upload_refused", { problem });
  if (problem === "not_configured") return { type: "refused", answer: fail(c, "images_not_configured") };
  if (problem === "unavailable") return { type: "refused", answer: busy(c) };
  const { code, message } = REFUSALS[problem];
  return { type: "refused", answer: fail(c, code, { message, fields: { [part]: [message] } }) };
}
