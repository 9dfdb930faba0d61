/**
 * The images of an auction: their largest number, the widths in which they are served, and the size and colour in an
 * image's address. Without zod, because the browser's first page needs it.
 */
import type { Image } from "./catalogue.ts";

/** The cover and five more. */
export const MAX_PICTURES = 6;

/** The size limit of a form, in images of the largest allowed size: enough for six photos as phones take them. */
export const LARGEST_PICTURES_A_FORM = 3;

/** Widths (pixels) in which an image may be requested: few, so that each is made once and then reused. */
export const PICTURE_WIDTHS = [80, 160, 320, 480, 640, 960, 1280, 1920] as const;

/** The place of an auction's first image on its page; `sizes` as the attribute of an image. */
export const COVER_PLACE = {
  width: 720,
  height: 540,
  sizes: "(min-width: 80rem) 48rem, (min-width: 64rem) 60vw, 100vw",
} as const;

/** The place of an auction's image on its card in lists. */
export const CARD_PLACE = {
  width: 640,
  height: 480,
  sizes: "(min-width: 80rem) 25rem, (min-width: 64rem) 33vw, (min-width: 40rem) 50vw, 100vw",
} as const;

/**
 * Whether an image is shown whole where others fill their place: people photograph upright with their phones, and to
 * fill a wide place an image of 3:4 would lose a third of its height or more. Unknown sizes fill it.
 */
export function isUpright({ width, height }: Pick<Image, "width" | "height">): boolean {
  return width !== undefined && height !== undefined && width * 4 <= height * 3;
}

/** `…-1200x900-a1b2c3`: the size as it is shown, upright, and the mean colour where it is known. */
const NOTES = /-(\d+)x(\d+)(?:-([0-9a-f]{6}))?$/;

/** The address of a stored image, with its size and colour. The image under a key never changes. */
export function imageOf(key: string): Image {
  const [, width, height, tint] = NOTES.exec(key) ?? [];
  return {
    url: `/api/v1/images/${key}`,
    ...(width === undefined || height === undefined ? {} : { width: Number(width), height: Number(height) }),
    ...(tint === undefined ? {} : { tint: `#${tint}` }),
  };
}

/**
 * The address of a stored image in the smallest width that fills its place; for a wider place, in the largest width.
 */
export function sizedUrl(url: string, neededPixels: number): string {
  return `${url}?w=${PICTURE_WIDTHS.find((width) => width >= neededPixels) ?? PICTURE_WIDTHS.at(-1)}`;
}

/** For `srcset`: every width up to the image's own; a wider one would be the same image again. */
export function sourcesOf({ url, width: own = Infinity }: Image): string {
  const lastIndex = PICTURE_WIDTHS.findIndex((width) => width >= own);
  const widths = lastIndex === -1 ? PICTURE_WIDTHS : PICTURE_WIDTHS.slice(0, lastIndex + 1);
  return widths.map((width) => `${url}?w=${width} ${Math.min(width, own)}w`).join(", ");
}
