/**
 * The images of an auction: how many it can have, the widths we serve, and the size and color in an image's URL. Has no
 * zod, because the browser's first page needs it.
 */
import type { Image } from "./catalogue.ts";

/** The cover and five more. */
export const MAX_IMAGES = 6;

/** The size limit of a form, in images of the largest allowed size. It's enough for six photos from a phone. */
export const LARGE_IMAGES_PER_FORM = 3;

/** Widths (pixels) in which an image can be requested. They're few, so that each is made once and then reused. */
export const IMAGE_WIDTHS = [80, 160, 320, 480, 640, 960, 1280, 1920] as const;

/** The place of an auction's first image on its page, with the `sizes` attribute for it. */
export const COVER_LAYOUT = {
  width: 720,
  height: 540,
  sizes: "(min-width: 80rem) 48rem, (min-width: 64rem) 60vw, 100vw",
} as const;

/** The place of an auction's image on its card in lists. */
export const CARD_LAYOUT = {
  width: 640,
  height: 480,
  sizes: "(min-width: 80rem) 25rem, (min-width: 64rem) 33vw, (min-width: 40rem) 50vw, 100vw",
} as const;

/**
 * Whether an image is shown whole where other images fill their place. People hold their phones upright, and filling a
 * wide place would cut off a third or more of a 3:4 image's height. Images of unknown size fill it.
 */
export function isPortrait({ width, height }: Pick<Image, "width" | "height">): boolean {
  return width !== undefined && height !== undefined && width * 4 <= height * 3;
}

/** `…-1200x900-a1b2c3`: the size as shown, upright, and the mean color if it's known. */
const KEY_SUFFIX = /-(\d+)x(\d+)(?:-([0-9a-f]{6}))?$/;

/** The URL of a stored image, with its size and color. The image under a key never changes. */
export function imageOf(key: string): Image {
  const [, width, height, tint] = KEY_SUFFIX.exec(key) ?? [];
  return {
    url: `/api/v1/images/${key}`,
    ...(width === undefined || height === undefined ? {} : { width: Number(width), height: Number(height) }),
    ...(tint === undefined ? {} : { tint: `#${tint}` }),
  };
}

/** The URL of a stored image in the smallest width that fills its place, or the largest width for a wider place. */
export function sizedUrl(url: string, neededPixels: number): string {
  return `${url}?w=${IMAGE_WIDTHS.find((width) => width >= neededPixels) ?? IMAGE_WIDTHS.at(-1)}`;
}

/** For `srcset`: every width up to the image's own. A wider one would be the same image again. */
export function srcsetOf({ url, width: own = Infinity }: Image): string {
  const lastIndex = IMAGE_WIDTHS.findIndex((width) => width >= own);
  const widths = lastIndex === -1 ? IMAGE_WIDTHS : IMAGE_WIDTHS.slice(0, lastIndex + 1);
  return widths.map((width) => `${url}?w=${width} ${Math.min(width, own)}w`).join(", ");
}
