/** Sales of which one side has said that they are finished. */
import { and, eq, isNull, sql } from "drizzle-orm";

import type { Database } from "../db/database.ts";
import { finishedSales, users } from "../db/schema.ts";

/**
 * Notes that a person has finished their side of a sale; a repeat changes nothing. With `vouches` the other one has a
 * finished sale from now on. `now` is epoch ms.
 */
export async function finishSale(
  db: Database,
  { auctionId, personId, otherId }: { auctionId: string; personId: string; otherId: string },
  vouches: boolean,
  now: number,
): Promise<void> {
  await db.batch([
    // Not for an account that is deleted meanwhile.
    db
      .insert(finishedSales)
      .select(sql`SELECT ${auctionId}, id, ${now} FROM users WHERE id = ${personId}`)
      .onConflictDoNothing(),
    db
      .update(users)
      .set({ finishedSaleAt: now })
      // Only the first time: what counts is whether the person was known then.
      .where(
        and(eq(users.id, otherId), isNull(users.finishedSaleAt), vouches ? isSaid(auctionId, personId, now) : sql`0`),
      ),
  ]);
}

function isSaid(auctionId: string, personId: string, at: number) {
  return sql`EXISTS (SELECT 1 FROM finished_sales
    WHERE auction_id = ${auctionId} AND person_id = ${personId} AND at = ${at})`;
}

/** Who has said that a sale is finished: ids of its winner and its seller. */
export async function listFinishedBy(db: Database, auctionId: string): Promise<string[]> {
  const { personId } = finishedSales;
  const rows = await db.select({ personId }).from(finishedSales).where(eq(finishedSales.auctionId, auctionId));
  return rows.map((row) => row.personId);
}
