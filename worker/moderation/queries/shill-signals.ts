/** The report on shill bidding: pairs of bidders and sellers in D1, with the origins of their bids. */
import { sql } from "drizzle-orm";

import type { ShillSignal } from "../../contract/moderation.ts";
import { type Database, isAmong } from "../../db/database.ts";
import { users } from "../../db/schema.ts";
import { PUBLIC_PERSON_COLUMNS, toPerson } from "../../listings/queries/listings.ts";
import { findShillSigns } from "../../rules/shill-signs.ts";

/**
 * The report leaves out bids in auctions that ended earlier, because D1's archive doesn't have the time of each bid.
 */
const REPORT_WINDOW_MS = 90 * 24 * 3_600_000;
/** Pairs that one report examines: shared devices and networks first, then those with the most bids. */
const MAX_PAIRS = 500;
const MAX_SIGNALS = 100;
const MAX_AUCTIONS = 10;

type BidderSellerPair = {
  readonly bidder: string;
  readonly seller: string;
  readonly bidsOnSeller: number;
  readonly bids: number;
  readonly withdrawn: number;
  readonly sameDevice: number;
  readonly sameNetwork: number;
};

/** Pairs that show a sign, those with the most signs first. A cross join keeps SQLite from reading all bids first. */
export async function listShillSignals(db: Database, now: number): Promise<ShillSignal[]> {
  const pairs = await db.all<BidderSellerPair>(sql`
    WITH recent AS MATERIALIZED (
      SELECT id, seller_id FROM auctions
      WHERE phase IN ('open', 'closed', 'voided', 'hidden') AND ends_at > ${now - REPORT_WINDOW_MS}
    ), placed AS MATERIALIZED (
      SELECT bids.bidder_id AS bidder, recent.seller_id AS seller, count(*) AS bids, sum(bids.withdrawn) AS withdrawn
      FROM recent CROSS JOIN bids ON bids.auction_id = recent.id GROUP BY bids.bidder_id, recent.seller_id
      UNION ALL
      SELECT archived_bids.bidder_id, recent.seller_id, archived_bids.bids, archived_bids.withdrawn
      FROM recent CROSS JOIN archived_bids ON archived_bids.auction_id = recent.id
    ), bidders AS (
      SELECT bidder, sum(bids) AS bids, sum(withdrawn) AS withdrawn FROM placed GROUP BY bidder
    ), pairs AS (
      SELECT bidder, seller, sum(bids) AS bids_on_seller FROM placed GROUP BY bidder, seller
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
      const signs = findShillSigns({ ...pair, sameDevice: sameDevice === 1, sameNetwork: sameNetwork === 1 });
      return { ...pair, signs };
    })
    .filter(({ signs }) => signs.length > 0)
    .toSorted((a, b) => b.signs.length - a.signs.length)
    .slice(0, MAX_SIGNALS);
  const [people, auctions] = await Promise.all([
    listPeopleById(
      db,
      found.flatMap(({ bidder, seller }) => [bidder, seller]),
    ),
    listAuctionsByPair(
      db,
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

/** The evidence: the seller's auctions that the bidder has bid on, and how often. */
async function listAuctionsByPair(
  db: Database,
  pairs: readonly Pick<BidderSellerPair, "bidder" | "seller">[],
  now: number,
) {
  const list = JSON.stringify(pairs);
  const rows = await db.all<{ bidder: string; seller: string; id: string; title: string; bids: number }>(sql`
    WITH placed AS MATERIALIZED (
      SELECT pair.value ->> 'seller' AS seller, bidder_id, auction_id, 1 AS bids, placed_at
      FROM json_each(${list}) AS pair CROSS JOIN bids ON bidder_id = pair.value ->> 'bidder'
      UNION ALL
      SELECT pair.value ->> 'seller', bidder_id, auction_id, bids, last_placed_at
      FROM json_each(${list}) AS pair CROSS JOIN archived_bids ON bidder_id = pair.value ->> 'bidder'
    )
    SELECT bidder_id AS bidder, seller, auctions.id, auctions.title, sum(bids) AS bids
    FROM placed JOIN auctions ON auctions.id = auction_id AND auctions.seller_id = seller
    WHERE auctions.ends_at > ${now - REPORT_WINDOW_MS}
    GROUP BY bidder_id, seller, auctions.id ORDER BY max(placed_at) DESC`);
  const grouped = Map.groupBy(rows, pairKey);
  return new Map(
    Array.from(grouped, ([key, group]) => [
      key,
      group.slice(0, MAX_AUCTIONS).map(({ id, title, bids }) => ({ _id: id, title, bids })),
    ]),
  );
}

function pairKey({ bidder, seller }: Pick<BidderSellerPair, "bidder" | "seller">): string {
  return `${bidder} ${seller}`;
}

async function listPeopleById(db: Database, ids: readonly string[]) {
  const rows = await db.select(PUBLIC_PERSON_COLUMNS).from(users).where(isAmong(users.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}
