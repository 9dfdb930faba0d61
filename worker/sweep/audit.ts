/**
 * Each minute, compares the content of one random auction: a replay of its journal, what its room stores and holds in
 * memory, and the rows in D1. The room only reads pages for it, and the replay runs here. A difference is an error in
 * the log, `content_mismatch`, which should alert someone (`docs/operations.md`).
 */
import { findAuctionRow, getCurrentCategoryId, listBidRows, pickAuctionId } from "../db/audit.ts";
import { archiveOf, listArchive } from "../db/bid-archive.ts";
import type { Database } from "../db/database.ts";
import type { ArchivedBidsRow, AuctionRow, BidRow } from "../db/schema.ts";
import type { AuditedBid, AuditedState } from "../rpc/room-rpc.ts";
import { canonicalJson } from "../rules/facts.ts";
import { JournalReplay } from "./replay.ts";

/** Larger auctions are not audited, because each page of facts or bids is a call, and memory holds everything. */
export const MAX_AUDITED_FACTS = 10_000;

/**
 * The parts that can differ. `journal`: its hashes. `state`, `memory` and `bids`: in the room. `row` and `rows of
 * bids`: in D1.
 */
type Mismatch = "journal" | "state" | "memory" | "bids" | "row" | "rows of bids";

/** Audits the first auction at or after a random ID. */
export async function auditNextAuction(env: Env, db: Database, from = crypto.randomUUID()): Promise<void> {
  const id = await pickAuctionId(db, from, MAX_AUDITED_FACTS);
  if (id === null) return;
  const found = await findMismatches(env, db, id);
  if (found === null || found.length === 0) return;
  console.error(JSON.stringify({ event: "content_mismatch", auction: id, found }));
}

/** Null if there is nothing to compare: no auction, one that is too large, or one that is changing right now. */
export async function findMismatches(env: Env, db: Database, id: string): Promise<Mismatch[] | null> {
  const room = env.AUCTION_ROOM.getByName(id);
  const before = await room.auditState();
  if (!before || before.auction.seq > MAX_AUDITED_FACTS) return null;
  const replay = new JournalReplay();
  while (replay.seq < before.auction.seq) {
    const facts = await room.auditFacts(replay.seq);
    if (facts.length === 0) return ["journal"];
    try {
      for (const fact of facts) replay.add(fact);
    } catch {
      // The journal has a gap, or facts that do not follow from those before.
      return ["journal"];
    }
  }
  const bids: AuditedBid[] = [];
  for (;;) {
    const page = await room.auditBids(bids.at(-1)?.stored.seq ?? 0);
    if (page.length === 0) break;
    bids.push(...page);
  }
  const d1Row = await findAuctionRow(db, id);
  const d1Bids = await listBidRows(db, id, MAX_AUDITED_FACTS);
  const archive = await listArchive(db, id);
  // Its bids are being archived at this moment, or more are left for the next run.
  if (archive.length > 0 && d1Bids.length > 0) return null;
  const after = await room.auditState();
  if (!after || replay.seq !== after.auction.seq) return null;
  const categoryId = await getCurrentCategoryId(db, after.row.categoryId);
  return [
    ...mismatchesInRoom(replay, after, bids),
    ...mismatchesInD1({ ...after.row, categoryId }, bids, d1Row, d1Bids, archive),
  ];
}

function mismatchesInRoom(replay: JournalReplay, room: AuditedState, bids: readonly AuditedBid[]): Mismatch[] {
  const state = canonicalJson({ auction: { ...replay.auction, top: null }, lastHash: replay.lastHash });
  const found: Mismatch[] = [];
  if (!replay.isChained) found.push("journal");
  if (state !== canonicalJson({ auction: room.auction, lastHash: room.lastHash })) found.push("state");
  if (!room.matchesMemory) found.push("memory");
  const stored = bids.map((bid) => bid.stored);
  if (canonicalJson(replay.bids()) !== canonicalJson(stored)) found.push("bids");
  return found;
}

/** Compared only when D1 has the room's last fact. Before that, facts are still on their way. */
function mismatchesInD1(
  row: AuctionRow,
  bids: readonly AuditedBid[],
  d1Row: AuctionRow | null,
  d1Bids: readonly BidRow[],
  archive: readonly ArchivedBidsRow[],
): Mismatch[] {
  if (d1Row?.seq !== row.seq) return [];
  const rows = bids.map((bid) => bid.row);
  const found: Mismatch[] = [];
  if (canonicalJson(d1Row) !== canonicalJson(row)) found.push("row");
  const isSame =
    archive.length > 0
      ? canonicalJson(archive) === canonicalJson(archiveOf(rows))
      : canonicalJson(d1Bids) === canonicalJson(rows);
  if (!isSame) found.push("rows of bids");
  return found;
}
