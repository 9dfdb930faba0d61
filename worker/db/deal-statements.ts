/**
 * The statements that open the deal of a sold auction, and that close the deals of a voided one. They belong to the
 * batch that writes the auction's row, so that everyone who sees the sale sees the deal. They read D1's current row, so
 * a late delivery opens nothing, and a retry changes nothing. `worker/deals` handles everything after that.
 */
import type { AuctionRow } from "./schema.ts";

/** Two days after the deal begins, we remind a buyer who hasn't paid, and once more a day later. */
export const FIRST_REMINDER_MS = 2 * 24 * 3_600_000;

/**
 * Skips a hidden auction until it's shown, because its winner can't see it. `?2` is when the deal begins (epoch ms),
 * `?3` how long the buyer has to pay.
 */
const OPEN_DEAL = `
  INSERT INTO deals (id, auction_id, chance, buyer_id, seller_id, price_minor, details, payment_ms, events, state, due_at,
    opened_at, changed_at, notified, remind_at, release_due)
  SELECT id || '-1', id, 1, winner_id, seller_id, price_minor, details, ?3, 1, 'open', ?2 + ?3,
    ?2, ?2, 1, iif(?3 > ${FIRST_REMINDER_MS}, ?2 + ${FIRST_REMINDER_MS}, NULL), 0
  FROM auctions
  WHERE id = ?1 AND phase = 'closed' AND winner_id IS NOT NULL AND voided_reason IS NULL
  ON CONFLICT DO NOTHING`;

const INSERT_OPENED_EVENT = `
  INSERT INTO deal_events (deal_id, seq, at, maker, fact)
  SELECT id, 1, opened_at, 'clock', '{"type":"opened"}' FROM deals WHERE id = ?1 || '-1'
  ON CONFLICT DO NOTHING`;

const IS_UNDER_WAY = "auction_id = ?1 AND state NOT IN ('done', 'closed', 'cancelled')";

const INSERT_VOIDED_EVENT = `
  INSERT INTO deal_events (deal_id, seq, at, maker, fact)
  SELECT id, events + 1, max(changed_at, ?2), 'admin', '{"type":"closed","outcome":"voided"}'
  FROM deals WHERE ${IS_UNDER_WAY}`;

const CLOSE_DEALS = `
  UPDATE deals SET events = events + 1, state = 'closed', due_at = NULL, remind_at = NULL, cancel_side = NULL,
    dispute_side = NULL, changed_at = max(changed_at, ?2), ended_at = max(changed_at, ?2)
  WHERE ${IS_UNDER_WAY}`;

/** Includes closed deals. No one should lose the right to bid over an auction that shouldn't have taken place. */
const CLEAR_UNPAID = "UPDATE deals SET unpaid_at = NULL WHERE auction_id = ?1 AND unpaid_at IS NOT NULL";

/** `at` is when the deal begins (epoch ms). */
export function openDealStatements(
  db: D1Database,
  auctionId: string,
  { at, paymentMs }: { readonly at: number; readonly paymentMs: number },
): D1PreparedStatement[] {
  return [db.prepare(OPEN_DEAL).bind(auctionId, at, paymentMs), db.prepare(INSERT_OPENED_EVENT).bind(auctionId)];
}

/** The statements for an auction's deals when its row changes. Nearly always none. */
export function dealStatements(db: D1Database, auction: AuctionRow, paymentMs: number): D1PreparedStatement[] {
  const { id, phase, winnerId, voidedReason, changedAt } = auction;
  if (voidedReason !== null) {
    return [
      ...[INSERT_VOIDED_EVENT, CLOSE_DEALS].map((statement) => db.prepare(statement).bind(id, changedAt)),
      db.prepare(CLEAR_UNPAID).bind(id),
    ];
  }
  return phase === "closed" && winnerId !== null ? openDealStatements(db, id, { at: changedAt, paymentMs }) : [];
}
