/** A picture that we keep: its kind, its clean bytes, and its size in pixels as it is seen, upright. */

export const IMAGE_EXTENSIONS = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" } as const;
export type ImageType = keyof typeof IMAGE_EXTENSIONS;

export type StoredBytes = { readonly type: ImageType; readonly bytes: Uint8Array };

export type CleanPicture = StoredBytes & { readonly width: number; readonly height: number };
