/**
 * Notifications about deals: who gets which, and the calls to the inboxes. An inbox drops what it has already received,
 * so a delivery can be retried until it arrives.
 */
import { eq, sql } from "drizzle-orm";

import type { DealEnd, DealNews, NoticeKind, KindValues } from "../contract/notice-kinds.ts";
import type { Notice } from "../contract/notification.ts";
import type { Database } from "../db/database.ts";
import { deals } from "../db/schema.ts";
import { type DealEvent, otherSide, type Side, SIDES } from "../rules/deal.ts";
import { findDeal, type StoredDeal } from "./deal-rows.ts";
import { countUnpaid } from "./steps.ts";

/** Leaves numbers for reminders between two events, and for ratings after the last one. */
const NOTICES_PER_EVENT = 10;

type DealNotice = { readonly to: Side; readonly notice: Notice };

/** The notice belongs to the deal. Its number is that of an event, or of a reminder or rating after it. */
function createNotice<Kind extends NoticeKind>(
  { row, auction }: StoredDeal,
  kind: Kind,
  values: KindValues[Kind],
  seq: number,
  at: number,
): Notice {
  const { title, currency } = auction;
  const notice: Notice<Kind> = {
    auctionId: row.auctionId,
    series: row.id,
    seq,
    kind,
    values: { title, currency, ...values },
    at,
  };
  return notice;
}

/** The counts of unpaid deals in a notification. `limit` is 0 if this site has no limit. */
type UnpaidCount = { readonly count: number; readonly limit: number };

function dealNotices(storedDeal: StoredDeal, { seq, at, by, fact }: DealEvent, unpaid: UnpaidCount): DealNotice[] {
  const number = seq * NOTICES_PER_EVENT;
  const noticeFor = <Kind extends NoticeKind>(to: Side, kind: Kind, values: KindValues[Kind]): DealNotice => ({
    to,
    notice: createNotice(storedDeal, kind, values, number, at),
  });
  const stepNotices = (news: DealNews): DealNotice[] =>
    by === "buyer" || by === "seller" ? [noticeFor(otherSide(by), "dealStep", { by, news })] : [];
  const endNotices = (end: DealEnd, ...sides: readonly Side[]): DealNotice[] =>
    sides.map((to) => noticeFor(to, "dealEnded", { to, end }));
  switch (fact.type) {
    // Both were notified of the sale.
    case "opened":
      return [];
    case "offered":
      return [noticeFor("buyer", "secondChance", { amountMinor: storedDeal.row.priceMinor })];
    case "accepted":
      return stepNotices("accepted");
    case "deliveryChosen":
      return stepNotices(fact.delivery === "address" ? "addressGiven" : "pickUpChosen");
    case "paid":
      return stepNotices(by === "buyer" ? "paid" : "markedPaid");
    case "sent":
      return stepNotices("sent");
    case "handedOver":
      return stepNotices("handedOver");
    case "received":
      return by === "clock" ? endNotices("received", ...SIDES) : stepNotices("received");
    case "unpaid":
      return SIDES.map((to) => noticeFor(to, "dealUnpaid", { to, ...unpaid }));
    case "cancelRequested":
      return stepNotices("cancelRequested");
    case "cancelDropped":
      return stepNotices("cancelDropped");
    case "cancelled":
      return stepNotices("cancelled");
    case "disputed":
      return stepNotices("disputed");
    case "settled":
      return stepNotices("settled");
    case "closed":
      switch (fact.outcome) {
        case "secondChance":
        case "listAgain":
        case "cancel":
          return endNotices("notPaid", "buyer");
        case "unpaid":
          return endNotices("notPaid", ...SIDES);
        case "declined":
          return stepNotices("declined");
        case "lapsed":
          return endNotices("notAnswered", ...SIDES);
        case "notSent":
          return endNotices("notSent", ...SIDES);
        case "forBuyer":
          return endNotices("forBuyer", ...SIDES);
        case "forSeller":
          return endNotices("forSeller", ...SIDES);
        // The room notifies everyone in the auction.
        case "voided":
          return [];
      }
  }
}

/** The reminder to pay after the deal's last event. `index` is 1 for the first. */
export function reminderOf(storedDeal: StoredDeal, index: number, now: number): DealNotice {
  const hours = Math.max(1, Math.round((storedDeal.deal.payBy - now) / 3_600_000));
  const seq = storedDeal.deal.eventCount * NOTICES_PER_EVENT + index;
  return { to: "buyer", notice: createNotice(storedDeal, "dealReminder", { hours }, seq, now) };
}

/**
 * Creates the notice about a rating or a reply, which comes after the deal's last event. The deal's events have the
 * numbers up to `eventCount`, and `index` is 1 for the first such notice.
 */
export function createRatingNotice(
  storedDeal: StoredDeal,
  eventCount: number,
  index: number,
  values: KindValues["dealStep"],
  at: number,
): DealNotice {
  const seq = eventCount * NOTICES_PER_EVENT + index;
  return { to: otherSide(values.by), notice: createNotice(storedDeal, "dealStep", values, seq, at) };
}

export async function sendDealNotices(
  inboxes: Env["INBOX"],
  { row }: StoredDeal,
  all: readonly DealNotice[],
): Promise<void> {
  for (const side of SIDES) {
    const notices = all.filter(({ to }) => to === side).map(({ notice }) => notice);
    if (notices.length > 0) await inboxes.getByName(side === "buyer" ? row.buyerId : row.sellerId).deliver(notices);
  }
}

/**
 * Sends the two sides the notices that they don't have yet. Throws when an inbox doesn't answer, and the sweep retries.
 */
export async function deliverDealNotices(
  db: Database,
  inboxes: Env["INBOX"],
  dealId: string,
  unpaidLimit: number,
): Promise<void> {
  const found = await findDeal(db, dealId);
  if (!found || found.row.notified >= found.row.events) return;
  const fresh = found.events.filter(({ seq }) => seq > found.row.notified);
  const isUnpaid = fresh.some(({ fact }) => fact.type === "unpaid");
  const count = isUnpaid ? await countUnpaid(db, found.row.buyerId, found.row.changedAt) : 0;
  const notices = fresh.flatMap((event) => dealNotices(found, event, { count, limit: unpaidLimit }));
  await sendDealNotices(inboxes, found, notices);
  const last = found.row.events;
  await db
    .update(deals)
    .set({ notified: sql`max(${deals.notified}, ${last})` })
    .where(eq(deals.id, dealId));
}
