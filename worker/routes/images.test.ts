import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { loginResponse } from "../contract/account.ts";
import { responseSchema } from "../contract/fields.ts";
import { checkImage } from "../contract/images/image-formats.ts";
import { requestWith } from "../testing/bindings.ts";
import { requestJson, expectRefusal, expectRefusalIn, PASSWORD, request, signupFields } from "../testing/http.ts";
import { aFile, aJpeg, aPng, asciiBytes, concat, containsBytes, jpegSegment, SECRET } from "../testing/images.ts";

async function uploadedPhotoPath(file: File): Promise<string> {
  const form = signupFields();
  await requestJson(responseSchema({}), "/auth/signup", { method: "POST", form: { ...form, image: file } });
  const login = { email: form["email"], password: PASSWORD };
  const { user } = await requestJson(loginResponse, "/auth/login", { method: "POST", json: login });
  const url = user.image?.url ?? "";
  expect(url).toMatch(/^\/api\/v1\/images\/avatars\/[0-9a-f]{32}\/[0-9a-f]{64}-[23]x2$/);
  return url.replace("/api/v1", "");
}

it("T14: a photo sent at sign-up is served re-encoded and without metadata", async () => {
  const dirty = aJpeg({ before: [jpegSegment(0xfe, asciiBytes(SECRET))] });
  const path = await uploadedPhotoPath(aFile(dirty, "../../evil.html", "text/html"));
  const response = await request(path);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "content-disposition": 'inline; filename="image.webp"',
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
  });
  expect(response.headers.has("set-cookie") || response.headers.has("vary")).toBe(false);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(checkImage(bytes)).toEqual({ ok: true, format: "WebP", width: 3, height: 2 });
  expect(containsBytes(bytes, SECRET)).toBe(false);
});

it("a photo sent at sign-up is served to HEAD and If-None-Match requests", async () => {
  const path = await uploadedPhotoPath(aFile(aPng()));
  const head = await request(path, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  const etag = head.headers.get("etag") ?? "";
  const again = await request(path, { headers: { "if-none-match": etag } });
  expect(again.status).toBe(304);
  const response = await request(path, { method: "DELETE" });
  await expectRefusalIn(response, "method_not_allowed", 405);
});

it("a photo is optional at sign-up and may be an empty file", async () => {
  for (const image of ["", aFile(new Uint8Array(), "")]) {
    const form = { ...signupFields(), image };
    expect((await request("/auth/signup", { method: "POST", form })).status).toBe(201);
  }
});

it("T14: signing up is rejected if the photo isn't a supported image", async () => {
  const form = signupFields();
  const signUpCall = (bytes: Uint8Array) => ({ method: "POST", form: { ...form, image: aFile(bytes) } });
  const svg = await expectRefusal("unsupported_media_type", 415, "/auth/signup", signUpCall(asciiBytes("<svg/>")));
  expect(svg.fields).toEqual({ image: ["This is an SVG drawing. Save it as PNG."] });
  await expectRefusal("image_invalid", 422, "/auth/signup", signUpCall(aPng().subarray(0, 40)));
  await expectRefusal("image_invalid", 422, "/auth/signup", signUpCall(aPng({ width: 9_000 })));
  const heavy = concat([aPng(), new Uint8Array(10 * 1_024 * 1_024)]);
  await expectRefusal("payload_too_large", 413, "/auth/signup", signUpCall(heavy));
  const login = { email: form["email"], password: PASSWORD };
  await expectRefusal("invalid_credentials", 401, "/auth/login", { method: "POST", json: login });
});

async function signUpWith(bindings: Env, image: File | ""): Promise<Response> {
  const form: Record<string, string | File> = { ...signupFields(), image };
  return requestWith(bindings, "/auth/signup", { method: "POST", form });
}

it("a photo is refused and a warning logged if Cloudflare Images isn't configured", async () => {
  const warnSpy = vi.spyOn(console, "warn");
  const envWithoutImages = { ...env, IMAGES: undefined };
  const refused = await signUpWith(envWithoutImages, aFile(aPng()));
  await expectRefusalIn(refused, "images_not_configured", 503);
  expect(warnSpy.mock.calls.flat().filter((line) => String(line).includes("images_not_configured"))).toHaveLength(1);
  await expectRefusalIn(await signUpWith(envWithoutImages, aFile(asciiBytes("<svg/>"))), "unsupported_media_type", 415);
  expect((await signUpWith(envWithoutImages, "")).status).toBe(201);
  expect(warnSpy.mock.calls.flat().filter((line) => String(line).includes("images_not_configured"))).toHaveLength(1);
});

it("a photo is refused with a retry time while the image service has no quota", async () => {
  if (!env.IMAGES) throw new Error("the tests run with the Images binding");
  const input = () => {
    throw Object.assign(new Error("quota"), { code: 9_422 });
  };
  const refused = await signUpWith({ ...env, IMAGES: { ...env.IMAGES, input } }, aFile(aPng()));
  expect(refused.headers.get("retry-after")).toBe("1");
  await expectRefusalIn(refused, "busy", 503);
});
