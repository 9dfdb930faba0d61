/** Reads a second over a catalogue of 10,000 and of 100,000 auctions: the list, the search, one auction's own page. */
import path from "node:path";

import { LoadThread } from "../load/load-thread.ts";
import { root } from "../runtime.ts";
import { auctionOf, type Figures, type Lane, type Timing, type Row, type Sides, sideOf } from "./row.ts";

const CONNECTIONS = 16;
const ADJECTIVES = ["Antique", "Early", "Fine", "Georgian", "Gilded", "Large", "Pair of", "Rare", "Regency", "Signed"];
const MAKERS = [
  "Bauer",
  "Chippendale",
  "Fabergé",
  "Gallé",
  "Lalique",
  "Minton",
  "Omega",
  "Rolex",
  "Tiffany",
  "Wedgwood",
];
const NOUNS = [
  "bureau",
  "candlestick",
  "chronograph",
  "clock",
  "decanter",
  "globe",
  "lamp",
  "locket",
  "mirror",
  "vase",
];

/** All of it in one statement: no parameter, no row travels. */
function catalogueOf(count: number): string {
  const word = (words: readonly string[], by: number) =>
    `json_extract('${JSON.stringify(words)}', '$[' || ((i / ${by}) % ${words.length}) || ']')`;
  const title = `${word(ADJECTIVES, 1)} || ' ' || ${word(MAKERS, 7)} || ' ' || ${word(NOUNS, 3)} || ', lot ' || i`;
  return `
    WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${count})
    INSERT INTO auctions (id, seller_id, category_id, title, description, image_keys, currency, increments,
      starting_price_minor, price_minor, min_next_minor, bid_count, phase, created_at, scheduled_ends_at, ends_at,
      extensions, seq)
    SELECT 'lot' || i, 'person0000', 'antiques', ${title}, 'In good order, with the original fittings and a later key.',
      '[]', 'USD', 'flat', 10000, 10000 + (i * 7919) % 90000 * 100, 10100 + (i * 7919) % 90000 * 100, i % 40, 'open',
      ${Date.now()} - i * 1000, ${Date.now()} + 86400000 + i * 1000, ${Date.now()} + 86400000 + i * 1000, 0, 1
    FROM numbers`;
}

/** Searches that many users make, and searches that nobody has made before. */
const POPULAR = MAKERS.flatMap((maker) => [maker, `${maker} clock`, `${maker} vase`]);
const RARE = Array.from({ length: 20_000 }, (_, index) => {
  const maker = MAKERS[index % MAKERS.length] ?? "";
  return { words: maker, minPrice: 100 + Math.floor(index / MAKERS.length) };
});

const LIST = "/api/v1/auction/fetchAllAuctions";
const search = (words: string) => `${LIST}?search=${encodeURIComponent(words)}`;
const PATHS: { readonly [Read in "list" | "popular" | "rare"]: (lane: Lane) => readonly string[] } = {
  list: (lane) => [lane === "ours" ? LIST : lane === "grouped" ? "/catalogue/ready" : "/catalogue/list"],
  popular: (lane) =>
    POPULAR.map((words) => (lane === "ours" ? search(words) : `/catalogue/fts?search=${encodeURIComponent(words)}`)),
  rare: (lane) => {
    const query = (words: string) =>
      `/catalogue/${lane === "naive" ? "like" : "fts"}?search=${encodeURIComponent(words)}`;
    return RARE.map(({ words, minPrice }) =>
      lane === "ours" ? `${search(words)}&minPrice=${minPrice}` : query(words),
    );
  },
};

async function reading(sides: Sides, lane: Lane, timing: Timing, paths: readonly string[]): Promise<Figures> {
  const { port } = sideOf(sides, lane).runtime;
  const { answered, failed, countedMs } = await LoadThread.read({ ...timing, port, connections: CONNECTIONS, paths })
    .result;
  return { "reads/s": (answered / countedMs) * 1_000, failed };
}

function catalogueRows(count: number): Row[] {
  const size = count.toLocaleString("en");
  const prepare = async ({ ours, ceiling }: Sides) => {
    await ceiling.runtime.migrate(path.join(root, "migrations"));
    for (const { runtime } of [ours, ceiling]) await runtime.sql(catalogueOf(count));
  };
  const failed = { name: "failed", unit: "", atMost: 0 };
  return [
    {
      name: `list-${count}`,
      title: `the list of ${size} auctions (bare: ready text; naive: D1 each time)`,
      lanes: ["grouped", "ours", "naive"],
      figures: [{ name: "reads/s", unit: "", atLeast: 4_000, ratio: { of: "grouped" } }, failed],
      prepare,
      round: (sides, lane, timing) => reading(sides, lane, timing, PATHS.list(lane)),
    },
    {
      name: `search-popular-${count}`,
      title: `30 searches that many make, over ${size} auctions (bare: FTS5 in D1 each time)`,
      lanes: ["grouped", "ours"],
      figures: [{ name: "reads/s", unit: "", ratio: { of: "grouped", atLeast: 2 } }, failed],
      prepare,
      round: (sides, lane, timing) => reading(sides, lane, timing, PATHS.popular(lane)),
    },
    {
      name: `search-new-${count}`,
      title: `searches that nobody made before, over ${size} auctions (bare: FTS5 in D1; naive: LIKE)`,
      lanes: ["grouped", "ours", "naive"],
      figures: [{ name: "reads/s", unit: "", ratio: { of: "grouped" } }, failed],
      prepare,
      round: (sides, lane, timing) => reading(sides, lane, timing, PATHS.rare(lane)),
    },
  ];
}

const detail: Row = {
  name: "detail",
  title: "one auction's own page, with 100 bids (bare: a few numbers)",
  lanes: ["grouped", "ours"],
  figures: [{ name: "reads/s", unit: "", ratio: { of: "grouped" } }],
  round: async (sides, lane, timing) => {
    const { runtime, users } = sideOf(sides, lane);
    const auctionId = await auctionOf(sides, lane);
    const job = { durationMs: 300, warmUpMs: 0, pauseMs: 0, firstAmount: 100 };
    const bidders = {
      port: runtime.port,
      over: "socket" as const,
      users: users.slice(0, 4),
      auctionIds: [auctionId],
    };
    await LoadThread.bid({ ...job, ...bidders }).result;
    return reading(sides, lane, timing, [`/api/v1/auction/fetchSpecificAuction?auctionId=${auctionId}`]);
  },
};

export const readRows: readonly Row[] = [detail, ...catalogueRows(10_000), ...catalogueRows(100_000)];
