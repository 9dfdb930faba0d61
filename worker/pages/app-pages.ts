/**
 * All other pages: the single-page app with the head of the site; and 404 for any other address, as a page to a browser
 * that opens it, otherwise as JSON. A missing script or image must never be answered with the page: a browser would
 * cache that for as long as the file.
 */
import { Hono } from "hono";

import { PAGES, textPageAt } from "../contract/pages.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { SAFE_METHODS } from "../http/methods.ts";
import { builtPage, noIndexTag, previewTags, SITE, withHead } from "./page-head.ts";

/** The same text as in web/index.html. */
const ABOUT = "An online auction marketplace with live bidding: list an item, bid in real time, and win.";
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
  if (!text) return withHead(page, { route, tags: previewTags({ address, title: SITE, description: ABOUT }) }, 200);
  const { title, description } = text;
  const tags = previewTags({ address, title, description });
  return withHead(page, { route, title: `${title} · ${SITE}`, description, tags }, 200);
}

/** The "not found" page; null if the client would not show a page. */
export async function missingPage(c: HttpContext): Promise<Response | null> {
  const opens = SAFE_METHODS.has(c.req.method) && (c.req.header("accept") ?? "").includes("text/html");
  if (!opens || NO_PAGES.test(c.req.path)) return null;
  const page = await builtPage(c);
  return page.ok ? withHead(page, { title: `Page not found · ${SITE}`, tags: noIndexTag() }, 404) : null;
}
