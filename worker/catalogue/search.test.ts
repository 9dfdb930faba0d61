/** Searches in D1 find titles in many scripts, each by alternative spellings of its words. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { auctionsQuery } from "../contract/auction.ts";
import { normalizeToText } from "../contract/text/normalize-text.ts";
import { openDatabase } from "../db/database.ts";
import { indexPendingTexts } from "../db/search-texts.ts";
import { newId } from "../testing/builders.ts";
import { aCategory, anAuctionRow, insertAuction } from "../testing/catalogue.ts";
import { listAuctions } from "./auction-list.ts";

/** Titles, each with searches that must find it. */
const SEARCHES_BY_TITLE: readonly (readonly [string, readonly string[]])[] = [
  ["Straßenbahn aus Blech", ["STRASSENBAHN", "strassenbahn", "straßenbahn", "BLECH aus strassen", "STRAẞENBAHN"]],
  ["Sømandskiste med lås", ["somandskiste", "SØMANDSKISTE", "mandsk", "las med somandskiste"]],
  ["Fotografie z Łodzi", ["lodzi", "ŁODZI", "lodzi fotografie"]],
  ["Kılıç, İstanbul işi", ["KILIÇ", "kilic", "istanbul", "ISTANBUL", "İSTANBUL", "kılıç işi"]],
  ["Œuvre signée, ﬁligrane", ["oeuvre signee", "ŒUVRE", "filigrane", "signee oeuvre"]],
  ["ΟΔΟΣ ΑΘΗΝΑΣ, χάρτης", ["οδός αθηνάς", "Αθηνας", "ΧΑΡΤΗΣ", "χαρτησ"]],
  ["Ёлочная игрушка, чайник", ["елочная", "ЕЛОЧНАЯ", "ёлочная игрушка", "чаиник"]],
  ["Đồng hồ cổ Lạc Việt", ["dong ho co", "ĐỒNG HỒ", "lac viet", "viet dong"]],
  ["ｃｌｏｃｋ　ｆｕｌｌｗｉｄｔｈ", ["clock fullwidth", "FULLWIDTH"]],
  ["ｶﾞﾗｽのﾗﾝﾌﾟ", ["ガラス", "がらす", "ランプ", "ｶﾞﾗｽ", "ガラ", "ガ"]],
  ["سَاعَةٌ ذَهَبِيَّة قديمـــة", ["ساعة", "ساعه ذهبية", "ذهبیة", "قديمة"]],
  ["شَمعدان أحمد ۱۲۳۴", ["شمعدان", "احمد", "1234", "١٢٣٤"]],
  ["שְׁעוֹן קִיר מֵעֵץ", ["שעון", "קיר", "מעץ שעון"]],
  ["पुरानी घड़ी १९५०", ["घडी", "घड\u093cी", "1950", "पुरानी घडी"]],
  ["金色手錶 瑞士", ["手錶", "錶", "金", "瑞士", "金色手錶", "瑞士 手錶"]],
  ["한국 도자기 꽃병", ["도자", "꽃병", "병", "꽃병 한국"]],
  ["กาน้ำชาโบราณ", ["กานำชา", "ชา", "โบราณ"]],
  ["Portrait by O’Keeffe", ["O'Keeffe", "okeeffe", "o keeffe", "OʼKEEFFE", "O´Keeffe portrait", "okeef"]],
  ["Georgia O Hara letters", ["ohara", "O'Hara", "o’hara letter", "letters ohara"]],
  ["Ohanlon coat of arms", ["O'Hanlon", "o hanlon", "o’hanlon's arms"]],
  ["Signed T-Shirt 1985", ["tshirt", "t shirt", "T–shirt", "t-shirts", "tshirt signed", "signed tshirts 1985"]],
  ["Iron wrist watch band", ["wristwatch", "wrist-watch", "wristwatches", "band wristwatch iron"]],
  ["Pocketknife of horn", ["pocket knife", "pocket-knife", "knife pocket horn"]],
  ["Rock’n’roll poster", ["rock n roll", "rocknroll", "rock-n-roll poster"]],
  ["Jukebox rocknlollers", ["rock n lollers", "rock’n’lollers", "rock n lollers jukebox"]],
  ["iPhone13 in box", ["iphone 13", "iphone13", "IPHONE-13", "iPhone"]],
  ["Galaxy S 22 boxed", ["galaxy s22", "s22", "S-22", "galaxys22"]],
  ["Porsche GT3 model", ["gt 3", "gt-3", "GT3", "porsche gt3"]],
  ["U.S.A. flag", ["usa", "USA flag", "u.s.a."]],
  ["NASA badge", ["N.A.S.A.", "nasa"]],
  ["HDTV antenna", ["tv", "TV"]],
  ["Dyed-in-the-wool rug", ["dyed in the wool", "dyed‑in‑the‑wool", "dyedinthewool"]],
  ["Sal\u00adami\u200bslicer", ["salamislicer", "slicer", "salami\u00adslicer"]],
  ["\u200fZebra\u200e\u000bhide", ["zebra hide", "\u202azebra\u202c", "\u200fzebra"]],
  ["Nº 7, m² ½ Lego™", ["№ 7", "no 7", "lego", "Lego™", "m2", "lego no. 7"]],
  [
    "Vinegar & oil cruet",
    ["vinegar and oil", "vinegar und oil", "vinegar et oil", "VINEGAR ＆ OIL", "oil vinegar", "vinegar & cruet"],
  ],
  ["H&K pistol case", ["h & k", "h and k", "H＆K"]],
  ["Coin worth 1,000 lire", ["1000", "1.000", "1 000", "１０００ lire"]],
  ["Teddy 🧸❤️", ["🧸", "🧸❤", "❤️", "teddy 🧸"]],
];

async function catalogueOf(titles: readonly string[]) {
  const category = await aCategory();
  const rows: { id: string; title: string }[] = [];
  for (const title of titles) rows.push(await insertAuction({ categoryId: category, title, description: "" }));
  const find = async (search: string) => {
    const page = await listAuctions(
      openDatabase(env.DB),
      auctionsQuery.parse({ category, search, limit: 100 }),
      Date.now(),
    );
    const foundIds = new Set(page?.auctions.map(({ _id }) => _id));
    return rows.filter(({ id }) => foundIds.has(id)).map(({ title }) => title);
  };
  return { category, find };
}

it("a search finds every title by alternative spellings of its words", async () => {
  const { find } = await catalogueOf(SEARCHES_BY_TITLE.map(([title]) => title));
  const missed: string[] = [];
  for (const [title, searches] of SEARCHES_BY_TITLE) {
    for (const search of searches) if (!(await find(search)).includes(title)) missed.push(`${title} by ${search}`);
  }
  expect(missed).toEqual([]);
});

it.runIf(env.LOTLINE_LONG === "1")(
  "a search finds every title by each of its words, in any case and normal form",
  async () => {
    const { find } = await catalogueOf(SEARCHES_BY_TITLE.map(([title]) => title));
    const missed: string[] = [];
    for (const [title] of SEARCHES_BY_TITLE) {
      const words = [title, ...title.split(/\s+/u)];
      for (const word of words) {
        for (const search of new Set([word, word.normalize("NFD"), word.toUpperCase(), normalizeToText(word)])) {
          if (!(await find(search)).includes(title)) missed.push(`${title} by ${search}`);
        }
      }
    }
    expect(missed).toEqual([]);
  },
);

it("a search doesn't match letters across the words of a title", async () => {
  const { find } = await catalogueOf(["Magic atlas", "Tooth attic", "Model 3 MP camera", "カラス"]);
  for (const search of ["cat", "hat", "mp3", "ガラス", "atlas magic x", "magic NOT atlas"]) {
    expect({ search, found: await find(search) }).toEqual({ search, found: [] });
  }
  expect(await find("atlas AND magic")).toEqual(["Magic atlas"]);
});

it("a search accepts any text and never treats it as FTS operators", async () => {
  const { find } = await catalogueOf(["Brass clock"]);
  for (const search of [
    '"',
    "*",
    "brass*lock^",
    "NEAR(brass clock)",
    "title:brass",
    "-clock",
    "a OR b",
    "😀",
    "\ud800",
  ]) {
    await find(search);
  }
  expect(await find('"brass" (clock)')).toEqual(["Brass clock"]);
  expect(await find("\u200f\u200b")).toEqual(["Brass clock"]);
  expect(await find(`brass clock ${"x".repeat(5_000)}`)).toEqual([]);
  expect(await find(`brass${" ".repeat(5_000)}x`)).toEqual(["Brass clock"]);
});

it("a search accepts many words, long and short, together with every filter", async () => {
  const filters = { category: "antiques", seller: "x", endsWithin: "hour", minPrice: 1, maxPrice: 2 };
  const cursor = btoa(JSON.stringify(["newest", 1, "x"]));
  const words = Array.from({ length: 60 }, (_, index) => String.fromCodePoint(0x4e00 + index));
  for (const searchWords of [words, words.map((word) => word.repeat(3)), Array.from("abcdefghijklmnopqrstuvwxyz")]) {
    const query = auctionsQuery.parse({ ...filters, search: searchWords.join(" "), cursor });
    const page = await listAuctions(openDatabase(env.DB), query, Date.now());
    expect(page).toEqual({ auctions: [], nextCursor: null });
  }
});

it("a search matches alternative spellings of words in a description", async () => {
  const { category, find } = await catalogueOf([]);
  const description = "Mit GRÜẞEN von O’Brien: ein T-Shirt & 金時計, ΧΆΡΤΗΣ, iPhone13";
  const { id } = await insertAuction({ categoryId: category, title: "Lot", description });
  expect(await find("anything")).toEqual([]);
  for (const search of [
    "grussen",
    "obrien",
    "o brien",
    "tshirt",
    "t-shirt",
    "時計",
    "χαρτης",
    "iphone 13",
    "iphone13",
  ]) {
    const query = auctionsQuery.parse({ category, search });
    const page = await listAuctions(openDatabase(env.DB), query, Date.now());
    expect({ search, ids: page?.auctions.map(({ _id }) => _id) }).toEqual({ search, ids: [id] });
  }
});

async function insertUnindexedAuction(title: string) {
  const category = await aCategory();
  const row = anAuctionRow({ categoryId: category, title: "Any title" });
  await insertAuction(row);
  // This skips the normalization, so only D1's triggers index the title.
  await env.DB.prepare("UPDATE auctions SET title = ? WHERE id = ?").bind(title, row.id).run();
  const find = async (search: string) => {
    const query = auctionsQuery.parse({ category, search });
    return (await listAuctions(openDatabase(env.DB), query, Date.now()))?.auctions.length;
  };
  return { ...row, find };
}

it("the sweep makes unnormalized listings searchable by every spelling", async () => {
  const { find } = await insertUnindexedAuction("Sømandskiste Café Racer");
  expect([await find("cafe racer"), await find("café"), await find("somandskiste")]).toEqual([1, 1, 0]);
  await indexPendingTexts(env.DB);
  expect([await find("cafe racer"), await find("café"), await find("somandskiste")]).toEqual([1, 1, 1]);
  expect(await env.DB.prepare("SELECT count(*) AS left FROM auctions_to_index").first()).toEqual({ left: 0 });
});

it("the room's next event normalizes a listing that isn't normalized yet", async () => {
  const { find, ...row } = await insertUnindexedAuction("Sømandskiste");
  await insertAuction({ ...row, title: "Sømandskiste", priceMinor: 20_000, bidCount: 1, seq: 2 });
  expect(await find("somandskiste")).toBe(1);
});

it("the sweep normalizes more listings than fit in one batch", async () => {
  const category = await aCategory();
  const mark = newId().slice(0, 8);
  await env.DB.prepare(
    `INSERT INTO auctions (id, seller_id, category_id, title, description, image_keys, currency, increments,
         starting_price_minor, price_minor, min_next_minor, bid_count, phase, created_at, scheduled_ends_at, ends_at,
         extensions, window_ms, changed_at, seq)
       SELECT ?1 || value, 'x', ?2, 'Łódź ' || value, '', '[]', 'USD', 'flat', 1, 1, 1, 0, 'open', 0, ?3, ?3, 0, 0, 0, 1
       FROM json_each(?4)`,
  )
    .bind(mark, category, Date.now() + 60_000, JSON.stringify(Array.from({ length: 300 }, (_, index) => index)))
    .run();
  await indexPendingTexts(env.DB);
  const query = auctionsQuery.parse({ category, search: "lodz", limit: 100 });
  expect((await listAuctions(openDatabase(env.DB), query, Date.now()))?.auctions).toHaveLength(100);
  await env.DB.prepare("DELETE FROM auctions WHERE category_id = ?").bind(category).run();
  expect((await listAuctions(openDatabase(env.DB), query, Date.now()))?.auctions).toEqual([]);
});
