/** The URLs that crawlers and browsers request on their own: robots.txt, the sitemaps, the icons for old devices. */
import { Hono } from "hono";
import { html } from "hono/html";

import { countSitemaps, listSitemapItems } from "../catalogue/sitemap.ts";
import { indexedPaths } from "../contract/urls/pages.ts";
import { ROBOTS } from "../contract/urls/robots.ts";
import { replicas } from "../db/replicas.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { fail } from "../http/failure.ts";
import { serveSharedBody } from "../http/shared-body.ts";
import { listCategories } from "../listings/queries/categories.ts";

const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;
const ITEM_SITEMAP = /^items-([1-9]\d?)\.xml$/;

export const crawlers = new Hono<HttpEnv>()
  .get("/robots.txt", (c) =>
    c.text(`${ROBOTS}\nSitemap: ${new URL("/sitemap.xml", c.req.url).href}\n`, 200, {
      "Cache-Control": `public, max-age=${HOUR_MS / 1_000}`,
    }),
  )
  // Old devices request icons in specific sizes, and a "precomposed" variant without gloss.
  .get("/:icon{apple-touch-icon-.+\\.png}", (c) => {
    c.header("Cache-Control", `public, max-age=${DAY_SECONDS}`);
    return c.redirect("/apple-touch-icon.png", 301);
  })
  .get("/sitemap.xml", (c) =>
    serveXml(c, async () => {
      const count = await replicas.read(c.env.DB, (replica) => countSitemaps(replica, c.get("now")));
      const names = ["pages", ...Array.from({ length: count }, (_, index) => `items-${index + 1}`)];
      const sitemaps = names.map(
        (name) => html`<sitemap><loc>${new URL(`/sitemap/${name}.xml`, c.req.url).href}</loc></sitemap>`,
      );
      return html`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${sitemaps}</sitemapindex>`;
    }),
  )
  .get("/sitemap/pages.xml", (c) =>
    serveXml(c, async () => {
      const categories = await replicas.read(c.env.DB, listCategories);
      const paths = [...indexedPaths(), ...categories.map(({ _id }) => `/auctions?category=${_id}`)];
      return urlSet(paths.map((path) => urlTag(c, path)));
    }),
  )
  .get("/sitemap/:name", async (c) => {
    const number = Number(ITEM_SITEMAP.exec(c.req.param("name"))?.[1]);
    if (Number.isNaN(number)) return fail(c, "not_found");
    return serveXml(c, async () => {
      const items = await replicas.read(c.env.DB, (replica) => listSitemapItems(replica, number, c.get("now")));
      const sellers = new Set(items.map(({ sellerId }) => sellerId));
      return urlSet([
        ...items.map(({ id, changedAt }) => urlTag(c, `/auction/${id}`, changedAt)),
        ...Array.from(sellers, (id) => urlTag(c, `/seller/${id}`)),
      ]);
    });
  });

function serveXml(c: HttpContext, build: () => Promise<Awaited<ReturnType<typeof html>>>): Promise<Response> {
  return serveSharedBody(c, {
    type: "application/xml; charset=utf-8",
    cacheMs: HOUR_MS,
    build: async () => `<?xml version="1.0" encoding="UTF-8"?>\n${(await build()).toString()}\n`,
  });
}

function urlSet(urls: readonly ReturnType<typeof html>[]) {
  return html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[...urls]}</urlset>`;
}

function urlTag(c: HttpContext, path: string, changedAt?: string) {
  const changed = changedAt === undefined ? "" : html`<lastmod>${changedAt}</lastmod>`;
  return html`<url><loc>${new URL(path, c.req.url).href}</loc>${changed}</url>`;
}
