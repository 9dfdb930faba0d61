import * as fc from "fast-check";
import { expect, it } from "vitest";

import { correctUrl } from "./correct-url.ts";
import { PAGE_PATHS } from "./pages.ts";

const ID = "0123456789abcdef0123456789abcdef";
const ITEM = `/auction/${ID}`;

/** As a browser sends it, without the fragment. */
function requestPartsOf(url: string): [pathname: string, search: string] {
  const encoded = url.replace(/#.*/s, "").replaceAll(/[^!-~]|["<>`{}]/gu, (character) => encodeURIComponent(character));
  const end = encoded.indexOf("?");
  return end < 0 ? [encoded, ""] : [encoded.slice(0, end), encoded.slice(end)];
}

function correct(url: string): string | null {
  return correctUrl(...requestPartsOf(url));
}

/** Characters that follow a URL in a sentence, raw and percent-encoded. */
const TRAILING_CHARACTERS = [
  ".",
  ",",
  ";",
  ":",
  "!",
  ")",
  ").",
  "]",
  "}",
  '"',
  "'",
  "`",
  ">",
  "*",
  "_",
  "**",
  "…",
  "”",
  "’",
  "»",
  "›",
  "、",
  "。",
  "」",
  "』",
  "）",
  "！",
  "，",
  "؟",
  "،",
  "।",
  "\u{200b}",
  "\u{200e}",
  "\u{200f}",
  "\u{2060}",
  "\u{2069}",
  "\u{feff}",
  "\u{a0}",
  " ",
  "\n",
  "%",
  "|",
  "&",
  "=",
  " and more",
  "。ぜひ見て",
  ", then bid",
];

it("a deal's URL keeps the number after its auction's ID", () => {
  const deal = `/dashboard/deals/${ID}-1`;
  expect(correct(deal)).toBeNull();
  expect(correct(`${deal}.`)).toBe(deal);
  expect(correct(`${ITEM}-1`)).toBe(ITEM);
});

it.each(TRAILING_CHARACTERS)("a URL with trailing characters leads to its page: %j", (trailing) => {
  for (const page of [ITEM, `/seller/${ID}`, "/help", "/about", "/auctions"]) {
    expect(correctUrl(page + encodeURIComponent(trailing), "")).toBe(page);
    expect(correct(page + trailing)).toBe(page);
  }
});

it.each(TRAILING_CHARACTERS)("a URL with trailing characters leads to the category in its query: %j", (trailing) => {
  const category = "/auctions?category=jewelry-watches";
  expect(correct(category + encodeURIComponent(trailing))).toBe(category);
  expect(correct(`/auctions?category=${ID}${encodeURIComponent(trailing)}`)).toBe(`/auctions?category=${ID}`);
});

it.each([
  ["capital letters in the id", ITEM.toUpperCase().replace("/AUCTION", "/auction"), ITEM],
  ["capital letters everywhere", ITEM.toUpperCase(), ITEM],
  ["capital letters in a name", "/About", "/about"],
  ["a doubled slash", `/auction//${ID}`, ITEM],
  ["a slash at the end", "/auctions/", "/auctions"],
  ["two slashes at the end", `${ITEM}//`, ITEM],
  ["a slash before a query", "/auctions/?sort=ending", "/auctions?sort=ending"],
  ["an encoded letter", "/%61bout", "/about"],
  ["punctuation in front", `/auction/%22${ID}%22`, ITEM],
  ["a direction mark in front", `/auction/%E2%80%8E${ID}`, ITEM],
  ["an id wrapped by a mail program", `/auction/${ID.slice(0, 20)}%20%0A${ID.slice(20)}`, ITEM],
  ["an id with a soft hyphen in it", `/auction/${ID.slice(0, 20)}%C2%AD${ID.slice(20)}`, ITEM],
  ["a truncated percent-encoded character", `${ITEM}%E3%80`, ITEM],
  ["double-encoded punctuation", `${ITEM}%25E3%2580%2582`, ITEM],
  ["campaign parameters", `${ITEM}?utm_source=x&utm_medium=mail`, ITEM],
  ["click identifiers", `${ITEM}?fbclid=1&gclid=2&mc_eid=3`, ITEM],
  ["campaign and other parameters", "/auctions?search=a+b&utm_id=1&sort=ending", "/auctions?search=a+b&sort=ending"],
  ["an encoded question mark", "/auctions%3Fcategory=antiques", "/auctions?category=antiques"],
  ["an encoded fragment", "/help%23safety", "/help#safety"],
  ["an encoded text fragment", `${ITEM}%23:~:text=bid`, ITEM],
  ["an HTML-escaped ampersand", "/auctions?category=fashion&amp;sort=ending", "/auctions?category=fashion&sort=ending"],
  ["punctuation as a parameter", `${ITEM}?)`, ITEM],
  ["a capital letter in a category", "/auctions?category=Antiques", "/auctions?category=antiques"],
  ["punctuation after a status", "/auctions?status=Sold.", "/auctions?status=Sold"],
  ["punctuation after a price", "/auctions?maxPrice=100)", "/auctions?maxPrice=100"],
  ["the home page with a period", "/%E3%80%82", "/"],
  ["the home page with campaign parameters", "/?utm_source=x", "/"],
  ["a page of the dashboard", "/dashboard/my-bids,", "/dashboard/my-bids"],
  ["a file extension", "/help.html", "/help"],
])("a mangled URL leads to the intended page: %s", (_, mangledUrl, expectedUrl) => {
  expect(correct(mangledUrl)).toBe(expectedUrl);
});

it("correcting a URL leaves the search text as typed", () => {
  for (const query of ["?search=watch.", "?search=%E3%80%82", "?search=UTM_source", "?search=a%20b&minPrice=1,000"]) {
    expect(correct(`/auctions${query}`)).toBeNull();
  }
});

it.each([
  "/nowhere",
  "/nowhere.",
  "/auction",
  "/auction/",
  "/auction/.",
  "/auction/abc.",
  `${ITEM}0`,
  `${ITEM}.0/bids`,
  `${ITEM}and`,
  `/auction/${ID.slice(1)}.`,
  `${ITEM}/bids`,
  "/about/us.",
  "/.env",
  "/favicon.ico",
  "/assets/index-abc.js",
  "/api/v1/nothing.",
  `//${ID}`,
  "//evil.example/about",
  "/\\evil.example",
  "/%5Cevil.example/%2E%2E",
])("an unknown URL stays as it is: %s", (url) => {
  expect(correct(url)).toBeNull();
});

it("correcting a URL never leads to another site", () => {
  const urlPart = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(...PAGE_PATHS, ITEM, "/\\", "//", "?", "#", "&", "%23"),
  );
  fc.assert(
    fc.property(fc.array(urlPart), (parts) => {
      const correctedUrl = correct(`/${parts.join("").toWellFormed()}`);
      if (correctedUrl === null) return;
      expect(correctedUrl).toMatch(/^\/(?![/\\])/);
      expect(correct(correctedUrl.replace(/#.*/, ""))).toBeNull();
    }),
  );
});

it.each(PAGE_PATHS)("a page's own URL stays as it is: %s", (pattern) => {
  const page = pattern.replace(/:\w+/, ID);
  expect(correctUrl(page, "")).toBeNull();
  expect(correctUrl(page, "?search=A.&show=Sold")).toBeNull();
});
