/** The report on shill bidding: pairs of bidders and sellers in D1, with the origins of their bids. */
import { sql } from "drizzle-orm";

import type { ShillSignal } from "../../contract/moderation.ts";
import { type Catalogue, isAmong } from "../../db/database.ts";
import { users } from "../../db/schema.ts";
import { PUBLIC_PERSON, toPerson } from "../../listings/queries/listings.ts";
import { shillSigns } from "../../rules/shill.ts";

/** Older bids are not reported any more. */
const REPORT_WINDOW_MS = 90 * 24 * 3_600_000;
/** Pairs that one report examines: shared devices and networks first, then those with the most bids. */
const MAX_PAIRS = 500;
const MAX_SIGNALS = 100;
const MAX_AUCTIONS = 10;

type Pair = {
  readonly bidder: string;
  readonly seller: string;
  readonly bidsOnSeller: number;
  readonly bids: number;
  readonly withdrawn: number;
  readonly sameDevice: number;
  readonly sameNetwork: number;
};

/** Pairs that show a sign, those with the most signs first. */
export async function listShillSignals(catalogue: Catalogue, now: number): Promise<ShillSignal[]> {
  const pairs = await catalogue.all<Pair>(sql`
    WITH placed AS MATERIALIZED (
      SELECT bids.bidder_id AS bidder, auctions.seller_id AS seller, bids.withdrawn AS withdrawn
      FROM bids JOIN auctions ON auctions.id = bids.auction_id
      WHERE bids.placed_at > ${now - REPORT_WINDOW_MS}
    ), bidders AS (
      SELECT bidder, count(*) AS bids, sum(withdrawn) AS withdrawn FROM placed GROUP BY bidder
    ), pairs AS (
      SELECT bidder, seller, count(*) AS bids_on_seller FROM placed GROUP BY bidder, seller
    )
    SELECT pairs.bidder, pairs.seller, pairs.bids_on_seller AS bidsOnSeller, bidders.bids, bidders.withdrawn,
      EXISTS (SELECT 1 FROM bid_origins AS a JOIN bid_origins AS b ON b.device = a.device
              WHERE a.person_id = pairs.bidder AND b.person_id = pairs.seller) AS sameDevice,
      EXISTS (SELECT 1 FROM bid_origins AS a JOIN bid_origins AS b ON b.network = a.network
              WHERE a.person_id = pairs.bidder AND b.person_id = pairs.seller) AS sameNetwork
    FROM pairs JOIN bidders ON bidders.bidder = pairs.bidder
    WHERE sameNetwork OR sameDevice OR bids_on_seller >= 5 OR bidders.withdrawn >= 3
    ORDER BY sameDevice DESC, sameNetwork DESC, bids_on_seller DESC, pairs.bidder, pairs.seller LIMIT ${MAX_PAIRS}`);
  const found = pairs
    .map(({ sameDevice, sameNetwork, ...pair }) => {
      const signs = shillSigns({ ...pair, sameDevice: sameDevice === 1, sameNetwork: sameNetwork === 1 });
      return { ...pair, signs };
    })
    .filter(({ signs }) => signs.length > 0)
    .toSorted((a, b) => b.signs.length - a.signs.length)
    .slice(0, MAX_SIGNALS);
  const [people, auctions] = await Promise.all([
    findPeople(
      catalogue,
      found.flatMap(({ bidder, seller }) => [bidder, seller]),
    ),
    findAuctions(
      catalogue,
      found.map(({ bidder, seller }) => ({ bidder, seller })),
      now,
    ),
  ]);
  return found.map(({ bidder, seller, ...numbers }) => ({
    bidder: toPerson(bidder, people.get(bidder) ?? null),
    seller: toPerson(seller, people.get(seller) ?? null),
    ...numbers,
    auctions: auctions.get(pairKey({ bidder, seller })) ?? [],
  }));
}

/** The evidence: on which of the seller's auctions the bidder has bid, and how often. */
async function findAuctions(catalogue: Catalogue, pairs: readonly Pick<Pair, "bidder" | "seller">[], now: number) {
  const rows = await catalogue.all<{ bidder: string; seller: string; id: string; title: string; bids: number }>(sql`
    SELECT bids.bidder_id AS bidder, auctions.seller_id AS seller, auctions.id, auctions.title, count(*) AS bids
    FROM json_each(${JSON.stringify(pairs)}) AS pair
    JOIN bids ON bids.bidder_id = pair.value ->> 'bidder' AND bids.placed_at > ${now - REPORT_WINDOW_MS}
    JOIN auctions ON auctions.id = bids.auction_id AND auctions.seller_id = pair.value ->> 'seller'
    GROUP BY bids.bidder_id, auctions.seller_id, auctions.id ORDER BY max(bids.placed_at) DESC`);
  const grouped = Map.groupBy(rows, pairKey);
  return new Map(
    Array.from(grouped, ([key, those]) => [
      key,
      those.slice(0, MAX_AUCTIONS).map(({ id, title, bids }) => ({ _id: id, title, bids })),
    ]),
  );
}

function pairKey({ bidder, seller }: Pick<Pair, "bidder" | "seller">): string {
  return `${bidder} ${seller}`;
}

async function findPeople(catalogue: Catalogue, ids: readonly string[]) {
  const rows = await catalogue.select(PUBLIC_PERSON).from(users).where(isAmong(users.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}
