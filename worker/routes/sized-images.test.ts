import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { app } from "../app.ts";
import { imageOf } from "../contract/image-sizes.ts";
import { encodeImage } from "../images/encode.ts";
import { storeImage } from "../images/store.ts";
import { newId } from "../testing/builders.ts";
import { expectRefusal, ORIGIN, request } from "../testing/http.ts";
import { aFile, aPhoto, asciiBytes, cameraExif, concat, jpegSegment } from "../testing/images.ts";

const CHROME = "image/avif,image/webp,image/apng,image/*,*/*;q=0.8";
const NO_AVIF = "image/webp,image/*,*/*;q=0.8";
const TEAL = [0x20, 0x80, 0x90] as const;

async function storeBytes(bytes: Uint8Array, bindings: Pick<Env, "IMAGE_BUCKET" | "IMAGES"> = env): Promise<string> {
  const encoded = await encodeImage(env.IMAGES, aFile(bytes));
  if (!encoded.ok) throw new Error(encoded.problem);
  return storeImage(bindings, "auctions", newId(), encoded.image);
}
const requestSize = (key: string, width: number, accept: string) =>
  request(`/images/${key}?w=${width}`, { headers: { accept } });

function imageService(): ImagesBinding {
  if (!env.IMAGES) throw new Error("the tests run with the Images binding");
  return env.IMAGES;
}
async function sizeOf(bytes: ArrayBuffer) {
  const info = await imageService().info(new Blob([bytes]).stream());
  return "width" in info ? [info.format, info.width, info.height] : [info.format];
}
/** A photo as a camera held upright stores it, rotated and with an orientation tag. */
async function sidewaysJpeg(width: number, height: number): Promise<Uint8Array> {
  const transformed = await imageService()
    .input(new Blob([aPhoto(width, height, TEAL)]).stream())
    .output({ format: "image/jpeg" });
  const jpeg = new Uint8Array(await transformed.response().arrayBuffer());
  const exif = jpegSegment(0xe1, concat([asciiBytes("Exif\0\0"), cameraExif(6)]));
  return concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
}

it("an image at a requested width is first WebP, then AVIF for later requests", async () => {
  const key = await storeBytes(aPhoto(480, 320, TEAL));
  const first = await requestSize(key, 320, CHROME);
  expect(await sizeOf(await first.arrayBuffer())).toEqual(["image/webp", 320, 213]);
  await vi.waitFor(
    async () => {
      const next = await requestSize(key, 320, CHROME);
      expect(next.headers.get("content-type")).toBe("image/avif");
      expect(await sizeOf(await next.arrayBuffer())).toEqual(["image/avif", 320, 213]);
    },
    { timeout: 50_000, interval: 100 },
  );
  expect((await requestSize(key, 320, NO_AVIF)).headers.get("content-type")).toBe("image/webp");
  expect((await requestSize(key, 320, "*/*")).headers.get("content-type")).toBe("image/jpeg");
});

it("an image at a requested width can be cached forever and runs no code", async () => {
  const key = await storeBytes(aPhoto(90, 60, TEAL));
  const response = await requestSize(key, 80, NO_AVIF);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/webp",
    vary: "Accept",
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "content-disposition": 'inline; filename="image.webp"',
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
  });
  expect(response.headers.has("set-cookie")).toBe(false);
  const etag = response.headers.get("etag") ?? "";
  expect(etag).toMatch(/^W\//);
  const again = await request(`/images/${key}?w=80`, { headers: { accept: NO_AVIF, "if-none-match": etag } });
  expect([again.status, again.headers.get("vary")]).toEqual([304, "Accept"]);
});

it("an image at a requested width is never larger than the stored image", async () => {
  const key = await storeBytes(aPhoto(90, 60, TEAL));
  const response = await requestSize(key, 1920, NO_AVIF);
  expect(await sizeOf(await response.arrayBuffer())).toEqual(["image/webp", 90, 60]);
});

it("an image at a requested width is upright, with its size and color in its name", async () => {
  const key = await storeBytes(await sidewaysJpeg(300, 200));
  expect(imageOf(key)).toMatchObject({ width: 200, height: 300 });
  const [red, green, blue] = (imageOf(key).tint ?? "").match(/[0-9a-f]{2}/g)?.map((part) => parseInt(part, 16)) ?? [];
  expect(Math.abs((red ?? 0) - TEAL[0])).toBeLessThan(6);
  expect(Math.abs((green ?? 0) - TEAL[1])).toBeLessThan(6);
  expect(Math.abs((blue ?? 0) - TEAL[2])).toBeLessThan(6);
  const response = await requestSize(key, 160, NO_AVIF);
  expect(await sizeOf(await response.arrayBuffer())).toEqual(["image/webp", 160, 240]);
});

it("an unsupported image width is rejected", async () => {
  const key = await storeBytes(aPhoto(9, 6, TEAL));
  for (const w of ["0", "100", "1e3", "80,80", "", "10000"]) {
    await expectRefusal("invalid_input", 400, `/images/${key}?w=${w}`);
  }
});

it.each([
  ["without the Images binding", { ...env, IMAGES: undefined }],
  [
    "when the Images binding fails",
    {
      ...env,
      IMAGES: {
        ...imageService(),
        input: () => {
          throw new Error("out of order");
        },
      },
    },
  ],
] as const)("an image at a requested width is the stored image %s", async (_when, bindings) => {
  const key = await storeBytes(aPhoto(90, 60, TEAL), bindings);
  expect(imageOf(key)).toEqual({ url: `/api/v1/images/${key}`, width: 90, height: 60 });
  const context = createExecutionContext();
  const url = `${ORIGIN}/api/v1/images/${key}?w=80`;
  const response = await app.fetch(new Request(url, { headers: { accept: CHROME } }), bindings, context);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=3600",
    "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  });
  const storedBytes = await (await env.IMAGE_BUCKET.get(key))?.arrayBuffer();
  expect(await response.arrayBuffer()).toEqual(storedBytes);
});
