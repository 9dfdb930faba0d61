/**
 * What the head of an auction's page says before any script has run: for links that are pasted into other places, and
 * for those who read pages without scripts. Every text is escaped where it is written; nothing here decides what the
 * page itself shows.
 */
import { html } from "hono/html";

import type { AuctionDetails } from "../contract/auction.ts";
import type { Image } from "../contract/catalogue.ts";

type Lot = Pick<AuctionDetails, "_id" | "title" | "description" | "images">;

const SITE = "Lotline";
/** Wide enough for every preview. */
const PREVIEW_WIDTH = 1280;
/** Drawn by scripts/commands/share-picture.ts: previews take no SVG. */
const NO_PICTURE = { url: "/share.png", width: 1200, height: 630 };
/** About what previews show; more would only be cut elsewhere. */
const MAX_DESCRIPTION = 200;
const NO_LOT = "This auction does not exist. It may have been removed by its seller, or the address is not complete.";

/** Writes the lot (null for none at this address) into the head of our one page. */
export async function withAuctionHead(page: Response, lot: Lot | null, origin: string): Promise<Response> {
  const title = lot ? `${lot.title} · ${SITE}` : `Auction not found · ${SITE}`;
  const about = lot ? excerpt(lot.description) : NO_LOT;
  const description = await html`<meta name="description" content="${about}" />`;
  const tags = await (lot ? lotTags(lot, origin) : html`<meta name="robots" content="noindex" />`);
  return new HTMLRewriter()
    .on("head > title", { element: (element) => void element.setInnerContent(title) })
    .on('head > meta[name="description"]', {
      element: (element) => void element.replace(description.toString(), { html: true }),
    })
    .on("head", { element: (element) => void element.append(tags.toString(), { html: true }) })
    .transform(page);
}

function lotTags({ _id, title, description, images }: Lot, origin: string) {
  const address = `${origin}/auction/${_id}`;
  const { url, width, height } = images ? preview(images) : NO_PICTURE;
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

/** As large as previews need it, and with the size that it then has. */
function preview({ url, width, height }: Image): Image {
  const smaller = `${url}?w=${PREVIEW_WIDTH}`;
  if (width === undefined || height === undefined) return { url: smaller };
  const scale = Math.min(1, PREVIEW_WIDTH / width);
  return { url: smaller, width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** One line, cut between words, never inside a character. */
function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const characters = Array.from(new Intl.Segmenter("en").segment(line), ({ segment }) => segment);
  if (characters.length <= MAX_DESCRIPTION) return line;
  const cut = characters.slice(0, MAX_DESCRIPTION - 1).join("");
  return `${cut.slice(0, cut.lastIndexOf(" ") > 0 ? cut.lastIndexOf(" ") : cut.length)}…`;
}
