/**
 * Ratings in D1 for deals that are done. The rules have already decided what to store (`worker/rules/ratings.ts`). This
 * file makes sure that two concurrent ratings can't both be the first, and that a side rates or replies once.
 */
import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";

import type { Database } from "../db/database.ts";
import { type DealRow, deals, type RatingRow, ratings } from "../db/schema.ts";
import { parseStored } from "../platform/parse-stored.ts";
import { otherSide, type Side } from "../rules/deal.ts";
import type { GivenRating } from "../rules/ratings.ts";

const COLUMNS = {
  id: ratings.id,
  side: ratings.side,
  stars: ratings.stars,
  text: ratings.text,
  ratedAt: ratings.ratedAt,
  shownAt: ratings.shownAt,
  reply: ratings.reply,
  repliedAt: ratings.repliedAt,
  hiddenReason: ratings.hiddenReason,
  replyHiddenReason: ratings.replyHiddenReason,
};
export type StoredRating = Pick<RatingRow, keyof typeof COLUMNS>;
/** A deal's ratings, by the side that gave them. Null for a side that hasn't rated. */
export type StoredRatings = { readonly [Name in Side]: StoredRating | null };

const PAIRS = sql.join(
  Object.entries(COLUMNS).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
  sql`, `,
);
/** Both ratings of a deal, as one JSON array. */
export const RATINGS_OF_DEAL = sql<string>`(SELECT json_group_array(json_object(${PAIRS})) FROM ${ratings}
  WHERE ${ratings.id} IN (${deals.id} || '-buyer', ${deals.id} || '-seller'))`.as("ratings_json");

export function parseRatings(json: string): StoredRatings {
  const given = parseStored<StoredRating[]>(json);
  const by = (side: Side) => given.find((rating) => rating.side === side) ?? null;
  return { buyer: by("buyer"), seller: by("seller") };
}

function ratingId(dealId: string, side: Side): string {
  return `${dealId}-${side}`;
}

/** `shownAt` depends on `otherHasRated`, so the rating is stored only if that hasn't changed. */
type NewRating = GivenRating & { readonly side: Side; readonly shownAt: number; readonly otherHasRated: boolean };

/**
 * Returns the rating's ID. Returns null and writes nothing if either side has rated in the meantime, or the account is
 * deleted or suspended. The second rating also makes the first one visible. `now` is epoch ms.
 */
export async function insertRating(
  db: Database,
  { id: dealId, auctionId, buyerId, sellerId }: Pick<DealRow, "id" | "auctionId" | "buyerId" | "sellerId">,
  { side, stars, text, shownAt, otherHasRated }: NewRating,
  now: number,
): Promise<string | null> {
  const [own, other] = [ratingId(dealId, side), ratingId(dealId, otherSide(side))];
  const [raterId, ratedId] = side === "buyer" ? [buyerId, sellerId] : [sellerId, buyerId];
  const ratingExists = (id: string): SQL => sql`EXISTS (SELECT 1 FROM ratings AS given WHERE given.id = ${id})`;
  const [added] = await db.batch([
    db
      .insert(ratings)
      .select(
        sql`SELECT ${own}, ${dealId}, ${auctionId}, ${side}, id, ${ratedId}, ${stars}, ${text}, ${now}, ${shownAt},
          NULL, NULL, NULL, NULL, ${now}
        FROM users WHERE id = ${raterId} AND suspended_at IS NULL AND ${ratingExists(other)} = ${Number(otherHasRated)}`,
      )
      .onConflictDoNothing()
      .returning({ id: ratings.id }),
    db
      .update(ratings)
      .set({ shownAt: now })
      .where(and(eq(ratings.id, other), gt(ratings.shownAt, now), ratingExists(own))),
  ]);
  return added[0]?.id ?? null;
}

/** False if the rating has a reply, is hidden or gone, or the account is deleted or suspended. `now` is epoch ms. */
export async function insertReply(
  db: Database,
  { id, authorId, reply }: { readonly id: string; readonly authorId: string; readonly reply: string },
  now: number,
): Promise<boolean> {
  const hasActiveAccount = sql`EXISTS (SELECT 1 FROM users WHERE users.id = ${authorId} AND suspended_at IS NULL)`;
  const replied = await db
    .update(ratings)
    .set({ reply, repliedAt: now, noticeDueAt: now })
    .where(and(eq(ratings.id, id), isNull(ratings.reply), isNull(ratings.hiddenReason), hasActiveAccount))
    .returning({ id: ratings.id });
  return replied.length > 0;
}
