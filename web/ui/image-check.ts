/** Checks a chosen image before anything is sent. The server checks the bytes; this checks only type and size. */

import { megabytes } from "./megabytes.ts";

/** The types that the server accepts. */
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp"];

/** For a file that is broken, or of another type than its name says. */
export const UNREADABLE = "This picture cannot be read: use a JPEG, PNG or WebP";

/** The error to show, or null when the image may be sent. */
export function imageProblem(file: File, maxBytes: number): string | null {
  if (!file.type.startsWith("image/")) return "Only image files are allowed";
  if (!IMAGE_TYPES.includes(file.type)) return UNREADABLE;
  if (file.size === 0) return "This file is empty";
  if (file.size > maxBytes) return `This picture is too large: Max ${megabytes(maxBytes)}`;
  return null;
}
