/** D1's journal of admins' acts, the newest first, page by page. */
import { and, desc, eq, lt, sql } from "drizzle-orm";

import { DELETED_NAME } from "../contract/catalogue.ts";
import type { ActsQuery } from "../contract/desk.ts";
import type { ModerationAct } from "../contract/moderation.ts";
import type { Catalogue } from "./database.ts";
import { PUBLIC_PERSON, toIso, toPerson } from "./listings.ts";
import { moderationActs, users } from "./schema.ts";

type ActsRequest = Pick<ActsQuery, "limit"> & Partial<Pick<ActsQuery, "act" | "by" | "target">> & { before?: number };

/** `before` is the number of the last act of the page before. */
export async function listActs(
  catalogue: Catalogue,
  { act, by, target, before = Number.MAX_SAFE_INTEGER, limit }: ActsRequest,
): Promise<{ acts: ModerationAct[]; nextCursor: string | null }> {
  const { id, act: name, actorId, targetId } = moderationActs;
  const targetName = sql<string | null>`coalesce(
    (select title from auctions where auctions.id = ${targetId}),
    (select coalesce(hidden_first_name || ' ' || hidden_last_name, first_name || ' ' || last_name) from users
      where users.id = ${targetId}),
    (select name from categories where categories.id = ${targetId}))`;
  const rows = await catalogue
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
    target: { _id: row.act.targetId, name: row.targetName ?? `${DELETED_NAME.firstName} ${DELETED_NAME.lastName}` },
  }));
  return { acts, nextCursor: rows.length > limit ? String(acts.at(-1)?._id) : null };
}
