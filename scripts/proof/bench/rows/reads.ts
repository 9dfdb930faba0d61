/** Reads a second over a catalogue of 10,000 and of 100,000 auctions: the list, the search, one auction's own page. */
import path from "node:path";

import { Load } from "../load/load.ts";
import { root } from "../runtime.ts";
import type { Side } from "../sides.ts";
import {
  auctionOf,
  auctionsOf,
  type Figures,
  type Lane,
  PROCESSORS,
  type Timing,
  type Row,
  type Sides,
  sideOf,
  withProcessors,
} from "./row.ts";

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

/** All in one statement, without sending parameters or rows. */
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

/** Searches that many users make. The other searches are new each time. */
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
  const side = sideOf(sides, lane);
  const { port } = side.runtime;
  const requests = paths.map((each) => ({ method: "GET", path: each }));
  return withProcessors(side, async () => {
    const read = await Load.request({ ...timing, port, connections: CONNECTIONS, requests }).result;
    const figures = { "reads/s": (read.answered / read.countedMs) * 1_000, failed: read.inAll.failed };
    return { figures, clients: [read.processor] };
  });
}

function catalogueRows(count: number): Row[] {
  const size = count.toLocaleString("en");
  const prepare = async ({ ours, ceiling }: Sides) => {
    await ceiling.runtime.migrate(path.join(root, "migrations"));
    for (const { runtime } of [ours, ceiling]) await runtime.sql(catalogueOf(count));
  };
  const rest = [{ name: "failed", unit: "", atMost: 0 }, ...PROCESSORS];
  return [
    {
      name: `list-${count}`,
      title: `the list of ${size} auctions (bare: ready text; naive: D1 each time)`,
      lanes: ["grouped", "ours", "naive"],
      figures: [
        { name: "reads/s", unit: "", atLeast: 4_000, ratio: { of: "grouped" }, elsewhere: "≥ 5 × PostgreSQL" },
        ...rest,
      ],
      prepare,
      round: (sides, lane, timing) => reading(sides, lane, timing, PATHS.list(lane)),
    },
    {
      name: `search-popular-${count}`,
      title: `30 searches that many make, over ${size} auctions (bare: FTS5 in D1 each time)`,
      lanes: ["grouped", "ours"],
      figures: [
        { name: "reads/s", unit: "", ratio: { of: "grouped", atLeast: 2 }, elsewhere: "≥ 5 × PostgreSQL" },
        ...rest,
      ],
      prepare,
      round: (sides, lane, timing) => reading(sides, lane, timing, PATHS.popular(lane)),
    },
    {
      name: `search-new-${count}`,
      title: `searches that nobody made before, over ${size} auctions (bare: FTS5 in D1; naive: LIKE)`,
      lanes: ["grouped", "ours", "naive"],
      figures: [
        { name: "reads/s", unit: "", ratio: { of: "grouped", ...(count === 100_000 ? { atLeast: 1 } : {}) } },
        ...rest,
      ],
      prepare,
      round: (sides, lane, timing) => reading(sides, lane, timing, PATHS.rare(lane)),
    },
  ];
}

const detailPath = (auctionId: string) => `/api/v1/auction/fetchSpecificAuction?auctionId=${auctionId}`;

const detail: Row = {
  name: "detail",
  title: "one auction's own page, with 100 bids (bare: a few numbers)",
  lanes: ["grouped", "ours"],
  figures: [{ name: "reads/s", unit: "", ratio: { of: "grouped" } }, ...PROCESSORS],
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
    await Load.bid({ ...job, ...bidders }).result;
    return reading(sides, lane, timing, [detailPath(auctionId)]);
  },
};

/** The auctions of a side, made in its first round. */
const readAuctions = new WeakMap<Side, readonly string[]>();

const details: Row = {
  name: "details-100",
  title: "the own pages of 100 auctions in turn (bare: a few numbers)",
  lanes: ["grouped", "ours"],
  figures: [
    { name: "reads/s", unit: "", ratio: { of: "grouped" }, elsewhere: "≥ 3 × PostgreSQL" },
    { name: "failed", unit: "", atMost: 0 },
    ...PROCESSORS,
  ],
  round: async (sides, lane, timing) => {
    const side = sideOf(sides, lane);
    const ids = readAuctions.get(side) ?? (await auctionsOf(sides, lane, 100));
    readAuctions.set(side, ids);
    return reading(sides, lane, timing, ids.map(detailPath));
  },
};

export const readRows: readonly Row[] = [detail, details, ...catalogueRows(10_000), ...catalogueRows(100_000)];
