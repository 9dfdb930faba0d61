import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { imageOf } from "../contract/image-sizes.ts";
import { checkImage } from "../contract/images/image-formats.ts";
import { newId } from "../testing/builders.ts";
import {
  aFile,
  aGif,
  aHeif,
  aJpeg,
  ALPHA,
  anAvif,
  aPhoto,
  aPng,
  asciiBytes,
  cameraExif,
  concat,
  containsBytes,
  jpegSegment,
  losslessFrame,
  lossyFrame,
  animatedWebp,
  pngChunk,
  riff,
  riffChunk,
  SECRET,
  webpCanvas,
} from "../testing/images.ts";
import { toEncodedImage, encodeImage } from "./encode.ts";
import { storeImage } from "./store.ts";

const secret = asciiBytes(SECRET);
const exif = (orientation: number) => concat([asciiBytes("Exif\0\0"), cameraExif(orientation)]);

async function encode(bytes: Uint8Array) {
  const result = await encodeImage(env.IMAGES, aFile(bytes));
  if (!result.ok) throw new Error(result.problem);
  return result.image;
}
async function problemOf(bytes: Uint8Array, { IMAGES }: Pick<Env, "IMAGES"> = env) {
  const result = await encodeImage(IMAGES, aFile(bytes));
  return result.ok ? null : result.problem;
}
/** An Images binding that fails with a code, as Cloudflare Images does. */
function failingImages(code: number): Pick<Env, "IMAGES"> {
  if (!env.IMAGES) throw new Error("the tests run with the Images binding");
  const input = () => {
    throw Object.assign(new Error(`error ${code}`), { code });
  };
  return { IMAGES: { ...env.IMAGES, input } };
}

it.each([
  ["JPEG", aJpeg(), 3],
  ["progressive JPEG", aJpeg({ kind: "progressive" }), 3],
  ["CMYK JPEG", aJpeg({ kind: "cmyk" }), 3],
  ["PNG", aPng(), 2],
  ["one-pixel PNG", aPng({ width: 1, height: 1 }), 1],
  ["lossy WebP", riff(lossyFrame()), 3],
  ["lossless WebP", riff(losslessFrame()), 3],
  ["transparent WebP", riff(webpCanvas(0x10), ALPHA, lossyFrame()), 3],
  ["animated WebP", animatedWebp(), 3],
  ["GIF", aGif(), 3],
  ["animated GIF", aGif({ frames: 3 }), 3],
  ["JPEG without its end marker", aJpeg({ end: new Uint8Array() }), 3],
  ["JPEG with half of its end marker", aJpeg({ end: Uint8Array.of(0xff) }), 3],
  ["PNG without its last part", aPng().subarray(0, -12), 2],
  ["APNG", aPng({ before: [pngChunk("acTL", Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 0))] }), 2],
])("an upload becomes a WebP of the same size: %s", async (_, bytes, width) => {
  const image = await encode(bytes);
  expect(image).toMatchObject({ width, height: width === 1 ? 1 : 2 });
  expect(checkImage(image.bytes)).toMatchObject({ ok: true, format: "WebP", width });
});

it.each([
  [
    "JPEG",
    aJpeg({
      before: [
        jpegSegment(0xe1, exif(1)),
        jpegSegment(0xe1, concat([asciiBytes("http://ns.adobe.com/xap/1.0/\0"), secret])),
        jpegSegment(0xed, secret),
        jpegSegment(0xfe, secret),
      ],
      end: concat([Uint8Array.of(0xff, 0xd9), secret]),
    }),
  ],
  ["PNG", concat([aPng({ before: [pngChunk("eXIf", cameraExif(1))], after: [pngChunk("prVt", secret)] }), secret])],
  ["WebP", concat([riff(webpCanvas(8), lossyFrame(), riffChunk("EXIF", cameraExif(1))), secret])],
])("encoding an upload removes everything that a %s can hide", async (_, dirty) => {
  expect(containsBytes(dirty, SECRET)).toBe(true);
  expect(containsBytes((await encode(dirty)).bytes, SECRET)).toBe(false);
});

it.each([5, 6, 7, 8])("an upload is stored upright according to its camera's orientation (%i)", async (orientation) => {
  const sideways = [
    aJpeg({ before: [jpegSegment(0xe1, exif(orientation))] }),
    aPng({ width: 3, before: [pngChunk("eXIf", cameraExif(orientation))] }),
    riff(webpCanvas(8), lossyFrame(), riffChunk("EXIF", cameraExif(orientation))),
  ];
  for (const bytes of sideways) expect(await encode(bytes)).toMatchObject({ width: 2, height: 3 });
});

it("an AVIF upload is accepted", async () => {
  expect(await encode(anAvif())).toMatchObject({ width: 16, height: 12 });
});

it("an upload is scaled down to the largest size that pages need", async () => {
  expect(await encode(aPng({ width: 3_200, height: 1_600, depth: 1 }))).toMatchObject({
    width: 2_560,
    height: 1_280,
  });
});

it.each([
  ["a PNG with an unknown critical chunk", aPng({ before: [pngChunk("ABCD", secret)] })],
  ["a PNG without a color type", aPng({ color: 5 })],
  ["an indexed PNG without a palette", aPng({ color: 3 })],
  ["a JPEG that claims more lines than it has", aJpeg({ size: { width: 800, height: 800 } })],
  ["a JPEG that is cut off", aJpeg({ size: { width: 800, height: 800 }, end: new Uint8Array() })],
  ["a PNG with a wrong bit in its data", aPng().map((byte, index) => (index === 44 ? byte ^ 0x10 : byte))],
  ["a HEIC photo, which only Cloudflare can decode", aHeif("heic", [[40, 30]])],
  ["an empty WebP", riff(riffChunk("VP8 ", new Uint8Array(10).fill(1)))],
])("an undecodable upload is reported as broken: %s", async (_, bytes) => {
  expect(await problemOf(bytes)).toBe("broken");
});

it("an upload of the wrong type or size never reaches the image service", async () => {
  expect(await problemOf(asciiBytes("<svg/>"), {})).toBe("unknown_type");
  expect(await problemOf(aPng({ width: 9_000 }), {})).toBe("too_many_pixels");
  expect(await problemOf(aPng(), {})).toBe("not_configured");
});

it.each([
  [9_412, "broken"],
  [9_516, "broken"],
  [9_422, "unavailable"],
  [9_522, "unavailable"],
])("the image service's error code %i is reported as %s", async (code, expected) => {
  expect(await problemOf(aPng(), failingImages(code))).toBe(expected);
});

it("an image's key contains its display size and mean color", async () => {
  const key = await storeImage(env, "auctions", newId(), await encode(aPhoto(6, 4, [0x20, 0x80, 0x90])));
  expect(imageOf(key)).toMatchObject({ width: 6, height: 4, tint: expect.stringMatching(/^#(1|2).(7|8).(8|9).$/) });
});

it("an image's key depends only on the uploaded file, not on its encoding", async () => {
  const owner = newId();
  const image = await encode(aPng({ shade: 90 }));
  const key = await storeImage(env, "auctions", owner, image);
  const other = await encode(aPng({ shade: 200 }));
  const keyOfRetry = await storeImage(env, "auctions", owner, { ...other, sourceHash: image.sourceHash });
  expect(keyOfRetry).toBe(key);
  expect(await storeImage(env, "auctions", owner, other)).not.toBe(key);
});

it("describing an image returns the size of a WebP, and null for a PNG", async () => {
  const { bytes } = await encode(aPng());
  expect(toEncodedImage(bytes)).toMatchObject({ width: 2, height: 2, bytes });
  expect(toEncodedImage(aPng())).toBeNull();
});
