/**
 * What the head of an auction's page says before any script has run: for links that are pasted into other places, and
 * for those who read pages without scripts. Every text is escaped where it is written; nothing here decides what the
 * page itself shows.
 */
import { html } from "hono/html";

import type { AuctionDetails } from "../contract/auction.ts";

type Lot = Pick<AuctionDetails, "_id" | "title" | "description" | "images">;

const SITE = "Lotline";
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
  return html`<link rel="canonical" href="${address}" />
    <meta property="og:site_name" content="${SITE}" />
    <meta property="og:type" content="website" />
    <meta property="og:url" content="${address}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${excerpt(description)}" />
    <meta name="twitter:card" content="${images ? "summary_large_image" : "summary"}" />
    ${
      images &&
      html`<meta property="og:image" content="${origin + images.url}" />
        <meta property="og:image:alt" content="${title}" />`
    } `;
}

/** One line, cut between words, never inside a character. */
function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const characters = Array.from(new Intl.Segmenter("en").segment(line), ({ segment }) => segment);
  if (characters.length <= MAX_DESCRIPTION) return line;
  const cut = characters.slice(0, MAX_DESCRIPTION - 1).join("");
  return `${cut.slice(0, cut.lastIndexOf(" ") > 0 ? cut.lastIndexOf(" ") : cut.length)}…`;
}
