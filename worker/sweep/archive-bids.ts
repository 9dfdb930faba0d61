/**
 * Moves the bids of auctions that ended long ago out of D1's hot table, some in each run (worker/db/bid-archive.ts).
 */
import { ARCHIVE_AFTER_MS, archiveNextBids, BIDS_PER_STEP } from "../db/bid-archive.ts";
import type { Database } from "../db/database.ts";
import { findRestore } from "../db/restores.ts";
import { type AuctionProjection, listArchivableAuctions } from "../listings/queries/auctions.ts";
import { forEachConcurrently } from "./for-each-concurrently.ts";

/** How many steps one run takes for one auction. The rest follow when its ID prefix comes up again, hours later. */
const MAX_STEPS = 20;

/** `idPrefix` is the beginning of the auctions' IDs, `now` epoch ms. */
export async function archiveBids(env: Env, db: Database, idPrefix: string, now: number): Promise<void> {
  // Until a restore is settled, D1 may lack changes to a bid.
  if (await findRestore(db)) return;
  const due = await listArchivableAuctions(db, idPrefix, now - ARCHIVE_AFTER_MS);
  await forEachConcurrently(due, (auction) => archiveAuction(env, auction));
}

/**
 * Archives bids only if D1 has all of the room's facts. A room that is ahead delivers first, and its bids are archived
 * another time.
 */
async function archiveAuction(env: Env, { id, seq, bidCount }: AuctionProjection): Promise<void> {
  if ((await env.AUCTION_ROOM.getByName(id).reconcile(seq, bidCount)) !== seq) return;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if ((await archiveNextBids(env.DB, id)) < BIDS_PER_STEP) return;
  }
}
