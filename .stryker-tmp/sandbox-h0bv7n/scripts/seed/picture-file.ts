/** From a drawing to the bytes that a seller would have uploaded. */
// @ts-nocheck

import sharp from "sharp";

/** Good enough that a gradient shows no bands. */
const QUALITY = 84;
/** Little search for the smallest file: the first start waits for these. */
const EFFORT = 2;

export function rasterise(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).webp({ quality: QUALITY, effort: EFFORT }).toBuffer();
}
