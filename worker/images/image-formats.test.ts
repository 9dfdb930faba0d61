/** Tests the rules for each kind of image file. Hostile files are in scripts/proof/hostile/corpus.ts. */
import { expect, it } from "vitest";

import { checkImage, MAX_IMAGE_BYTES, imageFormatOf } from "../contract/images/image-formats.ts";
import {
  aFileOfParts,
  aGif,
  aHeif,
  aJpeg,
  ALPHA,
  anAvif,
  aPng,
  asciiBytes,
  box,
  concat,
  jpegSegment,
  losslessFrame,
  lossyFrame,
  animatedWebp,
  pngChunk,
  riff,
  riffChunk,
  webpCanvas,
} from "../testing/images.ts";

/**
 * What some phones append to a panorama after its only scan: a name, and a video in which anything may look like a
 * marker.
 */
const NOTES = concat([asciiBytes("\0\0PanoramaShot_Info"), Uint8Array.of(0xff, 0x42, 0xff, 0xfe, 0xff, 0xff, 9)]);

function problemOf(bytes: Uint8Array) {
  const checked = checkImage(bytes);
  return checked.ok ? null : checked.problem;
}
const LARGE_SEGMENT = jpegSegment(0xe2, new Uint8Array(65_533));
/** Changes the chunk's last byte, which is part of a checksum. */
function withWrongChecksum(chunk: Uint8Array) {
  return chunk.with(chunk.length - 1, (chunk.at(-1) ?? 0) ^ 1);
}
function withoutPadding(file: Uint8Array) {
  return file.slice(0, -1).with(4, (file[4] ?? 0) - 1);
}
function messageOf(bytes: Uint8Array) {
  const checked = checkImage(bytes);
  return checked.ok ? null : checked.message;
}

it.each([
  ["JPEG", aJpeg(), 3],
  ["JPEG", aJpeg({ kind: "progressive" }), 3],
  ["JPEG", aJpeg({ kind: "cmyk" }), 3],
  ["PNG", aPng(), 2],
  ["WebP", riff(lossyFrame()), 3],
  ["WebP", riff(losslessFrame()), 3],
  ["WebP", riff(webpCanvas(0x10), ALPHA, lossyFrame()), 3],
  ["WebP", animatedWebp(), 3],
  ["GIF", aGif(), 3],
  ["GIF", aGif({ version: "87a", frames: 3 }), 3],
])("a file's first bytes and container identify it as a %s", (kind, bytes, width) => {
  expect(checkImage(bytes)).toMatchObject({ ok: true, format: kind, width, height: 2 });
});

it("a HEIF file's size is that of its largest image, not a tile or thumbnail", () => {
  const sizes = [
    [512, 512],
    [4_032, 3_024],
    [320, 240],
  ] as const;
  expect(checkImage(aHeif("heic", sizes))).toMatchObject({ format: "HEIC photo", width: 4_032, height: 3_024 });
  expect(checkImage(aHeif("avif", sizes))).toMatchObject({ format: "AVIF", width: 4_032 });
  expect(checkImage(anAvif())).toMatchObject({ format: "AVIF", width: 16, height: 12 });
  expect(problemOf(aHeif("heic", []))).toBe("broken");
  expect(problemOf(aHeif("avif", [[100_000, 100_000]]))).toBe("too_many_pixels");
});

it("a HEIC photo whose eight-byte size field is cut off is rejected", () => {
  const size = concat([Uint8Array.of(0, 0, 0, 1), asciiBytes("ispe"), new Uint8Array(7), Uint8Array.of(20)]);
  const metaBox = box("meta", new Uint8Array(4), box("iprp", box("ipco", size, new Uint8Array(4))));
  const photo = concat([box("ftyp", asciiBytes("heic"), new Uint8Array(4)), box("mdat", new Uint8Array(8)), metaBox]);
  expect(problemOf(photo)).toBe("broken");
});

it.each([
  ["", /empty/],
  ["\u0000", /This isn.t a photo/],
  ["This is a text", /This isn.t a photo/],
  ["<svg xmlns='x'/>", /SVG drawing. Save it as PNG/],
  ["<?xml version='1.0'?><!-- by hand --><svg>", /SVG drawing/],
  ["\n<!DOCTYPE html><title>404", /web page/],
  ["BM6\u0000\u0000\u0000", /a BMP. Save it as JPEG/],
  ["II*\u0000\u0008\u0000\u0000\u0000", /a TIFF or a camera's raw file. Save it as JPEG/],
  ["\u0000\u0000\u0001\u0000\u0001\u0000", /an icon/],
  ["\u0000\u0000\u0000\u000cJXL \r\n", /JPEG XL/],
  ["%PDF-1.7", /PDF/],
  ["\u0000\u0000\u0000\u0020ftypqt  ", /video/],
  ["\u001aE\u00df\u00a3", /video/],
  ["\u0089PNG\n\u001a\n", /damaged when it was copied/],
  ["\u0089PNG\r\r\n\u001a\r\n", /damaged when it was copied/],
  ["PK\u0003\u0004", /ZIP/],
])("a refused file's error says what kind of file it is: %j", (start, sentence) => {
  expect(messageOf(asciiBytes(start))).toMatch(sentence);
});

it("a browser may convert a BMP or HEIC to JPEG, but not a drawing or a video", () => {
  const formatOf = (start: string) => imageFormatOf(asciiBytes(start));
  expect(formatOf("BM6\0\0\0")).toMatchObject({ isImage: true });
  expect(formatOf("\0\0\0\u0018ftypheic")).not.toHaveProperty("refusal");
  for (const start of ["<svg/>", "\0\0\0\u0018ftypmp42", "%PDF"]) {
    expect([start, formatOf(start)]).toEqual([start, expect.objectContaining({ isImage: false })]);
  }
});

it.each([
  ["JPEG", aJpeg()],
  ["progressive JPEG", aJpeg({ kind: "progressive" })],
  ["PNG", aPng()],
  ["WebP", riff(webpCanvas(0), lossyFrame())],
  ["GIF", aGif()],
  ["AVIF", anAvif()],
])("a %s without all of its pixels is rejected before decoding", (kind, bytes) => {
  // A JPEG that ends within its last scan lacks only its end marker, and a PNG shows without its last part.
  const scan = bytes.findLastIndex((byte, index) => byte === 0xff && bytes[index + 1] === 0xda);
  const ends: Readonly<Record<string, number>> = { PNG: bytes.length - 12, GIF: bytes.length - 1 };
  const end = kind.endsWith("JPEG") ? scan : (ends[kind] ?? bytes.length);
  for (let length = 12; length < end; length += 1) {
    const cut = bytes.subarray(0, length);
    const checked = checkImage(cut);
    const isEnded = checked.ok && checked.end?.at === length;
    expect([length, isEnded ? "ended" : problemOf(cut)]).toEqual([length, expect.stringMatching(/broken|ended/)]);
  }
});

it.each([
  ["a JPEG without its end marker", aJpeg({ end: new Uint8Array() })],
  ["a JPEG whose data ends in a stuffed byte, without its end marker", aJpeg({ end: Uint8Array.of(0xff, 0) })],
  ["a JPEG with fill bytes and lone markers", aJpeg({ before: [Uint8Array.of(0xff, 0xff, 0xff, 0x01, 0xff, 0xd0)] })],
  ["a JPEG with many large profiles", aJpeg({ before: Array.from({ length: 100 }, () => LARGE_SEGMENT) })],
  ["a JPEG followed by more images", concat([aJpeg(), aJpeg(), new Uint8Array(1_000)])],
  ["a JPEG with a phone's metadata in place of its end marker", aJpeg({ end: NOTES })],
  ["a PNG without its last part", aPng().subarray(0, -12)],
  [
    "a PNG whose comment has a wrong checksum",
    aPng({ before: [withWrongChecksum(pngChunk("tEXt", asciiBytes("a\0b")))] }),
  ],
  ["an APNG", aPng({ before: [pngChunk("acTL", new Uint8Array(8)), pngChunk("fcTL", new Uint8Array(26))] })],
  [
    "a WebP whose last part has an odd length and no padding",
    withoutPadding(riff(webpCanvas(8), lossyFrame(), riffChunk("EXIF", new Uint8Array(3)))),
  ],
  ["a GIF without its end", aGif({ end: "" })],
])("the image check accepts %s", (_what, bytes) => {
  expect(messageOf(bytes)).toBeNull();
});

it("a JPEG with missing scans is broken even if it ends in a phone's metadata", () => {
  const progressive = aJpeg({ kind: "progressive" });
  const secondScanIndex = progressive.indexOf(0xda, progressive.indexOf(0xda) + 1) - 1;
  expect(problemOf(concat([progressive.subarray(0, secondScanIndex), NOTES]))).toBe("broken");
});

it("a GIF's size covers both its screen and its first image", () => {
  expect(checkImage(aGif({ width: 1 }))).toMatchObject({ width: 3, height: 2 });
  expect(problemOf(aGif({ width: 60_000 }))).toBe("too_many_pixels");
});

it.each(["JPEG", "PNG", "WebP"] as const)("a %s with hundreds of parts is accepted", (kind) => {
  expect(problemOf(aFileOfParts(kind, 10_000))).toBeNull();
});

it("a file larger than 10 MB is rejected for its size", () => {
  expect(messageOf(new Uint8Array(MAX_IMAGE_BYTES + 1))).toMatch(/larger than 10 MB/);
});
