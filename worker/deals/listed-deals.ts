/**
 * A person's deals, most recently changed first, and how many there are. Their state depends on the clock, as for a
 * single deal.
 */
import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type * as z from "zod";

import type { DealCounts, dealsQuery, ListedDeal } from "../contract/deal.ts";
import type { Database } from "../db/database.ts";
import { NEWEST_POSITION, pageOf } from "../db/list-page.ts";
import { auctions, deals, users } from "../db/schema.ts";
import { toIso } from "../listings/queries/listings.ts";
import { WAITING_STATES } from "../rules/deal-steps.ts";
import { DEAL_STATES, type DealState, hasEnded, type Side, SIDES, stateWhenDue } from "../rules/deal.ts";
import { RATING_MS } from "../rules/ratings.ts";
import { dealStateAt, toListedDeal } from "./deal-responses.ts";

type DealsQuery = z.output<typeof dealsQuery>;

/** `now` is epoch ms. */
export async function listDeals(
  db: Database,
  personId: string,
  { view, cursor: after = NEWEST_POSITION, limit }: DealsQuery,
  now: number,
): Promise<{ deals: ListedDeal[]; nextCursor: string | null }> {
  const other = alias(users, "other");
  const rows = await db
    .select({
      row: deals,
      title: auctions.title,
      currency: auctions.currency,
      imageKeys: auctions.imageKeys,
      phase: auctions.phase,
      firstName: other.firstName,
      lastName: other.lastName,
      rateUntil: sql<number | null>`iif(${needsRating(personId, now)}, ${RATE_UNTIL}, NULL)`.as("rate_until"),
    })
    .from(deals)
    .innerJoin(auctions, eq(auctions.id, deals.auctionId))
    .leftJoin(other, sql`${other.id} = iif(${deals.buyerId} = ${personId}, ${deals.sellerId}, ${deals.buyerId})`)
    .where(and(isInView(view, personId, now), sql`(${deals.changedAt}, ${deals.id}) < (${after.at}, ${after.id})`))
    .orderBy(desc(deals.changedAt), desc(deals.id))
    .limit(limit + 1);
  const { page, nextCursor } = pageOf(rows, limit, ({ row }) => ({ at: row.changedAt, id: row.id }));
  return {
    deals: page.map(({ row, title, currency, imageKeys, phase, firstName, lastName, rateUntil }) => ({
      ...toListedDeal({
        row,
        auction: { title, currency, imageKeys, phase },
        side: row.buyerId === personId ? "buyer" : "seller",
        other: firstName === null || lastName === null ? null : { firstName, lastName },
        deal: dealStateAt(row, now),
      }),
      rateUntil: rateUntil === null ? null : toIso(rateUntil),
    })),
    nextCursor,
  };
}

/** Deals that haven't ended, and those whose other side the person may still rate. */
export async function countDeals(db: Database, personId: string, now: number): Promise<DealCounts> {
  const count = (condition: SQL | undefined) => sql<number>`coalesce(sum(iif(${condition}, 1, 0)), 0)`;
  const row = await db
    .select({
      buying: count(and(isSide("buyer", personId), isUnderWay(now))),
      selling: count(and(isSide("seller", personId), isUnderWay(now))),
      needsMe: count(needsMe(personId, now)),
      toRate: count(needsRating(personId, now)),
    })
    .from(deals)
    .where(or(...SIDES.map((side) => isSide(side, personId))))
    .get();
  return row ?? { buying: 0, selling: 0, needsMe: 0, toRate: 0 };
}

function isInView(view: DealsQuery["view"], personId: string, now: number): SQL | undefined {
  switch (view) {
    case "all":
      return or(...SIDES.map((side) => isSide(side, personId)));
    case "buying":
      return isSide("buyer", personId);
    case "selling":
      return isSide("seller", personId);
    case "needsMe":
      return needsMe(personId, now);
    case "toRate":
      return needsRating(personId, now);
  }
}

function isSide(side: Side, personId: string): SQL {
  return eq(side === "buyer" ? deals.buyerId : deals.sellerId, personId);
}

function needsMe(personId: string, now: number): SQL | undefined {
  return or(
    ...SIDES.map((side) =>
      and(
        isSide(side, personId),
        or(
          isInState(WAITING_STATES[side], now),
          and(isUnderWay(now), eq(deals.cancelSide, side === "buyer" ? "seller" : "buyer")),
        ),
      ),
    ),
  );
}

/** The end of the time to rate a deal that is done (epoch ms), whether or not that is recorded. */
const RATE_UNTIL = sql`(iif(${deals.state} = 'done', ${deals.changedAt}, ${deals.dueAt}) + ${RATING_MS})`;

/** Done, not yet rated by this person, in time, and about someone who still has an account. */
function needsRating(personId: string, now: number): SQL | undefined {
  return or(
    ...SIDES.map((side) =>
      and(
        isSide(side, personId),
        isInState(["done"], now),
        sql`${RATE_UNTIL} > ${now}`,
        sql`NOT EXISTS (SELECT 1 FROM ratings WHERE ratings.id = ${deals.id} || ${`-${side}`})`,
        sql`EXISTS (SELECT 1 FROM users AS rated WHERE rated.id = ${side === "buyer" ? deals.sellerId : deals.buyerId})`,
      ),
    ),
  );
}

/** Whether a deal hasn't ended at `now` (epoch ms). Its row may not show the end yet. */
export function isUnderWay(now: number): SQL | undefined {
  return isInState(
    DEAL_STATES.filter((state) => !hasEnded({ state })),
    now,
  );
}

function isInState(states: readonly DealState[], now: number): SQL | undefined {
  const among = (wanted: readonly DealState[]) =>
    sql`${deals.state} IN (SELECT value FROM json_each(${JSON.stringify(wanted)}))`;
  const isDue = sql`coalesce(${deals.dueAt} <= ${now}, 0)`;
  return or(
    and(among(states), sql`NOT ${isDue}`),
    and(among(DEAL_STATES.filter((state) => states.includes(stateWhenDue(state)))), isDue),
  );
}
