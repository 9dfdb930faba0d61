/** D1 as it is on disk, read beside the running Worker, and how to lock its file as a stalled database is locked. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

import { priceOf, standingBids } from "../../../worker/rules/auction.ts";
import type { Replay } from "./replay.ts";

const FOLDER = "d1/miniflare-D1DatabaseObject";

export function openCatalogueFile(stateDir: string, options: { readonly readOnly: boolean }): DatabaseSync {
  const folder = path.join(stateDir, FOLDER);
  const files = readdirSync(folder).filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
  const [file] = files;
  if (!file || files.length > 1) throw new Error(`one database was to be in ${folder}, not ${files.length}`);
  return new DatabaseSync(path.join(folder, file), { readOnly: options.readOnly, timeout: 5_000 });
}

/** Where D1's rows are not what the room's journal makes: nothing, once everything has been delivered. */
export function catalogueFaults(stateDir: string, replays: readonly Replay[]): string[] {
  const db = openCatalogueFile(stateDir, { readOnly: true });
  try {
    return replays.flatMap((replay) => rowFaults(db, replay));
  } finally {
    db.close();
  }
}

function rowFaults(db: DatabaseSync, { auctionId, auction, records }: Replay): string[] {
  if (!auction) return [`${auctionId}: no auction`];
  const row = db
    .prepare("SELECT seq, price_minor, bid_count, leader_id, phase, ends_at FROM auctions WHERE id = ?")
    .get(auctionId);
  const standing = standingBids(auction).toReversed();
  const wanted = {
    seq: records.length,
    price_minor: priceOf(auction) ?? auction.terms.startingPriceMinor,
    bid_count: auction.bidCount,
    leader_id: standing.at(-1)?.bidderId ?? null,
    phase: auction.phase,
    ends_at: auction.endsAt,
  };
  if (JSON.stringify(row) !== JSON.stringify(wanted)) {
    return [`invariant 8: ${auctionId} in D1 is ${JSON.stringify(row)}, not ${JSON.stringify(wanted)}`];
  }
  const bids = db
    .prepare("SELECT id, bidder_id, amount_minor FROM bids WHERE auction_id = ? AND withdrawn = 0 ORDER BY seq")
    .all(auctionId);
  const asReplayed = standing.map(({ id, bidderId, amountMinor }) => ({
    id,
    bidder_id: bidderId,
    amount_minor: amountMinor,
  }));
  const same = JSON.stringify(bids) === JSON.stringify(asReplayed);
  return same ? [] : [`invariant 8: the ${bids.length} bids of ${auctionId} in D1 are not the room's`];
}
