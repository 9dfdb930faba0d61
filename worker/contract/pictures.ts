/**
 * The pictures of an auction: how many there may be, in which widths they are served, and what a picture's address
 * says about it. Without zod: the browser's first page needs it.
 */
import type { Image } from "./catalogue.ts";

/** The cover and five more. */
export const MAX_PICTURES = 6;

/** One form brings as many bytes as so many of the largest pictures: enough for six as phones take them. */
export const LARGEST_PICTURES_A_FORM = 3;

/** Widths (pixels) in which a picture may be asked for: few, so that each is made once and then found. */
export const PICTURE_WIDTHS = [80, 160, 320, 480, 640, 960, 1280, 1920] as const;

/** The place of an auction's first picture on its page; `sizes` as the attribute of an image. */
export const COVER_PLACE = {
  width: 720,
  height: 480,
  sizes: "(min-width: 80rem) 48rem, (min-width: 64rem) 60vw, 100vw",
} as const;

/** `…-1200x900-a1b2c3`: the size as it is shown, upright, and the mean colour where it is known. */
const NOTES = /-(\d+)x(\d+)(?:-([0-9a-f]{6}))?$/;

/** Where a stored picture is served, with its size and colour. The image under a key never changes. */
export function imageOf(key: string): Image {
  const [, width, height, tint] = NOTES.exec(key) ?? [];
  return {
    url: `/api/v1/images/${key}`,
    ...(width === undefined || height === undefined ? {} : { width: Number(width), height: Number(height) }),
    ...(tint === undefined ? {} : { tint: `#${tint}` }),
  };
}

/** The address of a stored picture in the smallest of our widths that is as wide as its place; the widest for wider. */
export function sizedUrl(url: string, neededPixels: number): string {
  return `${url}?w=${PICTURE_WIDTHS.find((width) => width >= neededPixels) ?? PICTURE_WIDTHS.at(-1)}`;
}

/** For `srcset`: every width up to the image's own; a wider one would be the same image again. */
export function sourcesOf({ url, width: own = Infinity }: Image): string {
  const lastIndex = PICTURE_WIDTHS.findIndex((width) => width >= own);
  const widths = lastIndex === -1 ? PICTURE_WIDTHS : PICTURE_WIDTHS.slice(0, lastIndex + 1);
  return widths.map((width) => `${url}?w=${width} ${Math.min(width, own)}w`).join(", ");
}
