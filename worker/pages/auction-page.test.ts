import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, onTestFinished, vi } from "vitest";

import worker from "../index.ts";
import { newId } from "../testing/builders.ts";
import { ORIGIN } from "../testing/http.ts";
import { aPng } from "../testing/images.ts";
import { ASSETS, headOf, openPage, PAGE_HEADERS } from "../testing/pages.ts";
import { aListing } from "../testing/selling.ts";
import { anIpv6Address, sendCountedAs } from "../testing/strict-limits.ts";

/** A page with an image, which several tests read. */
async function aPageWithImage() {
  const image = new File([aPng()], "telescope.png", { type: "image/png" });
  const { id, auction } = await aListing({ title: "Brass & copper", description: "It\n\nextends." }, { image });
  return { id, url: auction.images?.url, page: await openPage(`/auction/${id}`) };
}
const { id, url, page } = await aPageWithImage();

it("an auction page has its title, description and image in the head", () => {
  const { response, title, tags, elements } = page;
  expect(response.status).toBe(200);
  expect(title).toBe("Brass & copper · Lotline");
  expect(tags).toMatchObject({
    description: "It extends.",
    "og:title": "Brass & copper",
    "og:description": "It extends.",
    "og:url": `${ORIGIN}/auction/${id}`,
    "og:image": `${ORIGIN}${url}?w=1280`,
    "og:image:width": "2",
    "og:image:height": "2",
    "og:image:alt": "Brass & copper",
    "twitter:card": "summary_large_image",
  });
  expect(elements.filter((name) => name === "title")).toHaveLength(1);
  expect(elements).toContain("script");
});

it("an auction page preloads its first image, its API call and its files", () => {
  const { links, tags } = page;
  expect(links).toEqual([
    {
      rel: "preload",
      as: "image",
      fetchpriority: "high",
      href: `${url}?w=960`,
      imagesrcset: `${url}?w=80 2w`,
      imagesizes: "(min-width: 80rem) 48rem, (min-width: 64rem) 60vw, 100vw",
    },
    {
      rel: "preload",
      as: "fetch",
      crossorigin: "",
      href: `/api/v1/auction/fetchSpecificAuction?auctionId=${id}`,
    },
    { rel: "modulepreload", crossorigin: "", href: "/assets/auction.js" },
    { rel: "modulepreload", crossorigin: "", href: "/assets/parts.js" },
    { rel: "canonical", href: `${ORIGIN}/auction/${id}` },
  ]);
  expect(tags).not.toHaveProperty("route-files");
});

it("an auction page shows its image and title before the script runs", () => {
  const { heading, images, elements } = page;
  expect(heading).toBe("Brass & copper");
  expect(images).toEqual([{ width: "720", src: `${url}?w=960`, srcset: `${url}?w=80 2w` }]);
  expect(elements).not.toContain("template");
});

it("an auction page keeps the static page's headers, except its ETag", () => {
  const { headers } = page.response;
  for (const [name, value] of Object.entries({ ...PAGE_HEADERS, ETag: null })) expect(headers.get(name)).toBe(value);
  expect(headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
});

it("an auction page without an image shows its title and the site's own image", async () => {
  const imagelessListing = await aListing({ title: "Brass telescope" });
  const { heading, images, tags } = await openPage(`/auction/${imagelessListing.id}`);
  expect({ heading, images }).toEqual({ heading: "Brass telescope", images: [] });
  expect(tags).toMatchObject({
    "twitter:card": "summary_large_image",
    "og:image": `${ORIGIN}/share.png`,
    "og:image:width": "1200",
    "og:image:height": "630",
  });
  const missing = await openPage(`/auction/${newId()}`);
  expect(missing).toMatchObject({ heading: "", images: [] });
  expect(missing.elements).not.toContain("template");
});

it("an unknown auction's page preloads only scripts, and no page uses the session", async () => {
  const { links } = await openPage(`/auction/${newId()}`);
  expect(links.map(({ rel }) => rel)).toEqual(["modulepreload", "modulepreload"]);
  const signedInPage = await openPage(`/auction/${id}`, {}, { headers: { cookie: "__Host-session=somebody" } });
  expect(signedInPage.html).toBe(page.html);
});

it.each([
  `</title><script>alert(1)</script>`,
  `" /><script src="//evil.example/x.js"></script><meta content="`,
  `'><img src=x onerror=alert(1)>`,
  `Tom &amp; Jerry & <b>"friends"</b>`,
  `<!-- --></head><body onload=alert(1)>`,
])("an auction page shows hostile text as plain text (case %#)", async (text) => {
  const hostile = await aListing({ title: text, description: text });
  const plainElements = (await openPage(`/auction/${newId()}`)).elements.filter((name) => name !== "meta");
  const { title, tags, elements, html, heading } = await openPage(`/auction/${hostile.id}`);
  expect(title).toBe(`${text} · Lotline`);
  expect(tags).toMatchObject({ description: text, "og:title": text, "og:description": text });
  expect(heading).toBe(text);
  // The hostile text has added no elements. The only new ones are the heading, the canonical link and the preload link.
  expect(elements.filter((name) => name !== "meta").toSorted()).toEqual(
    [...plainElements, "h1", "link", "link"].toSorted(),
  );
  expect(html).not.toContain("<script>");
});

it("an auction page shortens a long description between words", async () => {
  const long = await aListing({ description: `${"word ".repeat(36)}${"👩‍👩‍👧‍👦".repeat(60)}` });
  const { tags } = await openPage(`/auction/${long.id}`);
  expect(tags["description"]).toBe(`${"word ".repeat(36).trim()}…`);
  const listingWithoutSpaces = await aListing({ description: "👩‍👩‍👧‍👦".repeat(250) });
  expect((await openPage(`/auction/${listingWithoutSpaces.id}`)).tags["description"]).toBe(`${"👩‍👩‍👧‍👦".repeat(199)}…`);
});

it.each([`/auction/${newId()}`, "/auction/no%20id", "/auction/", "/auction/a/b"])(
  "an unknown auction's page returns 404: %s",
  async (path) => {
    const { response, title, tags, elements } = await openPage(path);
    expect(response.status).toBe(404);
    expect(title).toBe("Auction not found · Lotline");
    expect(tags).toMatchObject({ robots: "noindex" });
    expect(elements).toContain("script");
  },
);

it("an auction page has only the default head if its room fails", async () => {
  const broken = { getByName: () => ({ details: () => Promise.reject(new Error("overloaded")) }) };
  const { response, title } = await openPage(`/auction/${newId()}`, { AUCTION_ROOM: broken as never });
  expect(response.status).toBe(200);
  expect(title).toBe("Lotline");
});

it("an auction page is served without its auction to a caller over the read limit", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const headers = { "cf-connecting-ip": anIpv6Address() };
  const visit = (path: string) =>
    worker.fetch(
      new Request(ORIGIN + path, { headers }),
      { ...env, ASSETS, LIMIT_SCALE: "1" },
      createExecutionContext(),
    );
  expect((await sendCountedAs(599, () => visit("/api/v1/settings"))).status).toBe(200);
  expect((await headOf(await visit(`/auction/${id}`))).title).toBe(page.title);
  const plain = await visit(`/auction/${id}`);
  expect([plain.status, (await headOf(plain)).title]).toEqual([200, "Lotline"]);
});
