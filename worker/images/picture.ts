/** A picture that we keep: its kind, its clean bytes, and its size in pixels. */

export const IMAGE_EXTENSIONS = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" } as const;
export type ImageType = keyof typeof IMAGE_EXTENSIONS;

export type CleanPicture = {
  readonly type: ImageType;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
};
