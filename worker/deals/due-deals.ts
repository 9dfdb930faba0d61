/**
 * The sweep's part in deals, in bounded steps. It records overdue events, reminds buyers, finishes steps that an outage
 * interrupted, opens missing deals, and erases old text. It decides nothing. A deal's state follows from its events and
 * the clock, whether or not the sweep has run.
 */
import { and, asc, eq, gte, isNotNull, isNull, lt, lte, sql } from "drizzle-orm";

import { DEAL_TEXTS_RETENTION_MS } from "../contract/deal.ts";
import { openDealStatements } from "../db/deal-statements.ts";
import { NOTE_SUBJECT } from "../db/note-subject.ts";
import { auctions, dealEvents, dealNotes, deals, invoices, reports } from "../db/schema.ts";
import { overdueEvents } from "../rules/deal.ts";
import { deliverDealNotices, reminderOf, sendDealNotices } from "./deal-notices.ts";
import { findDeal } from "./deal-rows.ts";
import { type DealPorts, releaseBuyer, followUpDeal } from "./follow-ups.ts";
import { type DealSettings, writeDecision } from "./steps.ts";

/** Deals of each kind that one sweep handles. The next sweep is a minute later. */
const MAX_PER_SWEEP = 50;
/** A step notifies the other side immediately. The sweep retries after a failure. */
const RETRY_AFTER_MS = 60_000;
/** Between the first reminder and the second. */
const REMINDER_INTERVAL_MS = 24 * 3_600_000;

const isShown = sql`${auctions.phase} <> 'hidden'`;

/** The deals with a due change, for `recordOverdueEvents`. */
export async function listOverdueDealIds({ db }: DealPorts, now: number): Promise<string[]> {
  const rows = await db
    .select({ id: deals.id })
    .from(deals)
    .where(and(isNotNull(deals.dueAt), lte(deals.dueAt, now)))
    .orderBy(asc(deals.dueAt))
    .limit(MAX_PER_SWEEP);
  return rows.map(({ id }) => id);
}

export async function recordOverdueEvents(
  ports: DealPorts,
  dealId: string,
  settings: DealSettings,
  now: number,
): Promise<void> {
  const found = await findDeal(ports.db, dealId);
  if (!found) return;
  const events = overdueEvents(found.deal, now);
  // If another step came first, it has recorded the same events.
  if (!(await writeDecision(ports.db, found, { ok: true, events }, {}, { settings, now }))) return;
  await followUpDeal(ports, dealId, settings.unpaidLimit, events);
}

export async function listDueReminderDealIds({ db }: DealPorts, now: number): Promise<string[]> {
  const rows = await db
    .select({ id: deals.id })
    .from(deals)
    .innerJoin(auctions, and(eq(auctions.id, deals.auctionId), isShown))
    .where(and(isNotNull(deals.remindAt), lte(deals.remindAt, now)))
    .orderBy(asc(deals.remindAt))
    .limit(MAX_PER_SWEEP);
  return rows.map(({ id }) => id);
}

/** Reminds the buyer to pay, at most twice. Waits while the item is hidden. Nothing is sent twice after an outage. */
export async function sendReminder({ db, inboxes }: DealPorts, dealId: string, now: number): Promise<void> {
  const found = await findDeal(db, dealId);
  const remindAt = found?.row.remindAt ?? null;
  if (!found || remindAt === null || remindAt > now || found.auction.phase === "hidden") return;
  const isFirst = remindAt < found.deal.payBy - found.deal.paymentMs + 2.5 * REMINDER_INTERVAL_MS;
  if (now < found.deal.payBy) await sendDealNotices(inboxes, found, [reminderOf(found, isFirst ? 1 : 2, now)]);
  const next = Math.max(remindAt, now) + REMINDER_INTERVAL_MS;
  await db
    .update(deals)
    .set({ remindAt: isFirst && next < found.deal.payBy ? next : null })
    .where(and(eq(deals.id, dealId), eq(deals.remindAt, remindAt)));
}

/** Deals with notifications to send, or whose room hasn't released the buyer yet. */
export async function listPendingFollowUpDealIds({ db }: DealPorts, now: number): Promise<string[]> {
  const before = now - RETRY_AFTER_MS;
  const unnotified = await db
    .select({ id: deals.id })
    .from(deals)
    .where(and(sql`notified < events`, lt(deals.changedAt, before)))
    .orderBy(asc(deals.changedAt))
    .limit(MAX_PER_SWEEP);
  // A hidden auction keeps its buyer until it is shown.
  const unreleased = await db
    .select({ id: deals.id })
    .from(deals)
    .innerJoin(auctions, and(eq(auctions.id, deals.auctionId), isShown))
    .where(and(sql`release_due`, lt(deals.changedAt, before)))
    .orderBy(asc(deals.changedAt))
    .limit(MAX_PER_SWEEP);
  return Array.from(new Set([...unnotified, ...unreleased].map(({ id }) => id)));
}

export async function retryFollowUps(ports: DealPorts, dealId: string, unpaidLimit: number): Promise<void> {
  await deliverDealNotices(ports.db, ports.inboxes, dealId, unpaidLimit);
  const found = await findDeal(ports.db, dealId);
  if (found?.row.releaseDue === true) await releaseBuyer(ports, found.row);
}

/**
 * Sold auctions that have no deal, for example because D1 was restored. Includes only IDs that begin with `idPrefix`.
 */
export async function listAuctionIdsWithoutDeal({ db }: DealPorts, idPrefix: string): Promise<string[]> {
  const { id, winnerId, phase, voidedReason } = auctions;
  const rows = await db
    .select({ id })
    .from(auctions)
    .where(
      and(
        gte(id, idPrefix),
        lt(id, `${idPrefix}~`),
        eq(phase, "closed"),
        isNotNull(winnerId),
        isNull(voidedReason),
        sql`NOT EXISTS (SELECT 1 FROM deals WHERE deals.id = ${id} || '-1')`,
      ),
    )
    .limit(MAX_PER_SWEEP);
  return rows.map((row) => row.id);
}

/** The buyer's full time to pay begins now. */
export async function openMissingDeal(
  db: D1Database,
  auctionId: string,
  paymentMs: number,
  now: number,
): Promise<void> {
  await db.batch(openDealStatements(db, auctionId, { at: now, paymentMs }));
}

/** Erases what people wrote in deals that ended long ago, and the reports about it. */
export async function eraseOldTexts({ db }: DealPorts, now: number): Promise<void> {
  const rows = await db
    .select({ id: deals.id })
    .from(deals)
    .where(and(lt(deals.endedAt, now - DEAL_TEXTS_RETENTION_MS), isNull(deals.erasedAt), isNotNull(deals.endedAt)))
    .orderBy(asc(deals.endedAt))
    .limit(MAX_PER_SWEEP);
  if (rows.length === 0) return;
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(rows.map(({ id }) => id))}))`;
  await db.batch([
    db.delete(dealNotes).where(sql`${dealNotes.dealId} IN ${ids}`),
    db
      .delete(reports)
      .where(
        and(
          eq(reports.kind, "note"),
          sql`${reports.subjectId} IN (SELECT ${NOTE_SUBJECT} FROM ${dealEvents} WHERE ${dealEvents.dealId} IN ${ids})`,
        ),
      ),
    db
      .update(invoices)
      .set({ buyerAddress: null, sellerAddress: null })
      .where(sql`${invoices.dealId} IN ${ids}`),
    db
      .update(deals)
      .set({ address: null, carrier: null, trackingNumber: null, erasedAt: now })
      .where(sql`${deals.id} IN ${ids}`),
  ]);
}
