/**
 * Deals in D1: reads one with everything that its two sides see, and adds events to it. The rules have already decided
 * the events (`worker/rules/deal-steps.ts`). This file makes sure that two concurrent steps can't both add the next
 * one.
 */
import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { alias, type BuildAliasTable } from "drizzle-orm/sqlite-core";

import type { Address } from "../contract/deal.ts";
import type { Database } from "../db/database.ts";
import { FIRST_REMINDER_MS } from "../db/deal-statements.ts";
import {
  type AuctionRow,
  auctions,
  dealEvents,
  dealNotes,
  type DealRow,
  deals,
  paymentInstructions,
  users,
} from "../db/schema.ts";
import { parseRatings, RATINGS_OF_DEAL, type StoredRatings } from "../ratings/rating-rows.ts";
import {
  type Deal,
  type DealEvent,
  dealOf,
  type DealOutcome,
  dueAt,
  evolveDeal,
  hasEnded,
  UNPAID_CHOICES,
} from "../rules/deal.ts";
import type { Member } from "../rules/trust.ts";
import { type EventWithNote, parseEvents } from "./events.ts";

/** The person on one side of a deal, as in D1. */
export type DealPerson = Member & {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Null while it is not verified. */
  readonly email: string | null;
  readonly biddingStoppedAt: number | null;
};

export type StoredDeal = {
  readonly row: DealRow;
  readonly deal: Deal;
  readonly events: readonly EventWithNote[];
  readonly auction: Pick<AuctionRow, "title" | "currency" | "imageKeys" | "phase">;
  readonly buyer: DealPerson | null;
  readonly seller: DealPerson | null;
  readonly instructions: { readonly text: string; readonly changedAt: number } | null;
  /** The ID of the auction's second chance, or null. */
  readonly secondChanceId: string | null;
  readonly ratings: StoredRatings;
};

const [buyer, seller] = [alias(users, "buyer"), alias(users, "seller")];

function personColumns<Name extends string>(person: BuildAliasTable<typeof users, Name>) {
  const { id, firstName, lastName, createdAt, emailVerifiedAt, finishedSaleAt, trust, biddingStoppedAt } = person;
  const email = sql<string | null>`iif(${emailVerifiedAt} IS NULL, NULL, ${person.email})`;
  return { id, firstName, lastName, email, createdAt, emailVerifiedAt, finishedSaleAt, trust, biddingStoppedAt };
}

/** All events with their notes, as one JSON array. */
const EVENTS = sql<string>`(SELECT json_group_array(json_object('seq', ${dealEvents.seq}, 'at', ${dealEvents.at},
    'by', ${dealEvents.maker}, 'fact', json(${dealEvents.fact}), 'note', ${dealNotes.text},
    'hiddenReason', ${dealNotes.hiddenReason}))
  FROM ${dealEvents} LEFT JOIN ${dealNotes} ON ${dealNotes.dealId} = ${dealEvents.dealId}
    AND ${dealNotes.seq} = ${dealEvents.seq}
  WHERE ${dealEvents.dealId} = ${deals.id})`.as("events_json");

function selectDeals(db: Database) {
  return db
    .select({
      row: deals,
      title: auctions.title,
      currency: auctions.currency,
      imageKeys: auctions.imageKeys,
      phase: auctions.phase,
      buyer: personColumns(buyer),
      seller: personColumns(seller),
      instructions: { text: paymentInstructions.instructions, changedAt: paymentInstructions.changedAt },
      secondChanceId: sql<string | null>`(SELECT second.id FROM deals AS second
        WHERE second.auction_id = ${deals.auctionId} AND second.chance = 2)`.as("second_chance_id"),
      events: EVENTS,
      ratings: RATINGS_OF_DEAL,
    })
    .from(deals)
    .innerJoin(auctions, eq(auctions.id, deals.auctionId))
    .leftJoin(buyer, eq(buyer.id, deals.buyerId))
    .leftJoin(seller, eq(seller.id, deals.sellerId))
    .leftJoin(paymentInstructions, eq(paymentInstructions.userId, deals.sellerId))
    .$dynamic();
}

/** A person's own deal with this ID, or their newest deal in the auction with this ID. Null for everyone else. */
export async function findDealOf(db: Database, id: string, personId: string): Promise<StoredDeal | null> {
  const matchesId = or(eq(deals.id, id), eq(deals.auctionId, id));
  const isOwn = or(eq(deals.buyerId, personId), eq(deals.sellerId, personId));
  const row = await selectDeals(db).where(and(matchesId, isOwn)).orderBy(desc(deals.chance)).limit(1).get();
  return row ? toStoredDeal(row) : null;
}

export async function findDeal(db: Database, id: string): Promise<StoredDeal | null> {
  const row = await selectDeals(db).where(eq(deals.id, id)).get();
  return row ? toStoredDeal(row) : null;
}

type SelectedDeal = NonNullable<Awaited<ReturnType<ReturnType<typeof selectDeals>["get"]>>>;

function toStoredDeal({ row, title, currency, imageKeys, phase, events: json, ...found }: SelectedDeal): StoredDeal {
  const events = parseEvents(json);
  return {
    row,
    deal: dealOf(row, events),
    events,
    auction: { title, currency, imageKeys, phase },
    ...found,
    ratings: parseRatings(found.ratings),
  };
}

/** Everything that a step writes besides its events. */
export type StepExtras = {
  readonly note?: string;
  readonly address?: Address | null;
  readonly carrier?: string | null;
  readonly trackingNumber?: string | null;
};

/** True right after these events have been added, for further statements in the same batch. */
export function wereJustAdded(dealId: string, events: readonly DealEvent[]): SQL {
  const last = events.at(-1);
  return sql`EXISTS (SELECT 1 FROM deal_events WHERE deal_id = ${dealId} AND seq = ${last?.seq ?? 0}
    AND at = ${last?.at ?? 0} AND maker = ${last?.by ?? ""} AND fact = ${JSON.stringify(last?.fact)})`;
}

/**
 * Adds events to a deal, with the last event's other data, in one transaction. False, with nothing written, if other
 * events were added in the meantime. `extraStatements` run in that transaction and check `wereJustAdded` themselves.
 */
export async function insertDealEvents(
  db: Database,
  { row, deal }: Pick<StoredDeal, "row" | "deal">,
  events: readonly DealEvent[],
  { note = "", ...extras }: StepExtras = {},
  extraStatements: readonly BatchItem<"sqlite">[] = [],
): Promise<boolean> {
  const { id } = row;
  const after = events.reduce(evolveDeal, deal);
  const isNext = sql`EXISTS (SELECT 1 FROM deals WHERE deals.id = ${id} AND deals.events = ${deal.eventCount})`;
  const notes = note === "" ? [] : [{ seq: after.eventCount, text: note }];
  const inserts = [
    ...events.map(({ seq, at, by, fact }) =>
      db.insert(dealEvents).select(sql`SELECT ${id}, ${seq}, ${at}, ${by}, ${JSON.stringify(fact)} WHERE ${isNext}`),
    ),
    ...notes.map(({ seq, text }) =>
      db.insert(dealNotes).select(sql`SELECT ${id}, ${seq}, ${text}, NULL WHERE ${isNext}`),
    ),
  ];
  const [first, ...others] = inserts;
  if (!first) return true;
  const changed = db
    .update(deals)
    .set({ ...extras, ...columnsOf(after, row, events) })
    .where(and(eq(deals.id, id), eq(deals.events, deal.eventCount)))
    .returning({ id: deals.id });
  const results = await db.batch([first, ...others, changed, ...extraStatements]);
  const rows: unknown = results[inserts.length];
  return Array.isArray(rows) && rows.length > 0;
}

/** The columns that lists and the sweep need. */
function columnsOf(deal: Deal, row: DealRow, events: readonly DealEvent[]) {
  const ended = hasEnded(deal);
  const unpaidAt = events.find(({ fact }) => fact.type === "unpaid")?.at ?? row.unpaidAt;
  // The deal doesn't count as unpaid if it was paid after all, both sides canceled it, or an admin voided the auction
  // or decided for the buyer.
  const isUnpaid = deal.state === "unpaid" || (deal.state === "closed" && UNPAID_OUTCOMES.includes(deal.outcome));
  return {
    events: deal.eventCount,
    state: deal.state,
    dueAt: dueAt(deal),
    cancelSide: deal.cancelRequestedBy,
    disputeSide: deal.disputedBy,
    delivery: deal.delivery,
    changedAt: deal.at,
    endedAt: ended ? deal.at : null,
    unpaidAt: isUnpaid ? unpaidAt : null,
    remindAt: deal.state === "open" || deal.state === "ready" ? (firstReminderAt(deal, events) ?? row.remindAt) : null,
    // When the winner's deal fails, the room still has a buyer. When a second chance fails, it no longer does.
    releaseDue: row.chance === 1 && ended && deal.state !== "done" && deal.outcome !== "voided",
  };
}

/** When the buyer of an accepted second chance is reminded for the first time. */
function firstReminderAt({ paymentMs }: Deal, events: readonly DealEvent[]): number | null {
  const accepted = events.find(({ fact }) => fact.type === "accepted");
  return accepted && paymentMs > FIRST_REMINDER_MS ? accepted.at + FIRST_REMINDER_MS : null;
}

/** The outcomes that count as unpaid. */
const UNPAID_OUTCOMES: readonly (DealOutcome | null)[] = [...UNPAID_CHOICES, "unpaid", "forSeller"];
