import { expect, it, onTestFinished, vi } from "vitest";

import { invalidateLists } from "../catalogue/list-cache.ts";
import { failure } from "../contract/failure.ts";
import { PAGE_PATHS, pageTextAt } from "../contract/urls/pages.ts";
import { databaseOf } from "../testing/bindings.ts";
import { newId } from "../testing/builders.ts";
import { ORIGIN } from "../testing/http.ts";
import { aPng } from "../testing/images.ts";
import { openPage, PAGE_HEADERS } from "../testing/pages.ts";
import { aListing } from "../testing/selling.ts";
import { anIpv6Address } from "../testing/strict-limits.ts";

const canonicalOf = (links: readonly Record<string, string>[]) =>
  links.find(({ rel }) => rel === "canonical")?.["href"];

const APP_PATHS = PAGE_PATHS.filter(
  (page) => !/:(?:seller|auction)Id$/.test(page) || page.startsWith("/dashboard/"),
).map((page) => page.replace(":auctionId", "1"));

it.each(APP_PATHS)("the app page %s is served with a preview of the site", async (path) => {
  const { response, tags, elements, links, title } = await openPage(path);
  expect(response.status).toBe(200);
  const text = pageTextAt(path);
  const expectedTitle = path === "/" ? "Lotline: live auctions" : (text?.title ?? "Lotline");
  expect(title).toBe(path === "/" || !text ? expectedTitle : `${expectedTitle} · Lotline`);
  expect(tags).toMatchObject({
    "og:title": expectedTitle,
    "og:url": `${ORIGIN}${path}`,
    "og:image": `${ORIGIN}/share.png`,
    "twitter:card": "summary_large_image",
  });
  expect(tags["description"]).toBe(text?.description ?? pageTextAt("/")?.description);
  expect(canonicalOf(links)).toBe(text ? ORIGIN + path : undefined);
  expect(tags["robots"]).toBe(text ? undefined : "noindex");
  expect(elements).toContain("script");
  for (const [name, value] of Object.entries({ ...PAGE_HEADERS, ETag: null })) {
    expect(response.headers.get(name)).toBe(value);
  }
});

it("an app page loads only the files for its own URL", async () => {
  const [list, landing] = await Promise.all([openPage("/auctions"), openPage("/")]);
  const files = ({ links }: typeof list) => links.filter(({ rel }) => rel === "modulepreload").map(({ href }) => href);
  expect(files(list)).toEqual(["/assets/list.js"]);
  expect(files(landing)).toEqual([]);
  for (const { tags } of [list, landing]) expect(tags).not.toHaveProperty("route-files");
});

it("an app page shows only its own first screen before the script runs", async () => {
  expect((await openPage("/")).heading).toBe("The room is open.");
  expect((await openPage("/auctions")).heading).toBe("All Auctions");
  expect((await openPage("/login")).heading).toBe("");
  for (const path of ["/", "/auctions", "/login"]) {
    expect((await openPage(path)).elements).not.toContain("template");
  }
});

it("the all-auctions page shows its first images and preloads its list", async () => {
  const image = new File([aPng()], "telescope.png", { type: "image/png" });
  const { auction } = await aListing({}, { image });
  await aListing();
  const { images, links } = await openPage("/auctions");
  const url = auction.images?.url;
  expect(images).toEqual([{ width: "640", src: `${url}?w=640`, srcset: `${url}?w=80 2w` }]);
  const callUrl = "/api/v1/auction/fetchAllAuctions?status=Live&sort=ending";
  expect(links).toContainEqual({ rel: "preload", as: "fetch", crossorigin: "", href: callUrl });
});

it("an app page shows no first screen for a filtered list", async () => {
  const { heading, links } = await openPage("/auctions?category=antiques");
  expect(heading).toBe("");
  expect(links.map(({ rel }) => rel)).not.toContain("preload");
});

it("app pages are served without images while D1 is down", async () => {
  invalidateLists();
  const DB = databaseOf(() => () => {
    throw new Error("D1_ERROR: overloaded");
  });
  const { response, heading, images } = await openPage("/auctions", { DB });
  expect(response.status).toBe(200);
  expect(heading).toBe("All Auctions");
  expect(images).toEqual([]);
});

it("a category page has a title, a description and one canonical URL for all sorts", async () => {
  const { tags, title, links } = await openPage("/auctions?sort=ending&category=antiques");
  expect(title).toBe("Antiques · Lotline");
  expect(tags["description"]).toMatch(/^Antiques at live auctions on Lotline\. ./);
  expect(canonicalOf(links)).toBe(`${ORIGIN}/auctions?category=antiques`);
  expect(tags["og:url"]).toBe(`${ORIGIN}/auctions?category=antiques`);
});

it.each([
  ["/auctions?sort=ending", `${ORIGIN}/auctions`, undefined],
  ["/auctions?page=2", `${ORIGIN}/auctions`, undefined],
  ["/auctions?search=watch", undefined, "noindex"],
  ["/auctions?category=antiques&status=Sold", undefined, "noindex"],
  ["/auctions?category=none-of-ours", undefined, "noindex"],
  ["/auctions?category=", undefined, "noindex"],
])("search engines index at most one URL per list: %s", async (path, canonicalUrl, robots) => {
  const { tags, links } = await openPage(path);
  expect(canonicalOf(links)).toBe(canonicalUrl);
  expect(tags["robots"]).toBe(robots);
});

it("a search page is titled after its search, escaped", async () => {
  const { title, tags } = await openPage(`/auctions?search=${encodeURIComponent('<b>"watch"')}`);
  expect(title).toBe('Search for “<b>"watch"” · Lotline');
  expect(tags["og:title"]).toBe('Search for “<b>"watch"”');
});

it("a seller's page has their name and their public statistics", async () => {
  const { auction } = await aListing();
  const { _id, firstName, lastName } = auction.seller;
  const { response, title, tags, links } = await openPage(`/seller/${_id}?show=Sold`);
  expect(response.status).toBe(200);
  expect(title).toBe(`${firstName} ${lastName} · Lotline`);
  expect(tags["description"]).toBe(`Auctions by ${firstName} ${lastName} on Lotline: 1 live now.`);
  expect(canonicalOf(links)).toBe(`${ORIGIN}/seller/${_id}`);
});

it("the page of someone who doesn't sell returns 404 and isn't indexed", async () => {
  const { response, title, tags } = await openPage(`/seller/${newId()}`);
  expect(response.status).toBe(404);
  expect(title).toBe("Seller not found · Lotline");
  expect(tags["robots"]).toBe("noindex");
});

it("app pages keep their canonical URL while D1 is down", async () => {
  invalidateLists();
  const DB = databaseOf(() => () => {
    throw new Error("D1_ERROR: overloaded");
  });
  for (const path of ["/auctions?category=fashion", `/seller/${newId()}`]) {
    const { response, links, tags } = await openPage(path, { DB });
    expect(response.status).toBe(200);
    expect(canonicalOf(links)).toBe(ORIGIN + path);
    expect(tags["robots"]).toBeUndefined();
  }
});

it("app pages answer HEAD like GET, without a body", async () => {
  const { auction } = await aListing();
  const paths = ["/", "/auctions?category=antiques", `/seller/${auction.seller._id}`, `/auction/${auction._id}`];
  for (const path of [...paths, "/nowhere", "/about,"]) {
    const [getPage, headPage] = [await openPage(path), await openPage(path, {}, { method: "HEAD" })];
    const headers = (response: Response) =>
      [...response.headers].filter(([name]) => name !== "x-request-id" && name !== "content-length");
    expect(headPage.response.status).toBe(getPage.response.status);
    expect(headers(headPage.response)).toEqual(headers(getPage.response));
    expect(headPage.html).toBe("");
  }
});

it("app pages are still served to a caller who has used up the read limit", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const init = { headers: { "cf-connecting-ip": anIpv6Address() } };
  const strictLimits = { LIMIT_SCALE: "1" };
  for (let visit = 0; visit < 601; visit += 1) {
    expect((await openPage("/auctions", strictLimits, init)).response.status).toBe(200);
  }
  expect((await openPage("/api/v1/settings", strictLimits, init)).response.status).toBe(200);
  // A URL that doesn't exist counts toward the limit.
  for (let visit = 0; visit < 599; visit += 1) await openPage("/nowhere", strictLimits, init);
  expect((await openPage("/nowhere", strictLimits, init)).response.status).toBe(429);
  expect((await openPage("/auctions", strictLimits, init)).response.status).toBe(200);
});

it("app pages allow only GET and HEAD", async () => {
  const { response } = await openPage("/about", {}, { method: "POST" });
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("GET, HEAD");
});

it("a deployment without sample text marks every page in its HTML", async () => {
  const { id } = await aListing();
  const paths = ["/", "/auctions", "/about", `/auction/${id}`, `/auction/${newId()}`, "/nowhere"];
  for (const path of paths) {
    expect((await openPage(path, { FIXED_TEXTS: "real" })).html).toContain('<html lang="en" data-fixed-texts="real">');
    expect((await openPage(path)).html).toContain('<html lang="en">');
  }
});

const id = newId();
it.each([
  ["/auctions/", "/auctions"],
  ["/about,", "/about"],
  [`//auction/${id}`, `/auction/${id}`],
  [`/auction/${id}%E3%80%82`, `/auction/${id}`],
  [`/seller/${id.toUpperCase()}`, `/seller/${id}`],
  ["/auctions?category=antiques).&utm_source=x", "/auctions?category=antiques"],
])("a mangled URL redirects to the intended page: %s", async (pastedPath, correctPath) => {
  for (const method of ["GET", "HEAD"]) {
    const { response } = await openPage(pastedPath, {}, { method });
    expect(response.status).toBe(301);
    expect(response.headers.get("location")).toBe(correctPath);
    expect(response.headers.get("cache-control")).toBe("public, max-age=86400");
  }
});

it("a mangled URL isn't corrected in a POST request or in the API", async () => {
  expect((await openPage("/about,", {}, { method: "POST" })).response.status).toBe(404);
  expect((await openPage("/api/v1/settings.")).response.status).toBe(404);
});

it.each(["/no/such", "/dashboard/nothing", "/auctions/1", "/about/us"])(
  "an unknown URL shows a browser the “Page not found” page, with status 404: %s",
  async (path) => {
    const { response, title, tags, elements } = await openPage(path);
    expect(response.status).toBe(404);
    expect(title).toBe("Page not found · Lotline");
    expect(tags).toMatchObject({ robots: "noindex" });
    expect(elements).toContain("script");
  },
);

it.each([
  ["a script of another deployment", "/assets/gone-abc123.js", "*/*"],
  ["a script, with any Accept header", "/assets/gone-abc123.js", "text/html,*/*;q=0.8"],
  ["an icon", "/icon-512.png", "image/avif,image/webp,*/*;q=0.8"],
  ["a file that scanners look for", "/.env", "*/*"],
  ["an API call", "/api/v1/nothing", "text/html,*/*;q=0.8"],
])("an unknown file or API URL gets a JSON 404: %s", async (_, path, accept) => {
  const { response, html } = await openPage(path, {}, { headers: { accept } });
  expect(response.status).toBe(404);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(failure.parse(JSON.parse(html)).code).toBe("not_found");
});
