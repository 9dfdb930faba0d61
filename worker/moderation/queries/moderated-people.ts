/**
 * Admin actions about people: suspensions, roles, hidden names and removed photos. Each is written together with the
 * action that records it.
 */
import { and, desc, eq, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";

import type { AdminActionName } from "../../contract/moderation.ts";
import { HIDDEN_NAME, isModerator } from "../../contract/people.ts";
import type { Database } from "../../db/database.ts";
import { adminActions, users } from "../../db/schema.ts";
import type { Member } from "../../rules/trust.ts";
import { addAdminAction, lastAdminAction, type NewAdminAction, parseLastAdminAction } from "./admin-actions.ts";

export async function findAccountStatus(db: Database, userId: string) {
  const { role, suspendedAt } = users;
  return (await db.select({ role, suspendedAt }).from(users).where(eq(users.id, userId)).get()) ?? null;
}

const { firstName, lastName, hiddenFirstName, hiddenLastName } = users;

type UserChange = { readonly set: SQLiteUpdateSetSource<typeof users>; readonly where?: SQL };

/** How each action changes its target's row. The caller deletes a removed photo. */
const CHANGES = {
  // This also signs the person out, because a suspended person has no valid session.
  suspend: ({ at }) => ({ set: { suspendedAt: at } }),
  restore: () => ({ set: { suspendedAt: null } }),
  makeAdmin: () => ({ set: { role: "Admin" } }),
  setNew: () => ({ set: { trust: "new" } }),
  setKnown: () => ({ set: { trust: "known" } }),
  clearTrust: () => ({ set: { trust: null } }),
  // Unpaid deals from before no longer count.
  allowBidding: ({ at }) => ({ set: { biddingStoppedAt: null, unpaidForgivenAt: at } }),
  // Shown under a placeholder. Their own name is kept, for when it is shown again.
  hideName: () => ({
    set: { hiddenFirstName: sql`${firstName}`, hiddenLastName: sql`${lastName}`, ...HIDDEN_NAME },
    where: isNull(hiddenFirstName),
  }),
  showName: () => ({
    set: {
      firstName: sql`${hiddenFirstName}`,
      lastName: sql`${hiddenLastName}`,
      hiddenFirstName: null,
      hiddenLastName: null,
    },
    where: isNotNull(hiddenFirstName),
  }),
  removePortrait: () => ({ set: { imageKey: null } }),
} as const satisfies { readonly [Name in AdminActionName]?: (action: NewAdminAction) => UserChange };

type PersonChange = NewAdminAction & { readonly action: keyof typeof CHANGES };

/** Applies an action to its target, and records it. */
export async function changePerson(db: Database, action: PersonChange): Promise<void> {
  const { set, where }: UserChange = CHANGES[action.action](action);
  await db.batch([
    db
      .update(users)
      .set(set)
      .where(and(eq(users.id, action.targetId), where)),
    addAdminAction(db, action),
  ]);
}

/** The reason that we show a suspended person. Null for anyone else. */
export async function findSuspensionReason(db: Database, userId: string): Promise<string | null> {
  const row = await db
    .select({ last: lastAdminAction("suspend", sql`users.id`) })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.suspendedAt)))
    .get();
  return row ? parseLastAdminAction(row.last).reason : null;
}

/**
 * False, with nothing changed, for the last admin who can sign in. For anyone who isn't an admin, it only records the
 * action.
 */
export async function removeAdmin(db: Database, action: NewAdminAction): Promise<boolean> {
  const hasOtherAdmin = sql`EXISTS (SELECT 1 FROM users WHERE ${isOtherAdmin(action.targetId)})`;
  const { targetId, actorId, at, reason } = action;
  // Both statements check first and then change, in one transaction, so two admins can't remove each other.
  const [added] = await db.batch([
    db
      .insert(adminActions)
      .select(sql`SELECT NULL, ${at}, ${actorId}, ${action.action}, ${targetId}, ${reason} WHERE ${hasOtherAdmin}`)
      .returning({ id: adminActions.id }),
    db
      .update(users)
      .set({ role: "User" })
      .where(and(eq(users.id, targetId), hasOtherAdmin)),
  ]);
  return added.length > 0;
}

/** Whether this person is the last admin who can sign in. */
export async function isLastAdmin(db: Database, userId: string): Promise<boolean> {
  const { id, role } = users;
  const [person, others] = await db.batch([
    db.select({ role }).from(users).where(eq(id, userId)),
    db.select({ id }).from(users).where(isOtherAdmin(userId)).limit(1),
  ]);
  return person[0] !== undefined && isModerator(person[0]) && others.length === 0;
}

/** Admins who can sign in, and the target of an admin action if it is or was one of them. */
export async function listAdminsToNotify(db: Database, targetId: string) {
  const { id, email, emailVerifiedAt, role, suspendedAt } = users;
  return db
    .select({ id, email, emailVerifiedAt })
    .from(users)
    .where(and(or(eq(role, "Admin"), eq(id, targetId)), isNull(suspendedAt)));
}

/** When another admin last gave this person the role (epoch ms). Null if none did. */
export async function findPromotedAt(db: Database, userId: string): Promise<number | null> {
  const { action, at, id, targetId } = adminActions;
  const row = await db
    .select({ at })
    .from(adminActions)
    .where(and(eq(targetId, userId), eq(action, "makeAdmin")))
    .orderBy(desc(id))
    .get();
  return row?.at ?? null;
}

/** Another admin who can sign in. */
function isOtherAdmin(userId: string) {
  const { id, role, suspendedAt } = users;
  return and(eq(role, "Admin"), isNull(suspendedAt), ne(id, userId));
}

/** The values that determine a person's level of trust. Null for an unknown person. */
export async function findMember(db: Database, userId: string): Promise<Member | null> {
  const { createdAt, emailVerifiedAt, finishedSaleAt, trust } = users;
  const member = { createdAt, emailVerifiedAt, finishedSaleAt, trust };
  return (await db.select(member).from(users).where(eq(users.id, userId)).get()) ?? null;
}

/** How everyone sees a person. Null for an unknown one. */
export async function findPublicPersonRow(db: Database, userId: string) {
  const columns = { firstName, lastName, imageKey: users.imageKey };
  return (await db.select(columns).from(users).where(eq(users.id, userId)).get()) ?? null;
}
