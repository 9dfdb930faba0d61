import { bill, billOfMonth, prices, rowsOfBids } from "./bill-tables.ts";
/** The tables of docs/scale.md, by the names under which the document has them. */
import { IMAGE_CALLS } from "./bill.ts";
import { ASSUMED, BENCH, type Load, loadOf, OURS, PEOPLE, SECONDS_OF_MONTH } from "./costs.ts";
import { MAX_RATE, mostBidsInTime } from "./d1-lag.ts";
import { type D1Bytes, measureD1 } from "./d1-size.ts";
import { dollars, number, percent, rough, type Table } from "./document.ts";
import { LIMITS, OBJECT_GB, OTHER_PRICES, PRICES } from "./published.ts";

const AUCTIONS = [10, 1_000, 50_000];
const SIMULATED_SECONDS = 20;

const GIGABYTE = 1_000_000_000;

/** By the names of their markers, in the order of the document. */
export const TABLES: Readonly<Record<string, () => Table>> = {
  capacity,
  rooms,
  database,
  rows: rowsOfBids,
  lag: lagBySimulation,
  bill,
  months: billOfMonth,
  standing,
  assumptions,
  limits,
  prices,
};

let measured: D1Bytes | undefined;
function bytesInD1(): D1Bytes {
  measured ??= measureD1();
  return measured;
}

function limits(): Table {
  return {
    head: ["Limit", "Figure", "Page", "Dated"],
    rows: Object.values(LIMITS).map(({ what, value, unit, page, dated }) => [
      what,
      `${number(value)} ${unit}`,
      page,
      dated,
    ]),
  };
}

function capacity(): Table {
  const bytes = bytesInD1();
  const objects = 1 + OURS.maxRelays;
  const lastMs = OURS.maxRelays * BENCH.relayMsPerFrame + BENCH.lastOf1000WatchersMs;
  const lastFrom = `${OURS.maxRelays} × ${BENCH.relayMsPerFrame} ms + ${BENCH.lastOf1000WatchersMs} ms, measured`;
  return {
    head: ["One", "Does", "Figure", "From"],
    rows: [
      ["room", "bids over sockets", `${number(BENCH.socketBidsPerSecond)} a second`, "measured"],
      ["room", "the same while 1,000 watch", `${number(BENCH.socketBidsUnder1000Watchers)} a second`, "measured"],
      ["room", "bids over REST", `${number(BENCH.restBidsPerSecond)} a second`, "measured"],
      ["room", "bids, to be reckoned with", `${number(LIMITS.objectWritesLow.value)} a second`, "published"],
      ["room", "watchers, with its relays", number(objects * OURS.watchersPerObject), "1,000 × (1 + 200)"],
      ["room", "the last of them has a bid after", `${number(lastMs)} ms`, lastFrom],
      [
        "D1",
        "rounds of bids",
        `${number(1_000 / ASSUMED.roundMs)} a second`,
        `1,000 ms / ${ASSUMED.roundMs} ms, assumed`,
      ],
      ["D1", "lists that no cache has", `${number(BENCH.uncachedListsPerSecond)} a second`, "measured"],
      ["D1", "new searches over 100,000 auctions", `${number(BENCH.newSearchesPerSecond)} a second`, "measured"],
      ["D1", "bytes of a bid, with its indexes", rough(bytes.bid), "measured"],
      ["D1", "bids that fit", fits(bytes.bid), "10 GB / bytes"],
      ["D1", "bytes of an auction, with its indexes", rough(bytes.auction), "measured"],
      ["D1", "auctions that fit", fits(bytes.auction), "10 GB / bytes"],
      ["inbox", "notes, to be reckoned with", `${number(LIMITS.objectWritesLow.value)} a second`, "published"],
      ["inbox", "active auctions of one seller", activeAuctionsOfSeller(), `notes × ${OURS.sellerNoteMs / 1_000} s`],
      ["isolate", "an auction's own page", `${number(BENCH.auctionPagesPerSecond)} a second`, "measured"],
      ["isolate", "lists from its cache", `${number(BENCH.listsPerSecond)} a second`, "measured"],
    ],
  };
}

const fits = (bytes: number) => `${rough((LIMITS.d1Gigabytes.value * GIGABYTE) / bytes / 1_000_000)} million`;
const activeAuctionsOfSeller = () => number((LIMITS.objectWritesLow.value * OURS.sellerNoteMs) / 1_000);

function grid(): Load[] {
  return PEOPLE.flatMap((people) => AUCTIONS.map((auctions) => loadOf(people, auctions)));
}

function rooms(): Table {
  return {
    head: [
      "People",
      "Open auctions",
      "Bids a second",
      "in the hottest room",
      "of what a room does",
      "Watchers there",
      "of what relays hold",
      "After a deploy all are back in",
    ],
    rows: grid().map(({ people, auctions, bidsPerSecond, hottestBids, hottestWatchers }) => [
      number(people),
      number(auctions),
      rough(bidsPerSecond),
      rough(hottestBids),
      percent(hottestBids / LIMITS.objectWritesLow.value),
      rough(hottestWatchers),
      percent(hottestWatchers / (OURS.watchersPerObject * (1 + OURS.maxRelays))),
      `${rough(hottestWatchers / LIMITS.objectRequests.value)} s`,
    ]),
  };
}

function database(): Table {
  const bytes = bytesInD1();
  return {
    head: [
      "People",
      "Open auctions",
      "Rounds a second",
      "Bids",
      "Sessions",
      "Lists",
      "New searches",
      "In all",
      "Full after",
    ],
    rows: grid().map(({ people, auctions, bidsPerSecond, rounds, d1 }) => {
      const bytesPerSecond = bidsPerSecond * ASSUMED.averageOfPeak * bytes.bid;
      const months = (LIMITS.d1Gigabytes.value * GIGABYTE) / bytesPerSecond / SECONDS_OF_MONTH;
      return [
        number(people),
        number(auctions),
        rough(rounds),
        percent(d1.bids),
        percent(d1.sessions),
        percent(d1.lists),
        percent(d1.searches),
        percent(d1.bids + d1.sessions + d1.lists + d1.searches),
        months < 1 ? `${rough(months * 30)} days` : `${rough(months)} months`,
      ];
    }),
  };
}

/** How many bids a second lists can follow, by simulation. */
function lagBySimulation(): Table {
  const columns = [
    { roundMs: 2, databases: 1 },
    { roundMs: 5, databases: 1 },
    { roundMs: 10, databases: 1 },
    { roundMs: 5, databases: 4 },
    { roundMs: 5, databases: 16 },
  ];
  return {
    head: [
      "Open auctions",
      ...columns.map(({ roundMs, databases }) => `${databases === 1 ? "one D1" : `${databases} D1s`}, ${roundMs} ms`),
    ],
    rows: [100, 1_000, 10_000, 50_000].map((auctions) => [
      number(auctions),
      ...columns.map((column) => {
        const most = mostBidsInTime({ ...column, auctions, seconds: SIMULATED_SECONDS, seed: "docs/scale.md" });
        return most ? `${number(most.bids)} (${rough(most.rounds)} rounds)` : `over ${number(MAX_RATE)}`;
      }),
    ]),
  };
}

function standing(): Table {
  const gigabytesOfMillion = (bytesInD1().bid * 1_000_000) / GIGABYTE;
  return {
    head: ["Besides", "Formula", "Dollars"],
    rows: [
      [
        "a room that is active all month",
        `${number(SECONDS_OF_MONTH)} s × ${OBJECT_GB} GB`,
        dollars((SECONDS_OF_MONTH * OBJECT_GB * PRICES.objectGbSeconds.value) / 1_000_000),
      ],
      [
        "a million bids kept in D1, each month",
        `${rough(gigabytesOfMillion)} GB`,
        dollars(gigabytesOfMillion * OTHER_PRICES.d1Storage.value),
      ],
      [
        "the images of a thousand listings, once",
        `${number(IMAGE_CALLS * 1_000)} calls`,
        dollars(IMAGE_CALLS * OTHER_PRICES.images.value),
      ],
    ],
  };
}

function assumptions(): Table {
  const every = (seconds: number) => `every ${number(seconds)} s`;
  return {
    head: ["Assumed", "Figure"],
    rows: [
      ["D1's time for a round of bids", `${ASSUMED.roundMs} ms`],
      ["D1's time to find a session", `${ASSUMED.sessionReadMs} ms`],
      ["people who are signed in", percent(ASSUMED.signedIn)],
      ["each of them makes a call that looks up the session", every(ASSUMED.secondsBetweenCalls)],
      ["each person bids", every(ASSUMED.secondsBetweenBids)],
      ["each person opens an auction", every(ASSUMED.secondsBetweenVisits)],
      ["each person asks for a list", every(ASSUMED.secondsBetweenLists)],
      ["lists that many ask for", number(ASSUMED.popularLists)],
      ["data centres with a cache of their own", number(ASSUMED.dataCentres)],
      ["lists that are searches which no cache has", percent(ASSUMED.newSearches)],
      ["the average second, of the busiest one", percent(ASSUMED.averageOfPeak)],
      ["an inbox is active for a note", `${ASSUMED.inboxActiveMs} ms`],
      ["the Worker's processor time for a request", `${ASSUMED.requestCpuMs} ms`],
      ["images of a listing", number(ASSUMED.imagesOfListing)],
      ["sizes of an image that some page asks for", number(ASSUMED.sizesOfImage)],
    ],
  };
}
