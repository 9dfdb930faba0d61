/**
 * Serves images, in their stored size or, with `?w=`, in the width that a page needs. A key always holds the same
 * image, so browsers can cache it forever. The headers prevent anything served here from running. We read a cookie only
 * for a hidden listing's image. Only its seller and admins get it, and no cache keeps it.
 */
import { Hono } from "hono";
import * as z from "zod";

import { IMAGE_WIDTHS } from "../contract/image-sizes.ts";
import { isModerator } from "../contract/people.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail } from "../http/failure.ts";
import { findCaller } from "../http/find-session.ts";
import { matchesEtag } from "../http/matches-etag.ts";
import { isOverReadLimit } from "../http/memory-limits.ts";
import { validate } from "../http/validation.ts";
import { STORED_TYPE } from "../images/encode.ts";
import { hiddenKey } from "../images/hidden-images.ts";
import { findImage } from "../images/store.ts";
import { findOrCreateVariant, type ImageVariant, type VariantRequest } from "../images/variants.ts";
import { findSellerId } from "../listings/queries/auctions.ts";

const binaryContent = { schema: { type: "string" } } as const;
const anyImage = {
  content: {
    "image/avif": binaryContent,
    "image/webp": binaryContent,
    "image/jpeg": binaryContent,
    "image/png": binaryContent,
  },
};

const CACHE_FOREVER = "public, max-age=31536000, immutable";
/** For a stored image that replaces a size we couldn't make. The size may be available later. */
const CACHE_FOR_AN_HOUR = "public, max-age=3600";

/** For an image of a hidden listing. */
const NO_STORE = "private, no-store";

const sizeQuery = z.object({
  w: z.enum(IMAGE_WIDTHS.map(String), `w must be one of ${IMAGE_WIDTHS.join(", ")}`).optional(),
});

export const images = new Hono<HttpEnv>().get(
  "/:kind{auctions|avatars}/:id{[\\w-]{1,64}}/:name{[0-9a-f]{64}(?:-[0-9x]{3,9})?(?:-[0-9a-f]{6})?}",
  describeRoute({
    tag: "Service",
    summary: "Get an image",
    description:
      "Returns the image as stored. With `w`, it's upright, at most that many pixels wide, and AVIF or WebP if `Accept` allows it, otherwise JPEG.",
    access: "anyone",
    response: anyImage,
    refuses: ["not_found"],
  }),
  validate("query", sizeQuery),
  async (c) => {
    const { kind, id, name } = c.req.param();
    const { w } = c.req.valid("query");
    const key = `${kind}/${id}/${name}`;
    // The tag needs no content hash, because an image and its sizes never change under the same name. It's weak for a
    // size, which may be an AVIF, a WebP or a JPEG.
    const etag = `"${name}${w === undefined ? "" : `-${w}`}"`;
    const negotiated = w === undefined ? {} : { Vary: "Accept" };
    const headers = { "Cache-Control": CACHE_FOREVER, ETag: w === undefined ? etag : `W/${etag}`, ...negotiated };
    const withBody = c.req.method === "GET";
    if (matchesEtag(c.req.header("if-none-match"), etag) && (await findImage(c.env.IMAGE_BUCKET, key, false))) {
      return c.body(null, 304, headers);
    }
    const sized = w === undefined ? null : await findVariant(c, { key, width: Number(w), withBody });
    if (sized) {
      const { body, type, byteLength: length } = sized;
      return c.newResponse(body, 200, { ...headers, ...headersOf(type), "Content-Length": String(length) });
    }
    const image = await findImage(c.env.IMAGE_BUCKET, key, withBody);
    if (!image) return kind === "auctions" ? serveHiddenImage(c, id, key) : fail(c, "not_found");
    // When served in place of a resized image, it has no ETag and a short cache time, so browsers retry that size.
    return c.newResponse(image.body, 200, {
      ...(w === undefined ? headers : { ...negotiated, "Cache-Control": CACHE_FOR_AN_HOUR }),
      ...headersOf(STORED_TYPE),
      "Content-Length": String(image.byteLength),
    });
  },
);

/** Served as stored for any width, because we don't resize hidden images. */
async function serveHiddenImage(c: HttpContext, auctionId: string, key: string) {
  const image = await findImage(c.env.IMAGE_BUCKET, hiddenKey(key), c.req.method === "GET");
  const caller = image && (await findCaller(c));
  const canSee =
    caller && (isModerator(caller.user) || (await findSellerId(c.get("db"), auctionId)) === caller.user.id);
  if (!image || !canSee) {
    await image?.body?.cancel();
    return fail(c, "not_found");
  }
  const headers = { "Cache-Control": NO_STORE, "Content-Length": String(image.byteLength) };
  return c.newResponse(image.body, 200, { ...headers, ...headersOf(STORED_TYPE) });
}

/** Making a size counts as a read. Over the limit, we serve the image as stored. */
async function findVariant(c: HttpContext, request: Omit<VariantRequest, "accept">): Promise<ImageVariant | null> {
  const { IMAGE_BUCKET, IMAGES } = c.env;
  if (!IMAGES) return null;
  const waitUntil = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
  const resizer = { images: IMAGES, bucket: IMAGE_BUCKET, waitUntil, canResize: () => !isOverReadLimit(c) };
  return findOrCreateVariant(resizer, { ...request, accept: c.req.header("accept") ?? "" });
}

function headersOf(type: string): Record<string, string> {
  const extension = type === "image/jpeg" ? "jpg" : type.slice("image/".length);
  return {
    "Content-Type": type,
    "Content-Disposition": `inline; filename="image.${extension}"`,
    "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
  };
}
