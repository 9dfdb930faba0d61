/**
 * Whether bytes are a picture that we take, and a clean copy of it. The first bytes say what it is; what the sender
 * calls it counts for nothing. Nothing is decoded here: sizes are read from the headers, so a picture that would be
 * enormous costs nothing.
 */
// @ts-nocheck

import { cleanJpeg } from "./jpeg.ts";
import { cleanPng } from "./png.ts";
import { cleanWebp } from "./webp.ts";

export const MAX_IMAGE_BYTES = 10 * 1_024 * 1_024;
const MAX_SIDE_PIXELS = 8_192;
const MAX_PIXELS = 40_000_000;

export const IMAGE_EXTENSIONS = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" } as const;
export type ImageType = keyof typeof IMAGE_EXTENSIONS;

export type CleanPicture = {
  readonly type: ImageType;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
};

type Problem = "too_many_bytes" | "unknown_type" | "broken" | "too_many_pixels";
export type Checked =
  | { readonly ok: true; readonly picture: CleanPicture }
  | { readonly ok: false; readonly problem: Problem };

const KINDS: readonly (readonly [start: RegExp, clean: (bytes: Uint8Array) => CleanPicture | null])[] = [
  [/^ffd8ff/, cleanJpeg],
  [/^89504e470d0a1a0a/, cleanPng],
  [/^52494646.{8}57454250/, cleanWebp],
];

export function checkPicture(bytes: Uint8Array): Checked {
  if (bytes.length > MAX_IMAGE_BYTES) return { ok: false, problem: "too_many_bytes" };
  const start = Array.from(bytes.subarray(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const clean = KINDS.find(([pattern]) => pattern.test(start))?.[1];
  if (!clean) return { ok: false, problem: "unknown_type" };
  const picture = clean(bytes);
  if (!picture || picture.width < 1 || picture.height < 1) return { ok: false, problem: "broken" };
  const { width, height } = picture;
  const fits = Math.max(width, height) <= MAX_SIDE_PIXELS && width * height <= MAX_PIXELS;
  return fits ? { ok: true, picture } : { ok: false, problem: "too_many_pixels" };
}
