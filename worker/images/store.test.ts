import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { bucketWithLimits } from "../testing/bucket.ts";
import { newId } from "../testing/builders.ts";
import { standIn } from "../testing/stand-in.ts";
import { deleteImages, listImages, variantKey } from "./store.ts";

const IMAGE_COUNT = 120;

it("images are deleted in all their sizes, in calls of at most 1,000 keys", async () => {
  const owner = newId();
  const keys = Array.from({ length: IMAGE_COUNT }, (_, index) => `auctions/${owner}/${index}`);
  const sizes = keys.map((key) => variantKey(key, 320, "webp"));
  const kept = `auctions/${newId()}/kept`;
  await Promise.all([...keys, ...sizes, kept].map((key) => env.IMAGE_BUCKET.put(key, "image")));
  const bucket = bucketWithLimits();
  await expect(bucket.delete(Array.from({ length: 1_001 }, (_, index) => `${owner} ${index}`))).rejects.toThrow(
    "10059",
  );

  await deleteImages(bucket, keys);

  for (const prefix of [`auctions/${owner}/`, `sizes/auctions/${owner}/`]) {
    expect((await env.IMAGE_BUCKET.list({ prefix })).objects).toEqual([]);
  }
  expect(await env.IMAGE_BUCKET.head(kept)).not.toBeNull();
  await deleteImages(bucket, keys);
  await deleteImages(bucket, []);
});

it("images are listed from all pages of R2's response", async () => {
  const prefix = `auctions/${newId()}/`;
  const keys = Array.from({ length: 5 }, (_, index) => `${prefix}${index}`);
  await Promise.all(keys.map((key) => env.IMAGE_BUCKET.put(key, "image")));
  const list = (options: R2ListOptions) => env.IMAGE_BUCKET.list({ ...options, limit: 2 });
  const found: string[] = [];
  for await (const page of listImages(standIn<R2Bucket>({ list }), prefix)) found.push(...page.map(({ key }) => key));
  expect(found).toEqual(keys);
});
