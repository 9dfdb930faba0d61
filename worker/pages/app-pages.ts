/**
 * All other pages: the single-page app with the head of the site; and 404 for any other address, as a page to a browser
 * that opens it, otherwise as JSON. A missing script or image must never be answered with the page: a browser would
 * cache that for as long as the file.
 */
import { Hono } from "hono";
import type * as z from "zod";

import { auctionsQuery } from "../contract/auction.ts";
import type { auctionsAnswer, Image } from "../contract/catalogue.ts";
import { DEFAULT_FILTER, PAGES, textPageAt } from "../contract/pages.ts";
import { answerAllAuctions } from "../http/auction-lists.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { logError } from "../http/log.ts";
import { SAFE_METHODS } from "../http/methods.ts";
import { parseStored } from "../platform/parse-stored.ts";
import { withTimeout } from "../platform/with-timeout.ts";
import { builtPage, noIndexTag, preloadTag, previewTags, SITE, withHead } from "./page-head.ts";

/** The same text as in web/index.html. */
const ABOUT = "An online auction marketplace with live bidding: list an item, bid in real time, and win.";
const DEFAULT_LIST = auctionsQuery.parse(DEFAULT_FILTER);
/** The page is shown without images rather than later. */
const LIST_TIMEOUT_MS = 200;
/** Addresses under these are never pages. */
const NO_PAGES = /^\/(?:api|assets|\.well-known)\//;

export const appPages = new Hono<HttpEnv>();
for (const path of PAGES) {
  if (path !== "/auction/:auctionId") appPages.get(path, (c) => servePage(c, path));
}

async function servePage(c: HttpContext, route: (typeof PAGES)[number]) {
  const page = await builtPage(c);
  if (!page.ok) return new Response(page.body, page);
  const address = new URL(c.req.path, c.req.url).href;
  const text = textPageAt(route);
  if (text) {
    const { title, description } = text;
    const tags = previewTags({ address, title, description });
    return withHead(page, { route, title: `${title} · ${SITE}`, description, tags }, 200);
  }
  const tags = previewTags({ address, title: SITE, description: ABOUT });
  // With a filter in the address, the list and its fields are not the ones that were built.
  if (route === "/auctions" && new URL(c.req.url).search === "") {
    const early = preloadTag(`/auction/fetchAllAuctions?${new URLSearchParams(DEFAULT_FILTER).toString()}`);
    return withHead(page, { route, early, tags, firstScreen: { images: await listedImages(c) } }, 200);
  }
  return withHead(page, route === "/" ? { route, tags, firstScreen: { images: [] } } : { route, tags }, 200);
}

/** The images of the first auctions; none if D1 does not answer soon. */
async function listedImages(c: HttpContext): Promise<readonly (Image | null)[]> {
  try {
    const list = await withTimeout(answerAllAuctions(c, DEFAULT_LIST), LIST_TIMEOUT_MS);
    const { auctions } = parseStored<z.infer<typeof auctionsAnswer>>((await list?.text()) ?? "");
    return auctions.map(({ images }) => images);
  } catch (error) {
    if (error instanceof Error) logError(c, error);
    return [];
  }
}

/** The "not found" page; null if the client would not show a page. */
export async function missingPage(c: HttpContext): Promise<Response | null> {
  const opens = SAFE_METHODS.has(c.req.method) && (c.req.header("accept") ?? "").includes("text/html");
  if (!opens || NO_PAGES.test(c.req.path)) return null;
  const page = await builtPage(c);
  return page.ok ? withHead(page, { title: `Page not found · ${SITE}`, tags: noIndexTag() }, 404) : null;
}
