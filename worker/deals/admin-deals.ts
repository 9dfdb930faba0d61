/** Deals for admins: lists by state and age, and deciding a deal for one side. */
import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type * as z from "zod";

import type { adminDealsQuery, DealForAdmins } from "../contract/deal-moderation.ts";
import type { Database } from "../db/database.ts";
import { OLDEST_POSITION, pageOf } from "../db/list-page.ts";
import { auctions, deals, users } from "../db/schema.ts";
import { publicPersonColumnsOf, toIso, toPerson } from "../listings/queries/listings.ts";
import type { NewAdminAction } from "../moderation/queries/admin-actions.ts";
import { decideForSide } from "../rules/deal-steps.ts";
import { toMajor } from "../rules/money.ts";
import { dealStateAt } from "./deal-responses.ts";
import { findDeal, type StoredDeal } from "./deal-rows.ts";
import { type DealSettings, type DealStepResult, writeDecision } from "./steps.ts";

const MAX_TRIES = 5;

/** Least recently changed first. `now` is epoch ms. */
export async function listDealsForAdmins(
  db: Database,
  { state, cursor: after = OLDEST_POSITION, limit }: z.output<typeof adminDealsQuery>,
  now: number,
): Promise<{ deals: DealForAdmins[]; nextCursor: string | null }> {
  const [buyer, seller] = [alias(users, "buyer"), alias(users, "seller")];
  const rows = await db
    .select({
      row: deals,
      title: auctions.title,
      currency: auctions.currency,
      buyer: publicPersonColumnsOf(buyer),
      seller: publicPersonColumnsOf(seller),
    })
    .from(deals)
    .innerJoin(auctions, eq(auctions.id, deals.auctionId))
    .leftJoin(buyer, eq(buyer.id, deals.buyerId))
    .leftJoin(seller, eq(seller.id, deals.sellerId))
    .where(
      and(
        state === "disputed" ? isNotNull(deals.disputeSide) : eq(deals.state, state),
        sql`(${deals.changedAt}, ${deals.id}) > (${after.at}, ${after.id})`,
      ),
    )
    .orderBy(asc(deals.changedAt), asc(deals.id))
    .limit(limit + 1);
  const { page, nextCursor } = pageOf(rows, limit, ({ row }) => ({ at: row.changedAt, id: row.id }));
  return {
    deals: page.map(({ row, title, currency, ...people }) => {
      const current = dealStateAt(row, now);
      return {
        _id: row.id,
        auctionId: row.auctionId,
        title,
        buyer: toPerson(row.buyerId, people.buyer),
        seller: toPerson(row.sellerId, people.seller),
        currency,
        price: toMajor(row.priceMinor),
        state: current.state,
        disputedBy: current.disputedBy,
        openedAt: toIso(row.openedAt),
        changedAt: toIso(row.changedAt),
        dueAt: current.dueAt === null ? null : toIso(current.dueAt),
      };
    }),
    nextCursor,
  };
}

/** Closes the action's deal for one side, and records the action. Null if there is no such deal. */
export async function closeDealForSide(
  db: Database,
  adminAction: NewAdminAction,
  outcome: "forBuyer" | "forSeller",
  settings: DealSettings,
): Promise<DealStepResult | null> {
  const { targetId: dealId, at: now } = adminAction;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const found: StoredDeal | null = await findDeal(db, dealId);
    if (!found) return null;
    const decision = decideForSide(found.deal, outcome, now);
    if (!decision.ok) return decision;
    const written = await writeDecision(db, found, decision, {}, { settings, adminAction, now });
    if (written) return written;
  }
  return { ok: false, refusal: null };
}
