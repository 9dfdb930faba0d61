/** D1's append-only list of admin actions. A change that affects only D1 is written together with its action. */
import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";

import type { AdminActionsQuery } from "../../contract/admin.ts";
import type { AdminActionName, AdminAction } from "../../contract/moderation.ts";
import { DELETED_NAME } from "../../contract/people.ts";
import { fullName } from "../../contract/text/full-name.ts";
import type { Database } from "../../db/database.ts";
import { adminActions, users } from "../../db/schema.ts";
import { PUBLIC_PERSON_COLUMNS, toIso, toPerson } from "../../listings/queries/listings.ts";

export type NewAdminAction = {
  readonly actorId: string;
  readonly action: AdminActionName;
  readonly targetId: string;
  readonly reason: string;
  readonly at: number;
};

export function addAdminAction(db: Database, action: NewAdminAction) {
  return db.insert(adminActions).values(action);
}

/** For a batch whose change may not happen. Adds the action only if `condition` is true. */
export function addAdminActionIf(db: Database, action: NewAdminAction, condition: SQL) {
  const { at, actorId, action: name, targetId, reason } = action;
  return db
    .insert(adminActions)
    .select(sql`SELECT NULL, ${at}, ${actorId}, ${name}, ${targetId}, ${reason} WHERE ${condition}`);
}

/** If an admin repeats an action on a target with the same reason within this time, we treat it as a retry. */
const RETRY_WINDOW_MS = 3_600_000;

/** For an action that changes nothing else. Adds it unless this admin has just recorded the same action. */
export async function addAdminActionOnce(db: Database, action: NewAdminAction): Promise<void> {
  const { at, actorId, action: name, targetId, reason } = action;
  const isRetry = sql`EXISTS (SELECT 1 FROM admin_actions WHERE target_id = ${targetId} AND actor_id = ${actorId}
    AND action = ${name} AND reason = ${reason} AND at > ${at - RETRY_WINDOW_MS})`;
  await addAdminActionIf(db, action, sql`NOT ${isRetry}`);
}

/** Whether D1 has this action. It doesn't if it was restored to an earlier time. */
export async function isRecorded(db: Database, { action, targetId, at }: NewAdminAction): Promise<boolean> {
  const { id, action: name, targetId: target, at: time } = adminActions;
  const matchesAction = and(eq(target, targetId), eq(name, action), eq(time, at));
  return (await db.select({ id }).from(adminActions).where(matchesAction).get()) !== undefined;
}

type AdminActionsRequest = Pick<AdminActionsQuery, "limit"> &
  Partial<Pick<AdminActionsQuery, "action" | "by" | "target" | "cursor">>;

/** Newest first. `cursor` is the ID of the previous page's last action. */
export async function listAdminActions(
  db: Database,
  { action, by, target, cursor: before = Number.MAX_SAFE_INTEGER, limit }: AdminActionsRequest,
): Promise<{ actions: AdminAction[]; nextCursor: string | null }> {
  const { id, action: name, actorId, targetId } = adminActions;
  const targetName = sql<string | null>`coalesce(
    (select title from auctions where auctions.id = ${targetId}),
    (select title from deals join auctions on auctions.id = auction_id where deals.id = ${targetId}),
    (select title from questions join auctions on auctions.id = auction_id where questions.id = ${targetId}),
    (select title from ratings join auctions on auctions.id = auction_id where ratings.id = ${targetId}),
    (select trim(coalesce(hidden_first_name || ' ' || hidden_last_name, first_name || ' ' || last_name)) from users
      where users.id = ${targetId}),
    (select name from categories where categories.id = ${targetId}))`;
  const rows = await db
    .select({ recorded: adminActions, by: PUBLIC_PERSON_COLUMNS, targetName })
    .from(adminActions)
    .leftJoin(users, eq(users.id, actorId))
    .where(
      and(
        lt(id, before),
        action === undefined ? undefined : eq(name, action),
        by === undefined ? undefined : eq(actorId, by),
        target === undefined ? undefined : eq(targetId, target),
      ),
    )
    .orderBy(desc(id))
    .limit(limit + 1);
  const actions = rows.slice(0, limit).map((row) => ({
    _id: row.recorded.id,
    action: row.recorded.action,
    by: toPerson(row.recorded.actorId, row.by),
    at: toIso(row.recorded.at),
    reason: row.recorded.reason,
    target: { _id: row.recorded.targetId, name: row.targetName ?? fullName(DELETED_NAME) },
  }));
  return { actions, nextCursor: rows.length > limit ? String(actions.at(-1)?._id) : null };
}

/**
 * The newest action of a kind on a row, as `time reason`. `target` includes the table name, because actions have an
 * `id`, too.
 */
export function lastAdminAction(name: AdminActionName, target: SQL) {
  return sql<string | null>`(select actions.at || ' ' || actions.reason from admin_actions as actions
    where actions.target_id = ${target} and actions.action = ${name} order by actions.id desc limit 1)`;
}

export function parseLastAdminAction(last: string | null): { reason: string; at: string } {
  const [, at = "0", reason = ""] = /^(\d+) ([^]*)$/.exec(last ?? "") ?? [];
  return { reason, at: toIso(Number(at)) };
}
