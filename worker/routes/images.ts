/**
 * Images, as they are stored or, with `?w=`, in the width of their place. What is stored under a key is always the same
 * image, so browsers may keep it for good. Nothing here reads a cookie, and nothing of what is served can run.
 */
import { Hono } from "hono";
import { z } from "zod";

import { PICTURE_WIDTHS } from "../contract/pictures.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { described } from "../http/described.ts";
import { fail } from "../http/failure.ts";
import { valid } from "../http/validation.ts";
import { IMAGE_EXTENSIONS } from "../images/check.ts";
import { findSized, type SizedImage } from "../images/sizes.ts";
import { findImage, loadImage } from "../images/store.ts";

const bytes = { schema: { type: "string" } } as const;
const anyImage = {
  content: { "image/avif": bytes, "image/webp": bytes, "image/jpeg": bytes, "image/png": bytes },
};

const FOR_GOOD = "public, max-age=31536000, immutable";
/** A size that could not be made may be made later. */
const FOR_AN_HOUR = "public, max-age=3600";

const EXTENSIONS: Readonly<Record<string, string>> = { ...IMAGE_EXTENSIONS, "image/avif": "avif" };

const size = z.object({
  w: z.enum(PICTURE_WIDTHS.map(String), `Pictures are ${PICTURE_WIDTHS.join(", ")} pixels wide`).optional(),
});

export const images = new Hono<HttpEnv>().get(
  "/:kind{auctions|avatars}/:id{[\\w-]{1,64}}/:name{[0-9a-f]{64}(?:-[0-9x]{3,9})?(?:-[0-9a-f]{6})?}",
  described({
    tag: "House",
    summary: "A picture",
    description:
      "As it is stored; with `w` at most so many pixels wide, upright, as AVIF or WebP where `Accept` names it, as JPEG elsewhere",
    by: "anyone",
    does: "reads",
    takes: "parameters",
    answer: anyImage,
    refuses: ["not_found"],
  }),
  valid("query", size),
  async (c) => {
    const { kind, id, name } = c.req.param();
    const { w } = c.req.valid("query");
    const key = `${kind}/${id}/${name}`;
    // Every form of an image has its name in its tag: whoever has one of them has what does not change.
    const etag = `"${name}${w === undefined ? "" : `-${w}`}"`;
    const negotiated = w === undefined ? {} : { Vary: "Accept" };
    const headers = { "Cache-Control": FOR_GOOD, ETag: etag, ...negotiated };
    if (c.req.header("if-none-match") === etag) return c.body(null, 304, headers);

    const sized = w === undefined ? "unmade" : await inWidth(c, key, Number(w));
    if (sized === null) return fail(c, "not_found");
    if (sized !== "unmade") return c.newResponse(sized.body, 200, { ...headers, ...headersOf(sized.type) });
    const image = await findImage(c.env.IMAGE_BUCKET, key, c.req.method === "GET");
    if (!image) return fail(c, "not_found");
    // In place of its size it goes without the tag of that size: to be asked for once more, and not kept for good.
    return c.newResponse(image.body, 200, {
      ...(w === undefined ? headers : { ...negotiated, "Cache-Control": FOR_AN_HOUR }),
      ...headersOf(image.type),
      "Content-Length": String(image.bytes),
    });
  },
);

async function inWidth(c: HttpContext, key: string, width: number): Promise<SizedImage | "unmade" | null> {
  const { IMAGE_BUCKET, IMAGES } = c.env;
  if (!IMAGES) return "unmade";
  const later = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
  const workshop = { images: IMAGES, cache: caches.default, later };
  const address = `${new URL(c.req.url).origin}/api/v1/images/${key}?w=${width}`;
  return findSized(workshop, address, width, c.req.header("accept") ?? "", () => loadImage(IMAGE_BUCKET, key));
}

function headersOf(type: string): Record<string, string> {
  return {
    "Content-Type": type,
    "Content-Disposition": `inline; filename="image.${EXTENSIONS[type] ?? "bin"}"`,
    "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
  };
}
