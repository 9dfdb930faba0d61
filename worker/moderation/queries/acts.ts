/**
 * D1's append-only journal of admins' acts. What changes only D1 is written together with the act that records it.
 */
import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";

import type { ActsQuery } from "../../contract/admin.ts";
import { fullName } from "../../contract/full-name.ts";
import type { ActName, ModerationAct } from "../../contract/moderation.ts";
import { DELETED_NAME } from "../../contract/people.ts";
import type { Database } from "../../db/database.ts";
import { moderationActs, users } from "../../db/schema.ts";
import { PUBLIC_PERSON, toIso, toPerson } from "../../listings/queries/listings.ts";

export type NewAct = {
  readonly actorId: string;
  readonly act: ActName;
  readonly targetId: string;
  readonly reason: string;
  readonly at: number;
};

export function addAct(db: Database, act: NewAct) {
  return db.insert(moderationActs).values(act);
}

/** Whether D1 has this act: not if it was set back to a time before it. */
export async function isRecorded(db: Database, { act, targetId, at }: NewAct): Promise<boolean> {
  const { id, act: name, targetId: target, at: time } = moderationActs;
  const isThisAct = and(eq(target, targetId), eq(name, act), eq(time, at));
  return (await db.select({ id }).from(moderationActs).where(isThisAct).get()) !== undefined;
}

type ActsRequest = Pick<ActsQuery, "limit"> & Partial<Pick<ActsQuery, "act" | "by" | "target">> & { before?: number };

/** The newest first, page by page: `before` is the number of the last act of the page before. */
export async function listActs(
  db: Database,
  { act, by, target, before = Number.MAX_SAFE_INTEGER, limit }: ActsRequest,
): Promise<{ acts: ModerationAct[]; nextCursor: string | null }> {
  const { id, act: name, actorId, targetId } = moderationActs;
  const targetName = sql<string | null>`coalesce(
    (select title from auctions where auctions.id = ${targetId}),
    (select title from questions join auctions on auctions.id = auction_id where questions.id = ${targetId}),
    (select trim(coalesce(hidden_first_name || ' ' || hidden_last_name, first_name || ' ' || last_name)) from users
      where users.id = ${targetId}),
    (select name from categories where categories.id = ${targetId}))`;
  const rows = await db
    .select({ act: moderationActs, by: PUBLIC_PERSON, targetName })
    .from(moderationActs)
    .leftJoin(users, eq(users.id, actorId))
    .where(
      and(
        lt(id, before),
        act === undefined ? undefined : eq(name, act),
        by === undefined ? undefined : eq(actorId, by),
        target === undefined ? undefined : eq(targetId, target),
      ),
    )
    .orderBy(desc(id))
    .limit(limit + 1);
  const acts = rows.slice(0, limit).map((row) => ({
    _id: row.act.id,
    act: row.act.act,
    by: toPerson(row.act.actorId, row.by),
    at: toIso(row.act.at),
    reason: row.act.reason,
    target: { _id: row.act.targetId, name: row.targetName ?? fullName(DELETED_NAME) },
  }));
  return { acts, nextCursor: rows.length > limit ? String(acts.at(-1)?._id) : null };
}

/**
 * The newest act of a kind on a row, as `time reason`. `target` includes the table name, because acts have an `id`,
 * too.
 */
export function lastAct(act: ActName, target: SQL) {
  return sql<string | null>`(select acts.at || ' ' || acts.reason from moderation_acts as acts
    where acts.target_id = ${target} and acts.act = ${act} order by acts.id desc limit 1)`;
}

export function reasonIn(last: string | null): { reason: string; at: string } {
  const [, at = "0", reason = ""] = /^(\d+) ([^]*)$/.exec(last ?? "") ?? [];
  return { reason, at: toIso(Number(at)) };
}
