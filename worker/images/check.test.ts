import { describe, expect, it } from "vitest";

import {
  aJpeg,
  aPng,
  cameraExif,
  holds,
  jpegSegment,
  losslessFrame,
  lossyFrame,
  pngChunk,
  pngNames,
  riff,
  riffChunk,
  SECRET,
  webpCanvas,
} from "../testing/pictures.ts";
import { asciiBytes, concat } from "./bytes.ts";
import { checkPicture, MAX_IMAGE_BYTES } from "./check.ts";
import { orientationIn } from "./orientation.ts";

const secret = asciiBytes(SECRET);
const exif = (orientation: number) => concat([asciiBytes("Exif\0\0"), cameraExif(orientation)]);

function cleaned(bytes: Uint8Array) {
  const checked = checkPicture(bytes);
  if (!checked.ok) throw new Error(checked.problem);
  return checked.picture;
}
function problem(bytes: Uint8Array) {
  const checked = checkPicture(bytes);
  return checked.ok ? null : checked.problem;
}

describe("what a picture is", () => {
  it.each([
    ["image/jpeg", aJpeg()],
    ["image/jpeg", aJpeg({ frame: 0xc2 })],
    ["image/png", aPng()],
    ["image/webp", riff(lossyFrame())],
    ["image/webp", riff(losslessFrame())],
    ["image/webp", riff(webpCanvas(0x10), riffChunk("ALPH", Uint8Array.of(0, 1)), lossyFrame())],
  ])("its first bytes say: %s", (type, bytes) => {
    expect(cleaned(bytes)).toMatchObject({ type, width: 2, height: 2 });
  });

  it.each([
    ["SVG", asciiBytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ["HTML", asciiBytes("<!doctype html><script>alert(1)</script>")],
    ["GIF", asciiBytes("GIF89a\u0001\u0000\u0001\u0000")],
    ["PDF", asciiBytes("%PDF-1.7")],
    ["AVIF", asciiBytes("\0\0\0\u0020ftypavif")],
    ["nothing", new Uint8Array()],
    ["two bytes of a JPEG", Uint8Array.of(0xff, 0xd8)],
    ["RIFF of another kind", concat([asciiBytes("RIFF\u0004\0\0\0WAVE")])],
  ])("%s is none", (_, bytes) => {
    expect(problem(bytes)).toBe("unknown_type");
  });
});

describe("a cleaned picture", () => {
  it("keeps nothing that JPEG can hide", () => {
    const dirty = aJpeg({
      before: [
        jpegSegment(0xe1, exif(1)),
        jpegSegment(0xe1, concat([asciiBytes("http://ns.adobe.com/xap/1.0/\0"), secret])),
        jpegSegment(0xed, secret),
        jpegSegment(0xfe, secret),
        jpegSegment(0xe2, concat([asciiBytes("MPF\0"), secret])),
      ],
      end: concat([Uint8Array.of(0xff, 0xd9), secret]),
    });
    expect(holds(dirty, SECRET)).toBe(true);
    expect(cleaned(dirty).bytes).toEqual(aJpeg());
  });

  it("keeps nothing that PNG can hide", () => {
    const dirty = aPng({
      before: [pngChunk("tEXt", secret), pngChunk("eXIf", cameraExif(1)), pngChunk("tIME", new Uint8Array(7))],
      after: [pngChunk("iTXt", secret), pngChunk("prVt", secret)],
    });
    expect(cleaned(concat([dirty, secret])).bytes).toEqual(aPng());
  });

  it("keeps nothing that WebP can hide", () => {
    const dirty = riff(webpCanvas(0x0c), lossyFrame(), riffChunk("EXIF", cameraExif(1)), riffChunk("XMP ", secret));
    const { bytes } = cleaned(concat([dirty, secret]));
    expect(bytes).toEqual(riff(webpCanvas(0), lossyFrame()));
  });

  it("keeps its colours", () => {
    const profile = concat([asciiBytes("ICC_PROFILE\0"), Uint8Array.of(1, 1, 9, 9)]);
    const jpeg = aJpeg({
      before: [jpegSegment(0xe2, profile), jpegSegment(0xee, asciiBytes("Adobe\0d\0\0\0\0\u0001"))],
    });
    expect(cleaned(jpeg).bytes).toEqual(jpeg);
    const png = aPng({ before: [pngChunk("gAMA", Uint8Array.of(0, 0, 0, 1)), pngChunk("sRGB", Uint8Array.of(0))] });
    expect(cleaned(png).bytes).toEqual(png);
    const webp = riff(webpCanvas(0x20), riffChunk("ICCP", Uint8Array.of(1, 2, 3)), lossyFrame());
    expect(cleaned(webp).bytes).toEqual(webp);
  });

  it.each([2, 3, 6, 8])("stays the way up that its camera noted (%i), without the rest of the note", (orientation) => {
    const jpeg = cleaned(aJpeg({ before: [jpegSegment(0xe1, exif(orientation))] })).bytes;
    const png = cleaned(aPng({ before: [pngChunk("eXIf", cameraExif(orientation))] })).bytes;
    const webp = cleaned(riff(webpCanvas(8), lossyFrame(), riffChunk("EXIF", cameraExif(orientation)))).bytes;
    for (const bytes of [jpeg, png, webp]) {
      expect(holds(bytes, SECRET)).toBe(false);
      const block = new TextDecoder("latin1").decode(bytes).indexOf("MM\0*");
      expect(orientationIn(bytes.subarray(block))).toBe(orientation);
    }
    expect(pngNames(png)).toEqual(["IHDR", "eXIf", "IDAT", "IEND"]);
  });

  it.each([aJpeg(), aPng(), riff(lossyFrame()), riff(webpCanvas(0), losslessFrame())])(
    "stays as it is when it is cleaned again",
    (bytes) => {
      expect(cleaned(cleaned(bytes).bytes).bytes).toEqual(cleaned(bytes).bytes);
    },
  );
});

describe("a broken picture is refused", () => {
  it.each([
    ["JPEG", aJpeg()],
    ["PNG", aPng()],
    ["WebP", riff(webpCanvas(0), lossyFrame())],
  ])("%s, wherever it is cut off", (_, bytes) => {
    for (let length = 12; length < bytes.length; length += 1) {
      expect([length, problem(bytes.subarray(0, length))]).toEqual([length, "broken"]);
    }
  });

  it("PNG, whichever bit of it is flipped", () => {
    const whole = aPng();
    for (let at = 8; at < whole.length; at += 1) {
      const spoiled = Uint8Array.from(whole);
      spoiled[at] = (spoiled[at] ?? 0) ^ 0x10;
      expect([at, problem(spoiled)]).toEqual([at, "broken"]);
    }
  });

  it.each([
    ["a JPEG with two frames", aJpeg({ before: [jpegSegment(0xc0, Uint8Array.of(8, 0, 2, 0, 2, 1, 1, 0x11, 0))] })],
    ["a lossless JPEG", aJpeg({ frame: 0xc3 })],
    ["an arithmetic JPEG", aJpeg({ frame: 0xc9 })],
    ["a JPEG without pixels", aJpeg({ height: 0 })],
    ["a PNG of no colour type", aPng({ colour: 5 })],
    ["a PNG of a wrong depth", aPng({ colour: 2, depth: 4 })],
    ["an indexed PNG without a palette", aPng({ colour: 3 })],
    ["an animated PNG", aPng({ before: [pngChunk("acTL", new Uint8Array(8))] })],
    ["a PNG with an unknown critical chunk", aPng({ before: [pngChunk("ABCD", secret)] })],
    ["a PNG with its data in two runs", aPng({ after: [pngChunk("gAMA", secret), pngChunk("IDAT", secret)] })],
    ["a PNG without width", aPng({ width: 0 })],
    ["an animated WebP", riff(webpCanvas(2), riffChunk("ANIM", new Uint8Array(6)), lossyFrame())],
    ["a WebP of two pictures", riff(webpCanvas(0), lossyFrame(), losslessFrame())],
    ["a WebP whose canvas is larger than its picture", riff(webpCanvas(0, 4_000, 4_000), lossyFrame())],
    ["a WebP without a picture", riff(webpCanvas(0))],
  ])("%s", (_, bytes) => {
    expect(problem(bytes)).toBe("broken");
  });
});

describe("a picture that is too large is refused", () => {
  it("T15: by its pixels, which are read and never made", () => {
    expect(cleaned(aPng({ width: 8_192, height: 4_882 })).width).toBe(8_192);
    for (const [width, height] of [
      [8_193, 1],
      [1, 8_193],
      [8_192, 4_883],
      [2 ** 31 - 1, 2 ** 31 - 1],
    ]) {
      expect(problem(aPng({ width: width ?? 0, height: height ?? 0 }))).toBe("too_many_pixels");
    }
    expect(problem(aJpeg({ width: 65_535, height: 65_535 }))).toBe("too_many_pixels");
    expect(problem(riff(losslessFrame(16_384, 16_384)))).toBe("too_many_pixels");
  });

  it("by its bytes", () => {
    expect(problem(new Uint8Array(MAX_IMAGE_BYTES + 1))).toBe("too_many_bytes");
  });
});
