/**
 * `/auction/{id}`: the single-page app with this auction's title, description and image in its head, so that link
 * previews show the item without running scripts. For an unknown auction, the same page has status 404 and shows
 * "not found".
 */
import { Hono } from "hono";
import { html } from "hono/html";

import type { AuctionDetails } from "../contract/auction.ts";
import type { Image } from "../contract/catalogue.ts";
import { id } from "../contract/fields.ts";
import { COVER_LAYOUT, sizedUrl, srcsetOf } from "../contract/image-sizes.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { logError } from "../http/log.ts";
import { isOverReadLimit } from "../http/memory-limits.ts";
import { fetchPageText } from "../object-clients/room-pages.ts";
import { parseStored } from "../platform/parse-stored.ts";
import { excerpt } from "./excerpt.ts";
import { fetchBuiltPage, type PageHead, noIndexTag, preloadTag, previewTags, withHead } from "./page-head.ts";

type ListingPreview = Pick<AuctionDetails, "_id" | "title" | "description" | "images">;

const ROUTE = "/auction/:auctionId";

/** The largest width that previews use. */
const PREVIEW_WIDTH = 1280;
const NOT_FOUND_MESSAGE = "This auction doesn't exist. The seller may have removed it, or the link is incomplete.";

export const auctionPages = new Hono<HttpEnv>().get("/*", async (c) => {
  const page = await fetchBuiltPage(c);
  const { siteName } = c.get("settings");
  const listing = isOverReadLimit(c) ? "unavailable" : await findListing(c);
  // A copy, because the headers of a binding's response are immutable, and the `envelope` middleware adds some.
  if (!page.ok || listing === "unavailable") return new Response(page.body, page);
  return listing
    ? withHead(page, headOf(listing, siteName, new URL(c.req.url).origin), 200)
    : withHead(
        page,
        { route: ROUTE, title: `Auction not found · ${siteName}`, description: NOT_FOUND_MESSAGE, tags: noIndexTag() },
        404,
      );
});

/** If the room does not answer, the page is served without the auction's head. */
async function findListing(c: HttpContext) {
  const auctionId = id.safeParse(/^\/auction\/([^/]+)\/?$/.exec(c.req.path)?.[1]);
  if (!auctionId.success) return null;
  try {
    const answered = await fetchPageText(c, auctionId.data, true);
    return answered.ok ? parseStored<AuctionDetails>(answered.value) : null;
  } catch (error) {
    if (error instanceof Error) logError(c, error);
    return "unavailable";
  }
}

function headOf({ _id, title, description, images }: ListingPreview, siteName: string, origin: string): PageHead {
  const shortDescription = excerpt(description);
  const preview = {
    canonicalUrl: `${origin}/auction/${_id}`,
    title,
    description: shortDescription,
    siteName,
    indexed: true,
  };
  const tags = previewTags(images ? { ...preview, image: previewImage(images) } : preview);
  const preload = html`${images ? coverTag(images) : ""} ${detailsTag(_id)}`;
  const firstScreen = { images: [images], title };
  return { route: ROUTE, title: `${title} · ${siteName}`, description: shortDescription, preload, tags, firstScreen };
}

/**
 * Nothing in the page itself depends on the person. So the browser requests the details, with its cookies, before the
 * script runs. When `web/api/auction.ts` makes the same request, it gets this one's response.
 */
function detailsTag(auctionId: string) {
  return preloadTag(`/auction/fetchSpecificAuction?auctionId=${encodeURIComponent(auctionId)}`);
}

/** The image at the top of the page, in the size that the page will show. */
function coverTag(image: Image) {
  const { width, sizes } = COVER_LAYOUT;
  return html`<link
    rel="preload"
    as="image"
    fetchpriority="high"
    href="${sizedUrl(image.url, width)}"
    imagesrcset="${srcsetOf(image)}"
    imagesizes="${sizes}"
  />`;
}

function previewImage({ url, width, height }: Image): Image {
  const previewUrl = `${url}?w=${PREVIEW_WIDTH}`;
  if (width === undefined || height === undefined) return { url: previewUrl };
  const scale = Math.min(1, PREVIEW_WIDTH / width);
  return { url: previewUrl, width: Math.round(width * scale), height: Math.round(height * scale) };
}
