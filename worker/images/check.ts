/**
 * Whether a file may go to the decoder: its size, its type by its first bytes (the type that the sender states is
 * ignored), its container and its pixels. It takes a few milliseconds for the largest file and needs no memory, so a
 * file that is refused here is never decoded, copied or billed.
 */
import { type PixelSize, readJpeg, readPng, readWebp } from "./container.ts";

export const IMAGE_EXTENSIONS = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" } as const;
export type ImageType = keyof typeof IMAGE_EXTENSIONS;

export const MAX_IMAGE_BYTES = 10 * 1_024 * 1_024;
const MAX_SIDE_PIXELS = 8_192;
const MAX_PIXELS = 40_000_000;

export type ImageProblem = "too_many_bytes" | "unknown_type" | "broken" | "too_many_pixels";
export type CheckedImage =
  | ({ readonly ok: true; readonly type: ImageType } & PixelSize)
  | { readonly ok: false; readonly problem: ImageProblem };

type Container = {
  readonly type: ImageType;
  readonly start: RegExp;
  readonly read: (bytes: Uint8Array, view: DataView) => PixelSize | null;
};
const CONTAINERS: readonly Container[] = [
  { type: "image/jpeg", start: /^ffd8ff/, read: readJpeg },
  { type: "image/png", start: /^89504e470d0a1a0a/, read: readPng },
  { type: "image/webp", start: /^52494646.{8}57454250/, read: (_, view) => readWebp(view) },
];

/** The size is that of the stored pixels: an orientation may still rotate them. */
export function checkImage(bytes: Uint8Array): CheckedImage {
  if (bytes.length > MAX_IMAGE_BYTES) return { ok: false, problem: "too_many_bytes" };
  const start = Array.from(bytes.subarray(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const container = CONTAINERS.find((one) => one.start.test(start));
  if (!container) return { ok: false, problem: "unknown_type" };
  const size = container.read(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (!size || size.width < 1 || size.height < 1) return { ok: false, problem: "broken" };
  const { width, height } = size;
  const fits = Math.max(width, height) <= MAX_SIDE_PIXELS && width * height <= MAX_PIXELS;
  return fits ? { ok: true, type: container.type, width, height } : { ok: false, problem: "too_many_pixels" };
}
