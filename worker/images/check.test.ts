/** What holds for every file of a kind. Files that are made to be refused: scripts/proof/threats/corpus.ts. */
import { describe, expect, it } from "vitest";

import { aFileOfParts, aJpeg, ALPHA, aPng, losslessFrame, lossyFrame, riff, webpCanvas } from "../testing/images.ts";
import { checkImage } from "./check.ts";

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

  it("an empty file is not an image", () => {
    expect(problem(new Uint8Array())).toBe("unknown_type");
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

  it.each(["JPEG", "PNG", "WebP"] as const)("a %s with hundreds of parts is accepted", (kind) => {
    expect(problem(aFileOfParts(kind, 10_000))).toBeNull();
  });
});
