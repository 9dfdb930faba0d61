/** Mistakes of those who take the facts: the inbox of each person, and the catalogue in D1. */
import type { Planted } from "../planted.ts";

export const READERS: readonly Planted[] = [
  {
    name: "condensing keeps the oldest note of being outbid",
    file: "worker/room/delivery/notices.ts",
    changes: [["for (const one of addressed.toReversed()) {", "for (const one of addressed) {"]],
  },
  {
    name: "the watermark of an auction is not stored",
    file: "worker/inbox/store.ts",
    changes: [["ON CONFLICT (auction_id) DO UPDATE SET seq = excluded.seq", "ON CONFLICT (auction_id) DO NOTHING"]],
  },
  {
    name: "a repeated notice is taken again: >= for >",
    file: "worker/inbox/store.ts",
    changes: [["({ seq }) => seq > heard)", "({ seq }) => seq >= heard)"]],
  },
  {
    name: "notes of being outbid pile up",
    file: "worker/inbox/store.ts",
    changes: [["    if (newestOutbid) {\n", "    if (newestOutbid && heard < 0) {\n"]],
  },
  {
    name: "a late delivery overwrites a newer row of an auction",
    file: "worker/catalogue/projection.ts",
    changes: [["WHERE excluded.seq > auctions.seq", "WHERE true"]],
  },
  {
    name: "a late delivery sets a price back",
    file: "worker/catalogue/projection.ts",
    changes: [["WHERE id = ? AND seq < ? AND phase = ?", "WHERE id = ? AND seq <> ? AND phase = ?"]],
  },
  {
    name: "an edit that comes together with bids is not told",
    file: "worker/catalogue/projection.ts",
    changes: [["AND title = ? AND", "AND title <> ? || 'x' AND"]],
  },
  {
    name: "a late delivery overwrites a newer bid",
    file: "worker/catalogue/projection.ts",
    changes: [["WHERE excluded.seq > bids.seq", "WHERE true"]],
  },
  {
    name: "a late delivery brings back the bids of an auction that is gone",
    file: "worker/catalogue/projection.ts",
    changes: [["auctions.phase IN ('open', 'closed', 'hidden')", "auctions.phase IS NOT NULL"]],
  },
  {
    name: "D1's answer is not awaited",
    file: "worker/catalogue/projection.ts",
    changes: [["await db.batch(statements);", "void db.batch(statements);"]],
  },
];
