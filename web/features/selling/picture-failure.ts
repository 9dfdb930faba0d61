import { ApiFailure } from "../../api/failure.ts";

/** Whether a refusal is about the picture that was sent along. */
export function isAboutPicture(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false;
  return ["image_invalid", "payload_too_large", "unsupported_media_type"].includes(error.code);
}
