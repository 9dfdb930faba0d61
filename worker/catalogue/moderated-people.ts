/**
 * Admins' acts about people: suspensions, roles, hidden names and portraits. Each is written together with the act that
 * records it.
 */
import { and, desc, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";

import { moderates } from "../contract/people.ts";
import { HIDDEN_NAME } from "../contract/people.ts";
import type { Member } from "../rules/trust.ts";
import { addAct, lastAct, type NewAct, reasonIn } from "./acts.ts";
import type { Catalogue } from "./database.ts";
import { moderationActs, users } from "./schema.ts";

export async function findAccountStatus(catalogue: Catalogue, userId: string) {
  const { role, suspendedAt } = users;
  return (await catalogue.select({ role, suspendedAt }).from(users).where(eq(users.id, userId)).get()) ?? null;
}

/** From now on the person's sessions are not found any more. */
export async function suspend(catalogue: Catalogue, act: NewAct): Promise<void> {
  await catalogue.batch([
    catalogue.update(users).set({ suspendedAt: act.at }).where(eq(users.id, act.targetId)),
    addAct(catalogue, act),
  ]);
}

export async function restore(catalogue: Catalogue, act: NewAct): Promise<void> {
  await catalogue.batch([
    catalogue.update(users).set({ suspendedAt: null }).where(eq(users.id, act.targetId)),
    addAct(catalogue, act),
  ]);
}

/** The reason that a suspended person is shown; null for one who is not suspended. */
export async function findSuspensionReason(catalogue: Catalogue, userId: string): Promise<string | null> {
  const row = await catalogue
    .select({ last: lastAct("suspend", sql`users.id`) })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.suspendedAt)))
    .get();
  return row ? reasonIn(row.last).reason : null;
}

export async function makeAdmin(catalogue: Catalogue, act: NewAct): Promise<void> {
  await catalogue.batch([
    catalogue.update(users).set({ role: "Admin" }).where(eq(users.id, act.targetId)),
    addAct(catalogue, act),
  ]);
}

/**
 * False, with nothing changed, for the last admin who can sign in. For a person who is not an admin it changes nothing.
 */
export async function removeAdmin(catalogue: Catalogue, act: NewAct): Promise<boolean> {
  const isOneLeft = sql`EXISTS (SELECT 1 FROM users WHERE ${isAdminBeside(act.targetId)})`;
  const { targetId, actorId, at, reason } = act;
  // Both statements check first and then change, in one transaction: two admins cannot remove each other.
  const [added] = await catalogue.batch([
    catalogue
      .insert(moderationActs)
      .select(sql`SELECT NULL, ${at}, ${actorId}, ${act.act}, ${targetId}, ${reason} WHERE ${isOneLeft}`)
      .returning({ id: moderationActs.id }),
    catalogue
      .update(users)
      .set({ role: "User" })
      .where(and(eq(users.id, targetId), isOneLeft)),
  ]);
  return added.length > 0;
}

/** Whether no admin who can sign in would remain without this one. */
export async function isLastAdmin(catalogue: Catalogue, userId: string): Promise<boolean> {
  const { id, role } = users;
  const [person, others] = await catalogue.batch([
    catalogue.select({ role }).from(users).where(eq(id, userId)),
    catalogue.select({ id }).from(users).where(isAdminBeside(userId)).limit(1),
  ]);
  return person[0] !== undefined && moderates(person[0]) && others.length === 0;
}

/** Admins who can sign in, and the target of an act if it is or was one of them. */
export async function listAdminsToNotify(catalogue: Catalogue, targetId: string) {
  const { id, email, emailProvenAt, role, suspendedAt } = users;
  return catalogue
    .select({ id, email, emailProvenAt })
    .from(users)
    .where(and(or(eq(role, "Admin"), eq(id, targetId)), isNull(suspendedAt)));
}

/** When another admin gave this person the role for the last time (epoch ms); null if none did. */
export async function findPromotion(catalogue: Catalogue, userId: string): Promise<number | null> {
  const { act, at, id, targetId } = moderationActs;
  const row = await catalogue
    .select({ at })
    .from(moderationActs)
    .where(and(eq(targetId, userId), eq(act, "makeAdmin")))
    .orderBy(desc(id))
    .get();
  return row?.at ?? null;
}

/** Another admin, who can sign in. */
function isAdminBeside(userId: string) {
  const { id, role, suspendedAt } = users;
  return and(eq(role, "Admin"), isNull(suspendedAt), ne(id, userId));
}

/** The level that an act of an admin sets. */
const SET_TRUST = { setNew: "new", setKnown: "known", clearTrust: null } as const;
export type TrustAct = NewAct & { readonly act: keyof typeof SET_TRUST };

/** Sets a person's level of trust, or lets it follow from what they have proven and done again. */
export async function setTrust(catalogue: Catalogue, act: TrustAct): Promise<void> {
  await catalogue.batch([
    catalogue.update(users).set({ trust: SET_TRUST[act.act] }).where(eq(users.id, act.targetId)),
    addAct(catalogue, act),
  ]);
}

/** What a person's level of trust follows from; null for an unknown one. */
export async function findMember(catalogue: Catalogue, userId: string): Promise<Member | null> {
  const { createdAt, emailProvenAt, finishedSaleAt, trust } = users;
  const member = { createdAt, emailProvenAt, finishedSaleAt, trust };
  return (await catalogue.select(member).from(users).where(eq(users.id, userId)).get()) ?? null;
}

/** Shows the person under a placeholder. Their own name is kept, for when it is shown again. */
export async function hideName(catalogue: Catalogue, act: NewAct): Promise<void> {
  const { firstName, lastName, hiddenFirstName } = users;
  await catalogue.batch([
    catalogue
      .update(users)
      .set({ hiddenFirstName: sql`${firstName}`, hiddenLastName: sql`${lastName}`, ...HIDDEN_NAME })
      .where(and(eq(users.id, act.targetId), isNull(hiddenFirstName))),
    addAct(catalogue, act),
  ]);
}

export async function showName(catalogue: Catalogue, act: NewAct): Promise<void> {
  const { hiddenFirstName, hiddenLastName } = users;
  await catalogue.batch([
    catalogue
      .update(users)
      .set({
        firstName: sql`${hiddenFirstName}`,
        lastName: sql`${hiddenLastName}`,
        hiddenFirstName: null,
        hiddenLastName: null,
      })
      .where(and(eq(users.id, act.targetId), isNotNull(hiddenFirstName))),
    addAct(catalogue, act),
  ]);
}

/** The image itself is deleted by the caller. */
export async function removePortrait(catalogue: Catalogue, act: NewAct): Promise<void> {
  await catalogue.batch([
    catalogue.update(users).set({ imageKey: null }).where(eq(users.id, act.targetId)),
    addAct(catalogue, act),
  ]);
}

/** How everyone sees a person; null for an unknown one. */
export async function findShownPerson(catalogue: Catalogue, userId: string) {
  const { firstName, lastName, imageKey } = users;
  const row = await catalogue.select({ firstName, lastName, imageKey }).from(users).where(eq(users.id, userId)).get();
  return row ?? null;
}
