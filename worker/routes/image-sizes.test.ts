/** Image sizes: the limits on making them, their formats, and how long they're kept. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { app } from "../app.ts";
import { encodeImage } from "../images/encode.ts";
import { deleteImages, storeImage } from "../images/store.ts";
import { READS_PER_NETWORK } from "../rate-limits/limits.ts";
import { newId } from "../testing/builders.ts";
import { expectRefusalIn, ORIGIN } from "../testing/http.ts";
import { aFile, aPhoto } from "../testing/images.ts";
import { standIn } from "../testing/stand-in.ts";
import { anIpv6Address, sendCountedAs } from "../testing/strict-limits.ts";

const WEBP = "image/webp,image/*,*/*;q=0.8";
const ROBOT = "*/*";

async function anImage(): Promise<string> {
  const encoded = await encodeImage(env.IMAGES, aFile(aPhoto(90, 60, [0x20, 0x80, 0x90])));
  if (!encoded.ok) throw new Error(encoded.problem);
  return storeImage(env, "auctions", newId(), encoded.image);
}

type SizedCall = {
  readonly accept?: string;
  readonly bindings?: Env;
  readonly address?: string;
  readonly method?: string;
};

/** Requests a size, and waits for the work after the response. */
async function requestSize(key: string, width: number, call: SizedCall = {}): Promise<Response> {
  const { accept = WEBP, bindings = env, address = anIpv6Address(), method = "GET" } = call;
  const context = createExecutionContext();
  const headers = { accept, "cf-connecting-ip": address };
  const url = `${ORIGIN}/api/v1/images/${key}?w=${width}`;
  const response = await app.fetch(new Request(url, { method, headers }), bindings, context);
  await waitOnExecutionContext(context);
  return response;
}
async function sizesOf(key: string): Promise<string[]> {
  const { objects } = await env.IMAGE_BUCKET.list({ prefix: `sizes/${key}/` });
  return objects.map((object) => object.key.slice(`sizes/${key}/`.length));
}
/** Whether a response is a size, or the stored image in its place. */
function isSize({ headers }: Response): boolean {
  return headers.get("cache-control") !== "public, max-age=3600";
}
function imageService(): ImagesBinding {
  if (!env.IMAGES) throw new Error("the tests run with the Images binding");
  return env.IMAGES;
}
/** An environment whose image service works only once `gate` is open, and counts what it has started. */
function envWaitingFor(gate: Promise<void>) {
  const started = { count: 0 };
  const input = (image: ReadableStream<Uint8Array>) => {
    started.count += 1;
    const transform = (options: ImageTransform) => ({
      output: async (format: ImageOutputOptions) => {
        await gate;
        return imageService().input(image).transform(options).output(format);
      },
    });
    return { transform };
  };
  return { bindings: { ...env, IMAGES: standIn<ImagesBinding>({ input }) }, started };
}
const brokenEnv: Env = {
  ...env,
  IMAGES: standIn<ImagesBinding>({
    input: () => {
      throw new Error("out of order");
    },
  }),
};

it("an image size is made once, kept with its image and deleted with it", async () => {
  const key = await anImage();
  const first = await requestSize(key, 80);
  expect(await sizesOf(key)).toEqual(["80.webp"]);
  // If it were generated again, this would fail.
  const second = await requestSize(key, 80, { bindings: brokenEnv });
  expect([isSize(second), second.headers.get("content-type")]).toEqual([true, "image/webp"]);
  expect(await second.arrayBuffer()).toEqual(await first.arrayBuffer());
  await deleteImages(env.IMAGE_BUCKET, [key]);
  expect(await sizesOf(key)).toEqual([]);
  await expectRefusalIn(await requestSize(key, 80), "not_found", 404);
});

it("an image size isn't kept if its image is deleted while the size is being made", async () => {
  const key = await anImage();
  const gate = Promise.withResolvers<void>();
  const { bindings, started } = envWaitingFor(gate.promise);
  const making = requestSize(key, 80, { bindings });
  await vi.waitFor(() => expect(started.count).toBe(1));
  await deleteImages(env.IMAGE_BUCKET, [key]);
  gate.resolve();
  expect((await making).status).toBe(200);
  expect(await sizesOf(key)).toEqual([]);
});

it("T15: an image size is made from a stream, never whole in memory", async () => {
  const key = await anImage();
  const streamOnly = (object: R2ObjectBody) =>
    new Proxy(object, {
      get: (target, name) => {
        if (["arrayBuffer", "blob", "bytes", "text"].includes(String(name))) throw new Error("read as a whole");
        return Reflect.get(target, name);
      },
    });
  const get = async (name: string) => {
    const object = await env.IMAGE_BUCKET.get(name);
    return object && streamOnly(object);
  };
  const put = env.IMAGE_BUCKET.put.bind(env.IMAGE_BUCKET);
  const bucket = { get, put, head: env.IMAGE_BUCKET.head.bind(env.IMAGE_BUCKET) };
  const response = await requestSize(key, 80, { bindings: { ...env, IMAGE_BUCKET: standIn<R2Bucket>(bucket) } });
  expect([response.status, isSize(response)]).toEqual([200, true]);
});

it("T15: four image sizes are made at a time, and others get the stored image", async () => {
  const keys = await Promise.all(Array.from({ length: 10 }, anImage));
  const gate = Promise.withResolvers<void>();
  const { bindings, started } = envWaitingFor(gate.promise);
  const responses: Response[] = [];
  const allRequests = keys.map(async (key) => responses.push(await requestSize(key, 80, { bindings })));
  await vi.waitFor(() => expect(responses).toHaveLength(6));
  expect(responses.map(isSize)).not.toContain(true);
  expect(started.count).toBe(4);
  gate.resolve();
  await Promise.all(allRequests);
  expect(responses.filter(isSize)).toHaveLength(4);
  expect(responses.map(({ status }) => status)).toEqual(keys.map(() => 200));
});

it("T15: making an image size counts as a read, but serving a stored one doesn't", async () => {
  const bindings = { ...env, LIMIT_SCALE: "1" };
  const address = anIpv6Address();
  const key = await anImage();
  const requestSettings = async () => {
    const headers = { "cf-connecting-ip": address };
    return app.fetch(new Request(`${ORIGIN}/api/v1/settings`, { headers }), bindings, createExecutionContext());
  };
  // The address is an IPv6 one. The size is the last read.
  const earlierReads = READS_PER_NETWORK.ipv6.max - 1;
  expect((await sendCountedAs(earlierReads, requestSettings)).status).toBe(200);
  expect(isSize(await requestSize(key, 80, { bindings, address }))).toBe(true);
  expect((await requestSettings()).status).toBe(429);
  const refused = await requestSize(key, 160, { bindings, address });
  expect([refused.status, isSize(refused)]).toEqual([200, false]);
  // A size that exists costs nothing, and another network can generate more.
  expect(isSize(await requestSize(key, 80, { bindings, address }))).toBe(true);
  expect(isSize(await requestSize(key, 160, { bindings, address: anIpv6Address() }))).toBe(true);
});

it("an image size is made in each client's format, in any order of requests", async () => {
  const key = await anImage();
  const types = [];
  for (const accept of [ROBOT, WEBP, ROBOT]) {
    types.push((await requestSize(key, 80, { accept })).headers.get("content-type"));
  }
  expect(types).toEqual(["image/jpeg", "image/webp", "image/jpeg"]);
  expect(await sizesOf(key)).toEqual(["80.jpeg", "80.webp"]);
});

it("HEAD describes an image size, but doesn't make it", async () => {
  const key = await anImage();
  expect(isSize(await requestSize(key, 80, { method: "HEAD" }))).toBe(false);
  expect(await sizesOf(key)).toEqual([]);
  const made = await (await requestSize(key, 80)).arrayBuffer();
  const head = await requestSize(key, 80, { method: "HEAD" });
  expect([isSize(head), head.headers.get("content-length")]).toEqual([true, String(made.byteLength)]);
  expect(head.headers.get("content-type")).toBe("image/webp");
});

it("an image size made in the wrong format is neither served nor kept", async () => {
  const key = await anImage();
  const input = (image: ReadableStream<Uint8Array>) => ({
    transform: (options: ImageTransform) => ({
      output: () => imageService().input(image).transform(options).output({ format: "image/jpeg" }),
    }),
  });
  const bindings = { ...env, IMAGES: standIn<ImagesBinding>({ input }) };
  expect(isSize(await requestSize(key, 80, { bindings }))).toBe(false);
  expect(await sizesOf(key)).toEqual([]);
});
