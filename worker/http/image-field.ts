/** The `image` part of a form: absent, empty (which removes a picture), or a file that is checked and cleaned. */
import { z } from "zod";

import type { ErrorCode } from "../contract/errors.ts";
import { type Checked, checkPicture } from "../images/check.ts";
import type { CleanPicture } from "../images/picture.ts";
import type { HttpContext } from "./context.ts";
import { fail } from "./failure.ts";
import { logEvent } from "./log.ts";

export const pictureField = z.union([z.instanceof(File).meta({ type: "string", format: "binary" }), z.literal("")], {
  error: "Send the picture as a file",
});

type Sent = z.infer<typeof pictureField> | undefined;
export type SentPicture =
  | { readonly type: "absent" }
  | { readonly type: "emptied" }
  | { readonly type: "picture"; readonly picture: CleanPicture }
  | { readonly type: "refused"; readonly answer: Response };

const REFUSALS: {
  readonly [P in Extract<Checked, { ok: false }>["problem"]]: { readonly code: ErrorCode; readonly message: string };
} = {
  too_many_bytes: { code: "payload_too_large", message: "The picture is too large: at most 10 MB" },
  unknown_type: { code: "unsupported_media_type", message: "Use a JPEG, PNG or WebP picture" },
  broken: { code: "image_invalid", message: "This picture cannot be read: use a JPEG, PNG or WebP" },
  too_many_pixels: {
    code: "image_invalid",
    message: "The picture is too large: at most 8,192 pixels a side and 40 megapixels",
  },
};

/** `part` is the name under which it was sent. */
export async function readPicture(c: HttpContext, sent: Sent, part = "image"): Promise<SentPicture> {
  if (sent === undefined) return { type: "absent" };
  // A browser sends a file input that nobody touched as an empty file.
  if (sent === "" || sent.size === 0) return { type: "emptied" };
  const checked = checkPicture(new Uint8Array(await sent.arrayBuffer()));
  if (checked.ok) return { type: "picture", picture: checked.picture };
  const { code, message } = REFUSALS[checked.problem];
  logEvent(c, "upload_refused", { problem: checked.problem });
  return { type: "refused", answer: fail(c, code, { message, fields: { [part]: [message] } }) };
}
