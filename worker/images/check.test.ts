import { describe, expect, it } from "vitest";

import {
  aFileOfParts,
  aJpeg,
  ALPHA,
  aPng,
  asciiBytes,
  concat,
  jpegSegment,
  losslessFrame,
  lossyFrame,
  movingWebp,
  pngChunk,
  riff,
  riffChunk,
  webpCanvas,
} from "../testing/images.ts";
import { checkImage, MAX_IMAGE_BYTES } from "./check.ts";

function problem(bytes: Uint8Array) {
  const checked = checkImage(bytes);
  return checked.ok ? null : checked.problem;
}

describe("the type of a file", () => {
  it.each([
    ["image/jpeg", aJpeg(), 3],
    ["image/jpeg", aJpeg({ kind: "progressive" }), 3],
    ["image/jpeg", aJpeg({ kind: "cmyk" }), 3],
    ["image/png", aPng(), 2],
    ["image/webp", riff(lossyFrame()), 3],
    ["image/webp", riff(losslessFrame()), 3],
    ["image/webp", riff(webpCanvas(0x10), ALPHA, lossyFrame()), 3],
  ])("its first bytes and its container say that it is %s", (type, bytes, width) => {
    expect(checkImage(bytes)).toEqual({ ok: true, type, width, height: 2 });
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
  ])("%s is refused as no image", (_, bytes) => {
    expect(problem(bytes)).toBe("unknown_type");
  });
});

describe("a broken image is refused before it is decoded", () => {
  it.each([
    ["JPEG", aJpeg()],
    ["progressive JPEG", aJpeg({ kind: "progressive" })],
    ["PNG", aPng()],
    ["WebP", riff(webpCanvas(0), lossyFrame())],
  ])("a %s that is cut off anywhere is broken", (_, bytes) => {
    for (let length = 12; length < bytes.length; length += 1) {
      expect([length, problem(bytes.subarray(0, length))]).toEqual([length, "broken"]);
    }
  });

  it("a PNG with a flipped bit in any of its bytes is broken", () => {
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
    ["a JPEG without pixels", aJpeg({ size: { width: 3, height: 0 } })],
    ["a JPEG that ends before its first scan", concat([aJpeg().subarray(0, 2), Uint8Array.of(0xff, 0xd9)])],
    ["an animated PNG", aPng({ before: [pngChunk("acTL", new Uint8Array(8))] })],
    ["a PNG without width", aPng({ width: 0 })],
    ["an animated WebP", movingWebp()],
    ["a WebP of two images", riff(webpCanvas(0), lossyFrame(), losslessFrame())],
    ["a WebP whose canvas is larger than its image", riff(webpCanvas(0, 4_000, 4_000), lossyFrame())],
    ["a WebP without an image", riff(webpCanvas(0))],
    ["a WebP with a part that is cut off", concat([riff(), riffChunk("VP8 ", new Uint8Array(4))])],
  ])("%s is broken", (_, bytes) => {
    expect(problem(bytes)).toBe("broken");
  });

  it.each(["JPEG", "PNG", "WebP"] as const)(
    "T15: a %s of the largest size that consists of empty parts is broken",
    (kind) => {
      const file = aFileOfParts(kind, MAX_IMAGE_BYTES);
      expect(file.length).toBeGreaterThan(MAX_IMAGE_BYTES - 1_000);
      expect(problem(file)).toBe("broken");
      // With few of these parts it is accepted: only their number is refused.
      expect(problem(aFileOfParts(kind, 10_000))).toBeNull();
    },
  );
});

describe("an image that is too large is refused before it is decoded", () => {
  it("T15: an image with too many pixels is refused by its header", () => {
    expect(checkImage(aPng({ width: 8_192, height: 4_882, depth: 1 }))).toMatchObject({ ok: true, width: 8_192 });
    for (const [width, height] of [
      [8_193, 1],
      [1, 8_193],
      [8_192, 4_883],
      [2 ** 31 - 1, 2 ** 31 - 1],
    ]) {
      expect(problem(aPng({ width: width ?? 0, height: height ?? 0 }))).toBe("too_many_pixels");
    }
    expect(problem(aJpeg({ size: { width: 65_535, height: 65_535 } }))).toBe("too_many_pixels");
    expect(problem(riff(losslessFrame(16_384, 16_384)))).toBe("too_many_pixels");
  });

  it("an image with too many bytes is refused", () => {
    expect(problem(new Uint8Array(MAX_IMAGE_BYTES + 1))).toBe("too_many_bytes");
  });
});
