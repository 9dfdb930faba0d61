/**
 * Every page but an auction's: the single-page app with the site's head. Any other URL returns 404: an HTML page if a
 * browser opens it, otherwise JSON. We must never return the page for a missing script or image, because a browser
 * would cache it for as long as the file itself.
 */
import { Hono } from "hono";
import type * as z from "zod";

import { serveAllAuctions } from "../catalogue/list-responses.ts";
import { serveSeller } from "../catalogue/seller-response.ts";
import { auctionsQuery } from "../contract/auction.ts";
import type { auctionsResponse, Image } from "../contract/catalogue.ts";
import { DEFAULT_FILTER } from "../contract/default-filter.ts";
import { id } from "../contract/fields.ts";
import type { sellerResponse } from "../contract/seller.ts";
import { fullName } from "../contract/text/full-name.ts";
import { PAGE_PATHS, type PagePath, type PageText, pageTextAt } from "../contract/urls/pages.ts";
import { replicas } from "../db/replicas.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { logError } from "../http/log.ts";
import { isOverReadLimit } from "../http/memory-limits.ts";
import { SAFE_METHODS } from "../http/methods.ts";
import { findOfferedCategory } from "../listings/queries/categories.ts";
import { parseStored } from "../platform/parse-stored.ts";
import { withTimeout } from "../platform/with-timeout.ts";
import { excerpt } from "./excerpt.ts";
import { fetchBuiltPage, noIndexTag, preloadTag, previewTags, withHead } from "./page-head.ts";

const SITE_TEXT = textOf("/");
const LIST_TEXT = textOf("/auctions");
/** List filters that leave some auctions out. */
const FILTER_PARAMETERS = ["search", "condition", "status", "endsWithin", "minPrice", "maxPrice"];
const DEFAULT_LIST = auctionsQuery.parse(DEFAULT_FILTER);
/** After this time, we serve the page without images or a category's text. */
const LIST_TIMEOUT_MS = 200;
/** URLs under these are never pages. */
const NON_PAGE_PATHS = /^\/(?:api|assets|\.well-known)\//;

export const appPages = new Hono<HttpEnv>();
for (const path of PAGE_PATHS) {
  if (path !== "/auction/:auctionId") appPages.get(path, (c) => servePage(c, path));
}

function textOf(page: "/" | "/auctions"): PageText {
  const text = pageTextAt(page);
  if (!text) throw new Error(`${page} has no text`);
  return text;
}

async function servePage(c: HttpContext, route: PagePath) {
  const page = await fetchBuiltPage(c);
  if (!page.ok) return new Response(page.body, page);
  const metadata = route === "/seller/:sellerId" ? await sellerMetadata(c) : await metadataOf(c, route);
  const { siteName } = c.get("settings");
  if (metadata === null) {
    return withHead(page, { route, title: `Seller not found · ${siteName}`, tags: noIndexTag() }, 404);
  }
  const { canonicalPath, title, description, indexed } = metadata;
  const tags = previewTags({
    canonicalUrl: new URL(canonicalPath, c.req.url).href,
    title,
    description,
    siteName,
    indexed,
  });
  const fullTitle = route === "/" || title === siteName ? title : `${title} · ${siteName}`;
  const head = { route, title: fullTitle, description, tags };
  // With a filter in the URL, the list and its fields differ from the built ones.
  if (route === "/auctions" && new URL(c.req.url).search === "") {
    const preload = preloadTag(`/auction/fetchAllAuctions?${new URLSearchParams(DEFAULT_FILTER).toString()}`);
    return withHead(page, { ...head, preload, firstScreen: { images: await listedImages(c) } }, 200);
  }
  return withHead(page, route === "/" ? { ...head, firstScreen: { images: [] } } : head, 200);
}

type PageMetadata = PageText & { readonly canonicalPath: string; readonly indexed: boolean };

/** A page without its own text, such as the dashboard, uses the site's text and isn't listed by search engines. */
async function metadataOf(c: HttpContext, route: PagePath): Promise<PageMetadata> {
  if (route === "/auctions") return auctionListMetadata(c);
  const { siteName } = c.get("settings");
  if (route === "/")
    return { ...SITE_TEXT, title: `${siteName}: live auctions`, canonicalPath: c.req.path, indexed: true };
  const routeText = pageTextAt(route);
  return {
    ...(routeText ?? { ...SITE_TEXT, title: siteName }),
    canonicalPath: c.req.path,
    indexed: routeText !== null,
  };
}

/**
 * The list of a category is a separate page for search engines. Lists with other filters aren't indexed, because their
 * results change all the time.
 */
async function auctionListMetadata(c: HttpContext): Promise<PageMetadata> {
  const params = new URL(c.req.url).searchParams;
  const listMetadata = {
    ...LIST_TEXT,
    canonicalPath: "/auctions",
    indexed: !FILTER_PARAMETERS.some((name) => params.has(name)),
  };
  const search = params.get("search")?.trim();
  if (search) return { ...listMetadata, title: `Search for “${excerpt(search)}”` };
  const requestedCategory = params.get("category");
  if (requestedCategory === null) return listMetadata;
  const categoryId = id.safeParse(requestedCategory);
  if (!categoryId.success) return { ...listMetadata, indexed: false };
  const canonicalPath = `/auctions?category=${categoryId.data}`;
  const category = await findWithinTimeout(c, () =>
    replicas.read(c.env.DB, (replica) => findOfferedCategory(replica, categoryId.data)),
  );
  if (!category) return { ...listMetadata, canonicalPath, indexed: listMetadata.indexed && category === undefined };
  const { siteName } = c.get("settings");
  const description = excerpt(`${category.name} at live auctions on ${siteName}. ${category.description}`);
  return { title: category.name, description, canonicalPath, indexed: listMetadata.indexed };
}

/** Null if there is no such seller. While D1 doesn't answer, the page is served with the site's own text. */
async function sellerMetadata(c: HttpContext): Promise<PageMetadata | null> {
  const sellerId = id.safeParse(c.req.param("sellerId"));
  if (!sellerId.success) return null;
  const canonicalPath = `/seller/${sellerId.data}`;
  const { siteName } = c.get("settings");
  const response = await findWithinTimeout(c, () => serveSeller(c, sellerId.data));
  if (!response) return response === null ? null : { ...SITE_TEXT, title: siteName, canonicalPath, indexed: true };
  const { seller } = parseStored<z.infer<typeof sellerResponse>>(await response.text());
  const name = fullName(seller);
  const counts = [
    ...(seller.live > 0 ? [`${seller.live} live now`] : []),
    ...(seller.sold > 0 ? [`${seller.sold} sold`] : []),
  ];
  const description = `Auctions by ${name} on ${siteName}${counts.length > 0 ? `: ${counts.join(", ")}` : ""}.`;
  return { title: name, description, canonicalPath, indexed: true };
}

/**
 * D1's data if it answers within `LIST_TIMEOUT_MS`. Undefined otherwise, and for a caller who is over the read limit.
 */
async function findWithinTimeout<Found>(c: HttpContext, find: () => Promise<Found>): Promise<Found | undefined> {
  if (isOverReadLimit(c)) return undefined;
  try {
    return await withTimeout(find(), LIST_TIMEOUT_MS);
  } catch (error) {
    if (error instanceof Error) logError(c, error);
    return undefined;
  }
}

/** The images of the first auctions. None if D1 doesn't answer within `LIST_TIMEOUT_MS`. */
async function listedImages(c: HttpContext): Promise<readonly (Image | null)[]> {
  try {
    const list = await withTimeout(serveAllAuctions(c, DEFAULT_LIST), LIST_TIMEOUT_MS);
    const { auctions } = parseStored<z.infer<typeof auctionsResponse>>((await list?.text()) ?? "");
    return auctions.map(({ images }) => images);
  } catch (error) {
    if (error instanceof Error) logError(c, error);
    return [];
  }
}

/** The "not found" page. Null if the client wouldn't show a page. */
export async function serveMissingPage(c: HttpContext): Promise<Response | null> {
  const isNavigation = SAFE_METHODS.has(c.req.method) && (c.req.header("accept") ?? "").includes("text/html");
  if (!isNavigation || NON_PAGE_PATHS.test(c.req.path)) return null;
  const page = await fetchBuiltPage(c);
  const title = `Page not found · ${c.get("settings").siteName}`;
  return page.ok ? withHead(page, { title, tags: noIndexTag() }, 404) : null;
}
