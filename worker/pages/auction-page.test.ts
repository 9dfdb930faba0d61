import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, onTestFinished, vi } from "vitest";

import worker from "../index.ts";
import { newId } from "../testing/builders.ts";
import { ORIGIN } from "../testing/http.ts";
import { aPng } from "../testing/images.ts";
import { ASSETS, headOf, openPage, PAGE_HEADERS } from "../testing/pages.ts";
import { aListing } from "../testing/selling.ts";
import { anAddress } from "../testing/strict-limits.ts";

it("an auction page has its title, description and image in the head", async () => {
  const image = new File([aPng()], "telescope.png", { type: "image/png" });
  const { id, auction } = await aListing({ title: "Brass telescope", description: "It\n\nextends." }, { image });
  const { response, title, tags, elements } = await openPage(`/auction/${id}`);
  expect(response.status).toBe(200);
  expect(title).toBe("Brass telescope · Lotline");
  expect(tags).toMatchObject({
    description: "It extends.",
    "og:title": "Brass telescope",
    "og:description": "It extends.",
    "og:url": `${ORIGIN}/auction/${id}`,
    "og:image": `${ORIGIN}${auction.images?.url}?w=1280`,
    "og:image:width": "2",
    "og:image:height": "2",
    "og:image:alt": "Brass telescope",
    "twitter:card": "summary_large_image",
  });
  expect(elements.filter((name) => name === "title")).toHaveLength(1);
  expect(elements).toContain("script");
});

it("an auction page preloads its first image, its API call and its files", async () => {
  const image = new File([aPng()], "telescope.png", { type: "image/png" });
  const { id, auction } = await aListing({ title: "Brass telescope" }, { image });
  const { links, tags } = await openPage(`/auction/${id}`);
  const url = auction.images?.url;
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

it("an auction page shows its image and title before the script runs", async () => {
  const image = new File([aPng()], "telescope.png", { type: "image/png" });
  const { id, auction } = await aListing({ title: "Brass & copper" }, { image });
  const { heading, images, elements } = await openPage(`/auction/${id}`);
  const url = auction.images?.url;
  expect(heading).toBe("Brass & copper");
  expect(images).toEqual([{ width: "720", src: `${url}?w=960`, srcset: `${url}?w=80 2w` }]);
  expect(elements).not.toContain("template");
});

it("an auction page without an image initially shows only the title", async () => {
  const { id } = await aListing({ title: "Brass telescope" });
  expect(await openPage(`/auction/${id}`)).toMatchObject({ heading: "Brass telescope", images: [] });
  const missing = await openPage(`/auction/${newId()}`);
  expect(missing).toMatchObject({ heading: "", images: [] });
  expect(missing.elements).not.toContain("template");
});

it("the page of an unknown auction preloads files, but no personal data", async () => {
  const { links } = await openPage(`/auction/${newId()}`);
  expect(links.map(({ rel }) => rel)).toEqual(["modulepreload", "modulepreload"]);
  const { id } = await aListing();
  const visitor = await openPage(`/auction/${id}`);
  const someone = await openPage(`/auction/${id}`, {}, { headers: { cookie: "__Host-session=somebody" } });
  expect(someone.html).toBe(visitor.html);
});

it("an auction page without an image shows the site's own image as a PNG", async () => {
  const { id } = await aListing();
  const { tags } = await openPage(`/auction/${id}`);
  expect(tags).toMatchObject({
    "twitter:card": "summary_large_image",
    "og:image": `${ORIGIN}/share.png`,
    "og:image:width": "1200",
    "og:image:height": "630",
  });
});

it.each([
  `</title><script>alert(1)</script>`,
  `" /><script src="//evil.example/x.js"></script><meta content="`,
  `'><img src=x onerror=alert(1)>`,
  `Tom &amp; Jerry & <b>"friends"</b>`,
  `<!-- --></head><body onload=alert(1)>`,
])("an auction page shows hostile text as plain text: %s", async (text) => {
  const { id } = await aListing({ title: text, description: text });
  const plain = (await openPage(`/auction/${newId()}`)).elements.filter((name) => name !== "meta");
  const { title, tags, elements, html, heading } = await openPage(`/auction/${id}`);
  expect(title).toBe(`${text} · Lotline`);
  expect(tags).toMatchObject({ description: text, "og:title": text, "og:description": text });
  expect(heading).toBe(text);
  // The texts have added no elements: the only new ones are two links, canonical and to the details, and the heading.
  expect(elements.filter((name) => name !== "meta").toSorted()).toEqual([...plain, "h1", "link", "link"].toSorted());
  expect(html).not.toContain("<script>");
});

it("an auction page shortens a long description between words", async () => {
  const { id } = await aListing({ description: `${"word ".repeat(36)}${"👩‍👩‍👧‍👦".repeat(60)}` });
  const { tags } = await openPage(`/auction/${id}`);
  expect(tags["description"]).toBe(`${"word ".repeat(36).trim()}…`);
  const { id: unbroken } = await aListing({ description: "👩‍👩‍👧‍👦".repeat(250) });
  expect((await openPage(`/auction/${unbroken}`)).tags["description"]).toBe(`${"👩‍👩‍👧‍👦".repeat(199)}…`);
});

it("an auction page keeps the static page's headers, except its ETag", async () => {
  const { id } = await aListing();
  const { headers } = (await openPage(`/auction/${id}`)).response;
  for (const [name, value] of Object.entries({ ...PAGE_HEADERS, ETag: null })) expect(headers.get(name)).toBe(value);
  expect(headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
});

it.each([`/auction/${newId()}`, "/auction/no%20id", "/auction/", "/auction/a/b"])(
  "the page of an unknown auction answers 404: %s",
  async (path) => {
    const { response, title, tags, elements } = await openPage(path);
    expect(response.status).toBe(404);
    expect(title).toBe("Auction not found · Lotline");
    expect(tags).toMatchObject({ robots: "noindex" });
    expect(elements).toContain("script");
  },
);

it("an auction page has only the default head while its room is silent", async () => {
  const broken = { getByName: () => ({ details: () => Promise.reject(new Error("overloaded")) }) };
  const { response, title } = await openPage(`/auction/${newId()}`, { AUCTION_ROOM: broken as never });
  expect(response.status).toBe(200);
  expect(title).toBe("Lotline");
});

it("an auction page is served without its auction to a caller over the read limit", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const { id, auction } = await aListing();
  const headers = { "cf-connecting-ip": anAddress() };
  const visit = (path: string) =>
    worker.fetch(
      new Request(ORIGIN + path, { headers }),
      { ...env, ASSETS, LIMIT_SCALE: "1" },
      createExecutionContext(),
    );
  for (let read = 0; read < 599; read += 1) expect((await visit("/api/v1/settings")).status).toBe(200);
  expect((await headOf(await visit(`/auction/${id}`))).title).toContain(auction.title);
  const plain = await visit(`/auction/${id}`);
  expect([plain.status, (await headOf(plain)).title]).toEqual([200, "Lotline"]);
});
