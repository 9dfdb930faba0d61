/**
 * Pictures. What stands under a key never changes, so browsers and caches may keep it for good. Nothing here reads a
 * cookie, and nothing of what is served can run.
 */
// @ts-nocheck

import { Hono } from "hono";

import type { HttpEnv } from "../http/context.ts";
import { fail } from "../http/failure.ts";
import { IMAGE_EXTENSIONS } from "../images/check.ts";
import { findPicture } from "../images/store.ts";

const CACHING = { "Cache-Control": "public, max-age=31536000, immutable" };

export const images = new Hono<HttpEnv>().get(
  "/:kind{auctions|avatars}/:id{[\\w-]{1,64}}/:hash{[0-9a-f]{64}}",
  async (c) => {
    const { kind, id, hash } = c.req.param();
    const etag = `"${hash}"`;
    if (c.req.header("if-none-match") === etag) return c.body(null, 304, { ...CACHING, ETag: etag });
    const picture = await findPicture(c.env.IMAGES, `${kind}/${id}/${hash}`, c.req.method === "GET");
    if (!picture) return fail(c, "not_found");
    return c.newResponse(picture.body, 200, {
      ...CACHING,
      "Content-Type": picture.type,
      "Content-Length": String(picture.bytes),
      ETag: etag,
      "Content-Disposition": `inline; filename="image.${IMAGE_EXTENSIONS[picture.type]}"`,
      "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "Cross-Origin-Resource-Policy": "same-origin",
    });
  },
);
