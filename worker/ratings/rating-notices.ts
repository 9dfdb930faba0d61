/**
 * Notifies the other side of a rating or a reply. The statement that writes a row also makes its notice
 * due, until the inbox has it. The call that wrote the row sends the notice, and the sweep retries after a failure. The
 * notice says that someone has rated, but never how.
 */
import { and, asc, eq, isNotNull, lte } from "drizzle-orm";

import type { DealNews } from "../contract/notice-kinds.ts";
import type { Database } from "../db/database.ts";
import { type RatingRow, ratings } from "../db/schema.ts";
import { createRatingNotice, sendDealNotices } from "../deals/deal-notices.ts";
import { findDeal } from "../deals/deal-rows.ts";
import type { DealPorts } from "../deals/follow-ups.ts";
import { dealAt, otherSide } from "../rules/deal.ts";

/** The call that wrote a rating or reply notifies the other side itself, within seconds. */
const GRACE_MS = 60_000;
/** After a day a notice is no longer news, and an inbox that fails for so long must not hold up the other inboxes. */
const MAX_DELAY_MS = 24 * 3_600_000;
const MAX_DUE_RATINGS = 20;

/** Positions after the deal's last event, in the order in which one person can receive the notices. */
const SEQ_OFFSETS = { rated: 1, ratedToo: 2, replied: 3 } as const satisfies { readonly [Name in DealNews]?: number };

/** Sends the notice of a rating if it is due. Throws when the inbox does not answer. `now` is epoch ms. */
export async function deliverRatingNotice(
  { db, inboxes }: Pick<DealPorts, "db" | "inboxes">,
  ratingId: string,
  now: number,
): Promise<void> {
  const isDue = and(eq(ratings.id, ratingId), isNotNull(ratings.noticeDueAt));
  const row = await db.select().from(ratings).where(isDue).get();
  const dueAt = row?.noticeDueAt ?? null;
  if (!row || dueAt === null) return;
  const found = await findDeal(db, row.dealId);
  if (found && row.hiddenReason === null && now <= dueAt + MAX_DELAY_MS) {
    const news = newsOf(row);
    const by = news === "replied" ? otherSide(row.side) : row.side;
    // The clock alone may have finished the deal before the sweep records it.
    const { eventCount } = dealAt(found.deal, now);
    await sendDealNotices(inboxes, found, [
      createRatingNotice(found, eventCount, SEQ_OFFSETS[news], { by, news }, dueAt),
    ]);
  }
  await db
    .update(ratings)
    .set({ noticeDueAt: null })
    .where(and(eq(ratings.id, ratingId), eq(ratings.noticeDueAt, dueAt)));
}

function newsOf({ reply, ratedAt, shownAt }: RatingRow): keyof typeof SEQ_OFFSETS {
  if (reply !== null) return "replied";
  return shownAt === ratedAt ? "ratedToo" : "rated";
}

/** For the sweep. Ratings whose notices were not delivered, the longest overdue first. `now` is epoch ms. */
export async function listDueRatingIds(db: Database, now: number): Promise<string[]> {
  const rows = await db
    .select({ id: ratings.id })
    .from(ratings)
    .where(lte(ratings.noticeDueAt, now - GRACE_MS))
    .orderBy(asc(ratings.noticeDueAt))
    .limit(MAX_DUE_RATINGS);
  return rows.map(({ id }) => id);
}
