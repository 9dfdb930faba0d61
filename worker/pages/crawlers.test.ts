import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { countPublicTotals } from "../catalogue/public-counts.ts";
import { ITEMS_PER_SITEMAP, countSitemaps, listSitemapItems } from "../catalogue/sitemap.ts";
import { countsResponse } from "../contract/counts.ts";
import { indexedPaths } from "../contract/urls/pages.ts";
import { openDatabase } from "../db/database.ts";
import { DAY_MS, newId } from "../testing/builders.ts";
import { aCategory, insertAuction } from "../testing/catalogue.ts";
import { requestJson, ORIGIN } from "../testing/http.ts";
import { openPage } from "../testing/pages.ts";

/** The URLs in a sitemap. Checks its headers, too. */
async function urlsIn(path: string): Promise<string[]> {
  const { response, html } = await openPage(path);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
  return Array.from(html.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = ""]) => url.replaceAll("&amp;", "&"));
}

it("robots.txt contains the sitemap URL at the requested origin", async () => {
  const { response, html } = await openPage("/robots.txt");
  expect(response.headers.get("content-type")).toContain("text/plain");
  expect(html).toMatch(/^User-agent: \*\n/);
  expect(html).toContain(`\nSitemap: ${ORIGIN}/sitemap.xml\n`);
});

it("the sitemaps list every public page and category by its canonical URL", async () => {
  const category = await aCategory("Q&A");
  const pageUrls = await urlsIn("/sitemap/pages.xml");
  const pages = indexedPaths().map((page) => ORIGIN + page);
  expect(pageUrls).toEqual(expect.arrayContaining([...pages, `${ORIGIN}/auctions?category=antiques`]));
  expect(pageUrls).toContain(`${ORIGIN}/auctions?category=${category}`);
  for (const url of pageUrls) {
    const { response, links } = await openPage(url.slice(ORIGIN.length));
    expect(response.status).toBe(200);
    expect(links).toContainEqual({ rel: "canonical", href: url });
  }
});

it("the sitemaps list open items and their sellers, but nothing hidden or ended", async () => {
  const [live, upcoming] = [await insertAuction(), await insertAuction({ startsAt: Date.now() + DAY_MS / 2 })];
  const endedAuction = await insertAuction({ endsAt: Date.now() - 1 });
  const unlistedAuctions = await Promise.all(
    (["hidden", "cancelled", "removed", "voided", "closed"] as const).map((phase) => insertAuction({ phase })),
  );
  const index = await urlsIn("/sitemap.xml");
  expect(index).toEqual([`${ORIGIN}/sitemap/pages.xml`, `${ORIGIN}/sitemap/items-1.xml`]);
  const items = await urlsIn("/sitemap/items-1.xml");
  for (const { id, sellerId } of [live, upcoming]) {
    expect(items).toContain(`${ORIGIN}/auction/${id}`);
    expect(items).toContain(`${ORIGIN}/seller/${sellerId}`);
  }
  for (const { id, sellerId } of [endedAuction, ...unlistedAuctions]) {
    expect(items).not.toContain(`${ORIGIN}/auction/${id}`);
    expect(items).not.toContain(`${ORIGIN}/seller/${sellerId}`);
  }
});

it("there are as many sitemaps as needed, and each item is in exactly one", async () => {
  const [db, now] = [openDatabase(env.DB), Date.now()];
  await env.DB.prepare(
    `INSERT INTO auctions (id, seller_id, category_id, title, description, image_keys, currency, increments,
         starting_price_minor, price_minor, min_next_minor, bid_count, phase, created_at, scheduled_ends_at, ends_at,
         extensions, window_ms, changed_at, seq)
       SELECT printf('%032x', value), ?1, 'antiques', 'Lot', '', '[]', 'USD', 'flat', 1, 1, 1, 0, 'open', value, ?2, ?2, 0, 0, 0, 1
       FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?3) SELECT value FROM n)`,
  )
    .bind(newId(), now + DAY_MS, ITEMS_PER_SITEMAP)
    .run();
  expect(await countSitemaps(db, now)).toBe(2);
  const [first, second] = [await listSitemapItems(db, 1, now), await listSitemapItems(db, 2, now)];
  expect(first).toHaveLength(ITEMS_PER_SITEMAP);
  expect(second.length).toBeGreaterThan(0);
  const ids = [...first, ...second].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it.each(["/sitemap/items-0.xml", "/sitemap/items-100.xml", "/sitemap/other.xml"])(
  "a URL that isn't a sitemap returns 404: %s",
  async (path) => {
    expect((await openPage(path)).response.status).toBe(404);
  },
);

it.each(["/apple-touch-icon-precomposed.png", "/apple-touch-icon-120x120.png"])(
  "%s redirects to the site's icon",
  async (path) => {
    const { response } = await openPage(path);
    expect(response.status).toBe(301);
    expect(response.headers.get("location")).toBe("/apple-touch-icon.png");
  },
);

it("the site counts live auctions by category, and sales in its currency", async () => {
  const db = openDatabase(env.DB);
  const before = await countPublicTotals(db, "XTS", Date.now());
  expect(before).toMatchObject({ sold: 0, currency: "XTS" });
  const category = await aCategory();
  await insertAuction({ categoryId: category });
  await insertAuction({ categoryId: category, startsAt: Date.now() + DAY_MS / 2 });
  await insertAuction({ categoryId: category, endsAt: Date.now() - 1 });
  await insertAuction({ phase: "closed", winnerId: newId(), priceMinor: 12_345, currency: "XTS" });
  await insertAuction({ phase: "closed", winnerId: newId(), priceMinor: 1_000, currency: "XTS" });
  await insertAuction({ phase: "closed", priceMinor: 99_900, currency: "XTS" });
  await insertAuction({ phase: "voided", winnerId: newId(), priceMinor: 99_900, currency: "XTS" });
  const counts = await countPublicTotals(db, "XTS", Date.now());
  expect(counts.sold).toBe(130);
  expect(counts.categories[category]).toBe(1);
});

it("the site's counts are refreshed at most every ten minutes", async () => {
  const first = await requestJson(countsResponse, "/counts");
  await insertAuction({ categoryId: await aCategory() });
  expect(await requestJson(countsResponse, "/counts")).toEqual(first);
});
