/**
 * A step in a deal, from the request to its consequences. The rules decide the step. This file writes it once, and
 * tries again if another step came first. The same transaction also writes a paid deal's invoice, trust after a
 * finished deal, the stop after too many unpaid deals, a second chance, and an admin's action.
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";

import { trustLevelOf } from "../accounts/trust-level.ts";
import type { Database } from "../db/database.ts";
import { users } from "../db/schema.ts";
import { addAdminActionIf, type NewAdminAction } from "../moderation/queries/admin-actions.ts";
import { type DealDecision, decideStep, type DealStep, factOf, sideOf } from "../rules/deal-steps.ts";
import { confirmsPayment, type DealEvent } from "../rules/deal.ts";
import type { Refusal } from "../rules/refusal.ts";
import type { Settings } from "../settings/settings.ts";
import { type StepExtras, insertDealEvents, findDealOf, wereJustAdded, type StoredDeal } from "./deal-rows.ts";
import { issueInvoiceStatement } from "./invoices.ts";
import { findNextBidder, type NextBidder, secondChanceStatements } from "./second-chances.ts";

/** Refuses a step with `busy` after losing this many races. A deal has only two people. */
const MAX_TRIES = 5;
const YEAR_MS = 365 * 24 * 3_600_000;

export type DealSettings = Pick<Settings, "mailFrom" | "requiresVerifiedEmail" | "newMemberLimits" | "unpaidLimit">;

/** The deal, the person who takes a step in it, and the step's text. */
type StepInput = { readonly dealId: string; readonly personId: string; readonly extras?: StepExtras };

type StepRefusal = Extract<DealDecision, { ok: false }>["refusal"] | Refusal<"no_next_bidder">;
export type DealStepResult =
  | {
      readonly ok: true;
      readonly found: StoredDeal;
      /** None if the step was taken before. */
      readonly events: readonly DealEvent[];
    }
  /** Null if another step came first each time. */
  | { readonly ok: false; readonly refusal: StepRefusal | null };

/** `now` is epoch ms. `stepFor` returns the step for the deal as found. */
export async function takeDealStep(
  db: Database,
  { dealId, personId, extras = {} }: StepInput,
  stepFor: (found: StoredDeal) => DealStep,
  settings: DealSettings,
  now: number,
): Promise<DealStepResult> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const found = await findDealOf(db, dealId, personId);
    if (found?.row.id !== dealId) return { ok: false, refusal: { code: "deal_not_found" } };
    const stepContent = stepFor(found);
    const step = { ...stepContent, hasNewText: hasNewText(found, personId, stepContent, extras) };
    const decision = decideStep(found.deal, personId, step, now);
    if (!decision.ok) return decision;
    const isOffer = step.type === "endUnpaid" && step.choice === "secondChance" && decision.events.length > 0;
    const next = isOffer ? await findNextBidder(db, found.row) : null;
    if (isOffer && next === null) return { ok: false, refusal: { code: "no_next_bidder" } };
    const written = await writeDecision(db, found, decision, extras, { settings, next, now });
    if (written) return written;
  }
  return { ok: false, refusal: null };
}

/** Whether the step has a note, carrier or tracking number that the person hasn't sent with it before. */
function hasNewText({ row, deal, events }: StoredDeal, personId: string, step: DealStep, extras: StepExtras): boolean {
  const { note = "", carrier, trackingNumber } = extras;
  const isSame = ({ by, fact }: DealEvent) => by === sideOf(deal, personId) && fact.type === factOf(step).type;
  return (
    (note !== "" && note !== events.findLast(isSame)?.note) ||
    (carrier ?? row.carrier) !== row.carrier ||
    (trackingNumber ?? row.trackingNumber) !== row.trackingNumber
  );
}

type StepContext = {
  readonly settings: DealSettings;
  readonly next?: NextBidder | null;
  readonly adminAction?: NewAdminAction;
  readonly now: number;
};

/** Writes the decision. Null if another step came first. */
export async function writeDecision(
  db: Database,
  storedDeal: StoredDeal,
  decision: Extract<DealDecision, { ok: true }>,
  extras: StepExtras,
  context: StepContext,
): Promise<DealStepResult | null> {
  const { events } = decision;
  if (events.length === 0) return { ok: true, found: storedDeal, events };
  if (!(await insertDealEvents(db, storedDeal, events, extras, consequenceStatements(db, storedDeal, events, context))))
    return null;
  return { ok: true, found: storedDeal, events };
}

function consequenceStatements(
  db: Database,
  storedDeal: StoredDeal,
  events: readonly DealEvent[],
  { settings, next, adminAction, now }: StepContext,
): BatchItem<"sqlite">[] {
  const { row, buyer, seller } = storedDeal;
  const wasJustAdded = wereJustAdded(row.id, events);
  const last = events.at(-1);
  const statements: BatchItem<"sqlite">[] = [];
  if (adminAction) statements.push(addAdminActionIf(db, adminAction, wasJustAdded));
  const confirmed = events.find(({ by, fact }) => confirmsPayment(by, fact.type));
  if (confirmed) statements.push(issueInvoiceStatement(db, storedDeal, confirmed.at, wasJustAdded));
  if (events.some(({ fact }) => fact.type === "received")) {
    // Two newcomers cannot vouch for each other.
    for (const [knownMember, newcomer] of [
      [buyer, seller],
      [seller, buyer],
    ] as const) {
      if (!knownMember || !newcomer || trustLevelOf(knownMember, settings, now).level !== "known") continue;
      const isFirst = and(eq(users.id, newcomer.id), isNull(users.finishedSaleAt), wasJustAdded);
      statements.push(db.update(users).set({ finishedSaleAt: now }).where(isFirst));
    }
  }
  const unpaid = events.find(({ fact }) => fact.type === "unpaid");
  if (unpaid && settings.unpaidLimit > 0) {
    const unpaidDeals = sql`(SELECT count(*) FROM deals WHERE deals.buyer_id = ${row.buyerId}
      AND deals.unpaid_at > max(${unpaid.at - YEAR_MS}, coalesce(${users.unpaidForgivenAt}, 0)))`;
    const mustStop = and(
      eq(users.id, row.buyerId),
      isNull(users.biddingStoppedAt),
      wasJustAdded,
      sql`${unpaidDeals} >= ${settings.unpaidLimit}`,
    );
    statements.push(db.update(users).set({ biddingStoppedAt: now }).where(mustStop));
  }
  if (next && last) statements.push(...secondChanceStatements(db, row, next, last.at, wasJustAdded));
  return statements;
}

/** How many deals a person has left unpaid in the year before `at` (epoch ms), since an admin last forgave them. */
export async function countUnpaid(db: Database, personId: string, at: number): Promise<number> {
  const row = await db.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM deals LEFT JOIN users ON users.id = ${personId}
      WHERE deals.buyer_id = ${personId} AND deals.unpaid_at > max(${at - YEAR_MS}, coalesce(users.unpaid_forgiven_at, 0))`,
  );
  return row?.count ?? 0;
}
