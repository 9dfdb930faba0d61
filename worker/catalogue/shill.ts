/** The report on shill bidding: pairs of bidders and sellers in D1, with the origins of their bids. */
import { sql } from "drizzle-orm";

import type { ShillSignal } from "../contract/moderation.ts";
import { shillSigns } from "../rules/shill.ts";
import type { Catalogue } from "./database.ts";
import { PUBLIC_PERSON, toPerson } from "./listings.ts";
import { users } from "./schema.ts";

/** Older bids are not reported any more. */
const REPORT_WINDOW_MS = 90 * 24 * 3_600_000;
/** Pairs that one report examines: shared devices and networks first, then those with the most bids. */
const MAX_PAIRS = 500;
const MAX_SIGNALS = 100;

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
      EXISTS (SELECT 1 FROM bid_traces AS a JOIN bid_traces AS b ON b.device = a.device
              WHERE a.person_id = pairs.bidder AND b.person_id = pairs.seller) AS sameDevice,
      EXISTS (SELECT 1 FROM bid_traces AS a JOIN bid_traces AS b ON b.network = a.network
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
  const people = await findPeople(
    catalogue,
    found.flatMap(({ bidder, seller }) => [bidder, seller]),
  );
  return found.map(({ bidder, seller, ...numbers }) => ({
    bidder: toPerson(bidder, people.get(bidder) ?? null),
    seller: toPerson(seller, people.get(seller) ?? null),
    ...numbers,
  }));
}

async function findPeople(catalogue: Catalogue, ids: readonly string[]) {
  const rows = await catalogue
    .select(PUBLIC_PERSON)
    .from(users)
    .where(sql`${users.id} in (select value from json_each(${JSON.stringify(ids)}))`);
  return new Map(rows.map((row) => [row.id, row]));
}
