/**
 * The one thing of a picture's EXIF that is kept: which way up it is. Everything else in it (places, devices, names,
 * thumbnails) is dropped, and the tag is written anew.
 */
import { asciiBytes, bigEndian, concat } from "./bytes.ts";

const ORIENTATION_TAG = 0x0112;
const SHORT = 3;
/** A first directory with more entries than this is not one of a camera. */
const MOST_ENTRIES = 512;

/** 2 … 8 when the TIFF block says that the picture is turned or mirrored; null when it is upright or says nothing. */
export function orientationIn(tiff: Uint8Array): number | null {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  if (view.byteLength < 8) return null;
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return null;
  const little = order === 0x4949;
  const directory = view.getUint32(4, little);
  if (directory + 2 > view.byteLength) return null;
  const entries = Math.min(view.getUint16(directory, little), MOST_ENTRIES);
  for (let index = 0; index < entries; index += 1) {
    const at = directory + 2 + index * 12;
    if (at + 12 > view.byteLength) return null;
    if (view.getUint16(at, little) !== ORIENTATION_TAG || view.getUint16(at + 2, little) !== SHORT) continue;
    const orientation = view.getUint16(at + 8, little);
    return orientation >= 2 && orientation <= 8 ? orientation : null;
  }
  return null;
}

type Size = { readonly width: number; readonly height: number };

/** The size as it is seen: from 5 on the picture lies on its side. */
export function seenSize({ width, height }: Size, orientation: number | null): Size {
  return orientation !== null && orientation >= 5 ? { width: height, height: width } : { width, height };
}

/** A TIFF block that holds the orientation and nothing else. */
export function orientationBlock(orientation: number): Uint8Array {
  return concat([
    asciiBytes("MM"),
    bigEndian(42, 2),
    bigEndian(8, 4),
    bigEndian(1, 2),
    bigEndian(ORIENTATION_TAG, 2),
    bigEndian(SHORT, 2),
    bigEndian(1, 4),
    bigEndian(orientation, 2),
    bigEndian(0, 2),
    bigEndian(0, 4),
  ]);
}
