/**
 * `/auction/{id}`: the single-page app with this auction's title, description and image in its head, so that link previews show
 * the item without running scripts. An unknown auction answers 404 with the same page, which then shows "not found".
 */
import { Hono } from "hono";
import { html } from "hono/html";

import type { AuctionDetails } from "../contract/auction.ts";
import type { Image } from "../contract/catalogue.ts";
import { id } from "../contract/fields.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { logError } from "../http/log.ts";
import { pageText } from "../http/room-pages.ts";
import { parseStored } from "../platform/parse-stored.ts";
import { isOverReadLimit } from "../rate-limits/middleware.ts";

type Listing = Pick<AuctionDetails, "_id" | "title" | "description" | "images">;

const SITE = "Lotline";
/** The largest width that previews use. */
const PREVIEW_WIDTH = 1280;
/** Drawn by scripts/commands/share-image.ts, because previews do not support SVG. */
const DEFAULT_IMAGE = { url: "/share.png", width: 1200, height: 630 };
/** Previews show about this many characters. */
const MAX_DESCRIPTION_LENGTH = 200;
const NOT_FOUND = "This auction does not exist. It may have been removed by its seller, or the address is incomplete.";

export const auctionPages = new Hono<HttpEnv>().get("/*", async (c) => {
  const { origin } = new URL(c.req.url);
  const page = await c.env.ASSETS.fetch(new URL("/", origin));
  const listing = isOverReadLimit(c) ? "unavailable" : await findListing(c);
  // A copy: the headers of a binding's response are immutable, and the envelope adds some.
  if (!page.ok || listing === "unavailable") return new Response(page.body, page);
  const filled = await withAuctionHead(page, listing, origin);
  const headers = new Headers(filled.headers);
  // They describe the unmodified page.
  headers.delete("ETag");
  headers.delete("Content-Length");
  return new Response(filled.body, { status: listing ? 200 : 404, headers });
});

/** If the room does not answer, the page is served without the auction's head. */
async function findListing(c: HttpContext) {
  const auctionId = id.safeParse(/^\/auction\/([^/]+)\/?$/.exec(c.req.path)?.[1]);
  if (!auctionId.success) return null;
  try {
    const answered = await pageText(c, auctionId.data, true);
    return answered.ok ? parseStored<AuctionDetails>(answered.value) : null;
  } catch (error) {
    if (error instanceof Error) logError(c, error);
    return "unavailable";
  }
}

/** Writes the auction (null when none exists) into the head of the page. Every text is escaped. */
async function withAuctionHead(page: Response, listing: Listing | null, origin: string): Promise<Response> {
  const title = listing ? `${listing.title} · ${SITE}` : `Auction not found · ${SITE}`;
  const about = listing ? excerpt(listing.description) : NOT_FOUND;
  const description = await html`<meta name="description" content="${about}" />`;
  const tags = await (listing ? listingTags(listing, origin) : html`<meta name="robots" content="noindex" />`);
  return new HTMLRewriter()
    .on("head > title", { element: (element) => void element.setInnerContent(title) })
    .on('head > meta[name="description"]', {
      element: (element) => void element.replace(description.toString(), { html: true }),
    })
    .on("head", { element: (element) => void element.append(tags.toString(), { html: true }) })
    .transform(page);
}

function listingTags({ _id, title, description, images }: Listing, origin: string) {
  const address = `${origin}/auction/${_id}`;
  const { url, width, height } = images ? preview(images) : DEFAULT_IMAGE;
  return html`<link rel="canonical" href="${address}" />
    <meta property="og:site_name" content="${SITE}" />
    <meta property="og:type" content="website" />
    <meta property="og:url" content="${address}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${excerpt(description)}" />
    <meta name="twitter:card" content="summary_large_image" />
    <meta property="og:image" content="${origin + url}" />
    <meta property="og:image:alt" content="${images ? title : SITE}" />
    ${
      width !== undefined &&
      height !== undefined &&
      html`<meta property="og:image:width" content="${width}" />
        <meta property="og:image:height" content="${height}" />`
    } `;
}

/** The image in the size for previews. */
function preview({ url, width, height }: Image): Image {
  const smaller = `${url}?w=${PREVIEW_WIDTH}`;
  if (width === undefined || height === undefined) return { url: smaller };
  const scale = Math.min(1, PREVIEW_WIDTH / width);
  return { url: smaller, width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** The text as one line, shortened between words and never inside a character. */
function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const characters = Array.from(new Intl.Segmenter("en").segment(line), ({ segment }) => segment);
  if (characters.length <= MAX_DESCRIPTION_LENGTH) return line;
  const cut = characters.slice(0, MAX_DESCRIPTION_LENGTH - 1).join("");
  return `${cut.slice(0, cut.lastIndexOf(" ") > 0 ? cut.lastIndexOf(" ") : cut.length)}…`;
}
