/**
 * The effects of a step outside D1: notices to both sides, updates of their sessions if their rows changed, and a call
 * to the auction's room if it must release its buyer. Each can be retried, and the sweep retries after an outage.
 */
import { eq } from "drizzle-orm";

import { actorOfAccount } from "../accounts/actor.ts";
import { findSessionAccount } from "../accounts/queries/session-accounts.ts";
import type { Database } from "../db/database.ts";
import { type DealRow, deals } from "../db/schema.ts";
import type { DealEvent } from "../rules/deal.ts";
import { deliverDealNotices } from "./deal-notices.ts";
import { findDeal } from "./deal-rows.ts";

export type DealPorts = {
  readonly db: Database;
  readonly rooms: Env["AUCTION_ROOM"];
  readonly inboxes: Env["INBOX"];
};

export function dealPorts({ AUCTION_ROOM, INBOX }: Env, db: Database): DealPorts {
  return { db, rooms: AUCTION_ROOM, inboxes: INBOX };
}

/** Runs after these events have been added to a deal. Tries everything, then throws the first error. */
export async function followUpDeal(
  ports: DealPorts,
  dealId: string,
  unpaidLimit: number,
  events: readonly DealEvent[],
): Promise<void> {
  const { db, inboxes } = ports;
  const found = await findDeal(db, dealId);
  if (!found) return;
  const { row } = found;
  const concernsAccounts = events.some(({ fact }) => fact.type === "received" || fact.type === "unpaid");
  const isOffer = events.some(({ fact }) => fact.type === "closed" && fact.outcome === "secondChance");
  const results = await Promise.allSettled([
    deliverDealNotices(db, inboxes, dealId, unpaidLimit),
    ...(isOffer && found.secondChanceId !== null
      ? [deliverDealNotices(db, inboxes, found.secondChanceId, unpaidLimit)]
      : []),
    ...(row.releaseDue ? [releaseBuyer(ports, row)] : []),
    ...(concernsAccounts ? [row.buyerId, row.sellerId].map(async (id) => inboxes.getByName(id).refreshAccount()) : []),
  ]);
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}

/** Releases the auction's buyer, so that the item can be relisted. If the auction is hidden, the sweep retries. */
export async function releaseBuyer({ db, rooms }: DealPorts, row: DealRow): Promise<void> {
  const account = await findSessionAccount(db, row.sellerId);
  if (account) {
    const released = await rooms.getByName(row.auctionId).releaseBuyer({ actor: actorOfAccount(account) });
    if (!released.ok && released.failure.code === "listing_hidden") return;
  }
  await db.update(deals).set({ releaseDue: false }).where(eq(deals.id, row.id));
}
