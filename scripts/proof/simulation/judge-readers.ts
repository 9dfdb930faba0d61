/** Invariants 2 and 8: after quiet, the room's own tables, D1 and the inboxes all equal the replay of the journal. */
import { isDeepStrictEqual } from "node:util";

import { minNextBid, type Auction, type Recorded } from "../../../worker/rules/auction.ts";
import type { Crowd } from "./crowd.ts";
import type { Fault, Replay } from "./judge.ts";
import type { Life } from "./life.ts";

type BidNow = { bidder: string; amount: number; edited: number; withdrawn: number; placedAt: number; seq: number };

export function readerFaults(life: Life, { records, states }: Replay, crowd: Crowd, fault: Fault): void {
  const last = states.at(-1);
  if (!last) return;
  const bids = bidsOf(records);
  const gone = last.phase === "cancelled" || last.phase === "removed";
  if (!gone) tableFaults(life, last, bids, fault);
  catalogueFaults(life, last, gone ? new Map() : bids, fault);
  inboxFaults(life, records, crowd, fault);
}

/** Every bid that was ever placed, as its last fact left it. */
function bidsOf(records: readonly Recorded[]): Map<string, BidNow> {
  const bids = new Map<string, BidNow>();
  for (const { fact, seq, at } of records) {
    if (fact.type === "newBid") {
      const { bidderId: bidder, amountMinor: amount } = fact;
      bids.set(fact.bidId, { bidder, amount, edited: 0, withdrawn: 0, placedAt: at, seq });
    }
    const known = "bidId" in fact ? bids.get(fact.bidId) : undefined;
    if (known && fact.type === "bidEdited") Object.assign(known, { amount: fact.amountMinor, edited: 1, seq });
    if (known && fact.type === "bidWithdrawn") Object.assign(known, { withdrawn: 1, seq });
  }
  return bids;
}

const BIDS = `SELECT id, bidder_id AS bidder, amount_minor AS amount, edited, withdrawn, placed_at AS placedAt, seq
  FROM bids ORDER BY id`;

function expectBids(rows: readonly Record<string, unknown>[], bids: Map<string, BidNow>, where: string, fault: Fault) {
  const expected = Array.from(bids, ([id, bid]) => ({ id, ...bid })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const found = rows.map((row) => ({ ...row }));
  if (!isDeepStrictEqual(found, expected)) {
    fault(`invariant 8: the bids in ${where} are not the replay: ${JSON.stringify({ found, expected })}`);
  }
}

function tableFaults({ room }: Life, last: Auction, bids: Map<string, BidNow>, fault: Fault): void {
  const [row] = room.storage.rows("SELECT state FROM listing");
  const stored: unknown = row ? JSON.parse(String(row["state"])) : null;
  if (!isDeepStrictEqual(stored, { ...last, top: null }))
    fault(`invariant 2: the stored state is not the replay: ${String(row?.["state"])}`);
  expectBids(room.storage.rows(BIDS), bids, "the room", fault);
  const names = new Map(
    room.storage.rows("SELECT id, first_name FROM people").map((named) => [named["id"], named["first_name"]]),
  );
  for (const { bidder } of bids.values()) if (names.get(bidder) !== bidder) fault(`${bidder} has lost their name`);
  for (const reader of ["catalogue", "inboxes"]) {
    const [cursor] = room.storage.rows("SELECT seq FROM cursors WHERE reader = ?", reader);
    if (cursor?.["seq"] !== last.seq)
      fault(`invariant 8: ${reader} was left at ${String(cursor?.["seq"])} of ${last.seq}`);
  }
}

function catalogueFaults({ catalogue }: Life, last: Auction, bids: Map<string, BidNow>, fault: Fault): void {
  const [found] = catalogue.rows(
    `SELECT id, seq, description, price_minor, min_next_minor, bid_count, leader_id, winner_id, phase, ends_at,
       extensions, closed_at FROM auctions`,
  );
  const expected = {
    id: last.id,
    seq: last.seq,
    description: last.terms.description,
    price_minor: last.top?.bid.amountMinor ?? last.terms.startingPriceMinor,
    min_next_minor: minNextBid(last),
    bid_count: last.bidCount,
    leader_id: last.top?.bid.bidderId ?? null,
    winner_id: last.outcome?.winnerId ?? null,
    phase: last.phase,
    ends_at: last.endsAt,
    extensions: last.extensions,
    closed_at: last.phase === "closed" ? last.closedAt : null,
  };
  if (!isDeepStrictEqual({ ...found }, expected)) {
    fault(`invariant 8: D1 is not the replay: ${JSON.stringify({ found, expected })}`);
  }
  expectBids(catalogue.rows(BIDS), bids, "D1", fault);
}

/** Who must be told of each fact, and as what. */
function owed(records: readonly Recorded[]): Map<string, string[]> {
  const notes = new Map<string, string[]>();
  const standing = new Map<string, string>();
  let lot = { id: "", seller: "" };
  for (const { fact, seq } of records) {
    const tell = (who: string | null, kind: string) => {
      if (who !== null) notes.set(who, [...(notes.get(who) ?? []), `${lot.id}-${seq} ${kind}`]);
    };
    if (fact.type === "opened") lot = { id: fact.auctionId, seller: fact.sellerId };
    if (fact.type === "newBid") standing.set(fact.bidId, fact.bidderId);
    if (fact.type === "newBid" || fact.type === "bidEdited") {
      tell(lot.seller, "newBid");
      tell(fact.outbidId, "outbid");
    }
    if (fact.type === "bidWithdrawn") {
      standing.delete(fact.bidId);
      tell(lot.seller, "bidWithdrawn");
      tell(fact.newLeaderId, "leading");
    }
    const bidders = new Set(standing.values());
    if (fact.type === "cancelled") for (const bidder of bidders) tell(bidder, "cancelled");
    if (fact.type === "closed") {
      tell(lot.seller, fact.outcome ? "sold" : "expired");
      for (const bidder of bidders) tell(bidder, bidder === fact.outcome?.winnerId ? "won" : "lost");
    }
  }
  return notes;
}

function inboxFaults({ inboxes }: Life, records: readonly Recorded[], crowd: Crowd, fault: Fault): void {
  const expected = owed(records);
  for (const userId of new Set([...expected.keys(), ...inboxes.keys()])) {
    const storage = inboxes.get(userId)?.storage;
    const rows = (query: string) => (storage?.has("sim_told") ? storage.rows(query).map(nameOf) : []);
    const due = expected.get(userId) ?? [];
    const told = rows("SELECT id, kind FROM sim_told");
    if (!isOwed(told, due)) fault(`invariant 8: ${userId} was told ${told.join()}, owed ${due.join()}`);
    if (crowd.readers.has(userId)) continue;
    // Who has read nothing has one note of being outbid, the newest, and every other note.
    const outbid = due.findLast(isOutbid);
    const unread = due.filter((note) => !isOutbid(note) || note === outbid).toSorted();
    const listed = rows("SELECT id, kind FROM notifications WHERE is_read = 0").toSorted();
    if (!isDeepStrictEqual(listed, unread)) fault(`${userId} finds ${listed.join()} in the bell, not ${unread.join()}`);
  }
}

/** Everything that is due, once and in order; of a run of notes of being outbid only the last must be there. */
function isOwed(told: readonly string[], due: readonly string[]): boolean {
  const last = due.findLast(isOutbid);
  return isDeepStrictEqual(
    told,
    due.filter((note) => !isOutbid(note) || note === last || told.includes(note)),
  );
}

function isOutbid(note: string): boolean {
  return note.endsWith(" outbid");
}

function nameOf(row: Record<string, unknown>): string {
  return `${String(row["id"])} ${String(row["kind"])}`;
}
