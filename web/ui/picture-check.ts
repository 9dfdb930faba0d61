/** What is wrong with a chosen picture, before anything is sent. The server looks at the bytes; this at what it can. */

import { megabytes } from "./megabytes.ts";

/** The types that the server takes. */
export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp"];

/** Of another type than its name says, or broken. */
export const UNREADABLE = "This picture cannot be read: use a JPEG, PNG or WebP";

/** The sentence to show, or null when the picture may be sent. */
export function pictureProblem(file: File, maxBytes: number): string | null {
  if (!file.type.startsWith("image/")) return "Only image files are allowed";
  if (!PICTURE_TYPES.includes(file.type)) return UNREADABLE;
  if (file.size === 0) return "This file is empty";
  if (file.size > maxBytes) return `This picture is too large: Max ${megabytes(maxBytes)}`;
  return null;
}
