/**
 * D1's side of moderation: the append-only journal of acts, suspended people, hidden names and categories, and the
 * admins' view of them. What changes only D1 is written together with the act that records it.
 */
import { and, desc, eq, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";

import { HIDDEN_NAME } from "../contract/catalogue.ts";
import type { ActName, Moderation } from "../contract/moderation.ts";
import { listActs } from "./acts.ts";
import type { Catalogue } from "./database.ts";
import { PUBLIC_PERSON, toIso, toPerson } from "./listings.ts";
import { closeReports, listOpenReports } from "./reports.ts";
import { auctions, categories, moderationActs, users } from "./schema.ts";

/** Rows of each list in one answer: acts, and what is hidden or suspended. */
const MAX_ROWS = 100;

export type NewAct = {
  readonly actorId: string;
  readonly act: ActName;
  readonly targetId: string;
  readonly reason: string;
  readonly at: number;
};

export function addAct(catalogue: Catalogue, act: NewAct) {
  return catalogue.insert(moderationActs).values(act);
}

/** Whether D1 has this act: not if it was set back to a time before it. */
export async function isRecorded(catalogue: Catalogue, { act, targetId, at }: NewAct): Promise<boolean> {
  const { id, act: name, targetId: target, at: time } = moderationActs;
  const isThisAct = and(eq(target, targetId), eq(name, act), eq(time, at));
  return (await catalogue.select({ id }).from(moderationActs).where(isThisAct).get()) !== undefined;
}

export async function findPhase(catalogue: Catalogue, auctionId: string) {
  const row = await catalogue.select({ phase: auctions.phase }).from(auctions).where(eq(auctions.id, auctionId)).get();
  return row?.phase ?? null;
}

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

/** Closes the open reports about a listing, which stays as it is; the act records that. */
export async function dismissReports(catalogue: Catalogue, act: NewAct): Promise<void> {
  await catalogue.batch([addAct(catalogue, act), closeReports(catalogue, act.targetId, act.at)]);
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
    catalogue.update(users).set({ role: "Admin" }).where(isPresent(act.targetId)),
    addAct(catalogue, act),
  ]);
}

/** False, with nothing changed, for the last admin who can sign in. A repeat for someone who is none changes nothing. */
export async function removeAdmin(catalogue: Catalogue, act: NewAct): Promise<boolean> {
  const { id, role, deletedAt, suspendedAt } = users;
  const others = and(eq(role, "Admin"), isNull(deletedAt), isNull(suspendedAt), ne(id, act.targetId));
  const isOneLeft = sql`EXISTS (SELECT 1 FROM users WHERE ${others})`;
  const { targetId, actorId, at, reason } = act;
  // Both ask first and change afterwards, in one transaction: two admins cannot remove each other.
  const [added] = await catalogue.batch([
    catalogue
      .insert(moderationActs)
      .select(sql`SELECT NULL, ${at}, ${actorId}, ${act.act}, ${targetId}, ${reason} WHERE ${isOneLeft}`)
      .returning({ id: moderationActs.id }),
    catalogue
      .update(users)
      .set({ role: "User" })
      .where(and(eq(id, targetId), isOneLeft)),
  ]);
  return added.length > 0;
}

/** Shows the person under a placeholder. Their own name is kept, for when it is shown again. */
export async function hideName(catalogue: Catalogue, act: NewAct): Promise<void> {
  const { firstName, lastName, hiddenFirstName } = users;
  await catalogue.batch([
    catalogue
      .update(users)
      .set({ hiddenFirstName: sql`${firstName}`, hiddenLastName: sql`${lastName}`, ...HIDDEN_NAME })
      .where(and(isPresent(act.targetId), isNull(hiddenFirstName))),
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
      .where(and(isPresent(act.targetId), isNotNull(hiddenFirstName))),
    addAct(catalogue, act),
  ]);
}

/** The image itself is deleted by the caller. */
export async function removePortrait(catalogue: Catalogue, act: NewAct): Promise<void> {
  await catalogue.batch([
    catalogue.update(users).set({ imageKey: null }).where(isPresent(act.targetId)),
    addAct(catalogue, act),
  ]);
}

/** How everyone sees a person; null for an unknown one, and for one whose account is being deleted. */
export async function findShownPerson(catalogue: Catalogue, userId: string) {
  const { firstName, lastName, imageKey } = users;
  const row = await catalogue.select({ firstName, lastName, imageKey }).from(users).where(isPresent(userId)).get();
  return row ?? null;
}

function isPresent(userId: string) {
  return and(eq(users.id, userId), isNull(users.deletedAt));
}

/** Hides or shows a category; its listings stay as they are. */
export async function setCategoryHidden(catalogue: Catalogue, act: NewAct, hidden: boolean): Promise<void> {
  await catalogue.batch([
    catalogue
      .update(categories)
      .set({ hiddenAt: hidden ? act.at : null })
      .where(eq(categories.id, act.targetId)),
    addAct(catalogue, act),
  ]);
}

export async function listModeration(catalogue: Catalogue): Promise<Moderation> {
  const open = await listOpenReports(catalogue);
  const [reported, hidden, suspended, hiddenNames, hiddenCategories, acts] = await Promise.all([
    findListings(catalogue, Array.from(open.keys())),
    listHidden(catalogue),
    listSuspended(catalogue),
    listHiddenNames(catalogue),
    listHiddenCategories(catalogue),
    listActs(catalogue, { limit: MAX_ROWS }),
  ]);
  return {
    reported: Array.from(open, ([id, reports]) =>
      reported.flatMap((one) => (one._id === id ? { listing: one, reports } : [])),
    ).flat(),
    hidden,
    suspended,
    hiddenNames,
    hiddenCategories,
    acts: acts.acts,
  };
}

const LISTING = {
  id: auctions.id,
  title: auctions.title,
  phase: auctions.phase,
  sellerId: auctions.sellerId,
  voidedReason: auctions.voidedReason,
};
type ModeratedRow = { id: string; title: string; phase: string; sellerId: string; voidedReason: string | null };

function toListing({ id, title, phase, sellerId, voidedReason }: ModeratedRow, seller: Parameters<typeof toPerson>[1]) {
  const state = { hidden: phase === "hidden", voided: voidedReason !== null };
  return { _id: id, title, seller: toPerson(sellerId, seller), ...state };
}

async function findListings(catalogue: Catalogue, ids: readonly string[]) {
  const rows = await catalogue
    .select({ listing: LISTING, seller: PUBLIC_PERSON })
    .from(auctions)
    .leftJoin(users, eq(users.id, auctions.sellerId))
    // All ids in one parameter: D1 accepts at most a hundred parameters.
    .where(sql`${auctions.id} in (select value from json_each(${JSON.stringify(ids)}))`);
  return rows.map(({ listing, seller }) => toListing(listing, seller));
}

async function listHidden(catalogue: Catalogue): Promise<Moderation["hidden"]> {
  const rows = await catalogue
    .select({ listing: LISTING, seller: PUBLIC_PERSON, last: lastAct("hide", sql`auctions.id`) })
    .from(auctions)
    .leftJoin(users, eq(users.id, auctions.sellerId))
    .where(eq(auctions.phase, "hidden"))
    .orderBy(desc(auctions.createdAt))
    .limit(MAX_ROWS);
  return rows.map(({ listing, seller, last }) => ({ listing: toListing(listing, seller), ...reasonIn(last) }));
}

async function listSuspended(catalogue: Catalogue): Promise<Moderation["suspended"]> {
  const rows = await catalogue
    .select({ person: PUBLIC_PERSON, last: lastAct("suspend", sql`users.id`) })
    .from(users)
    .where(isNotNull(users.suspendedAt))
    .orderBy(desc(users.suspendedAt))
    .limit(MAX_ROWS);
  return rows.map(({ person, last }) => ({ person: toPerson(person.id, person), ...reasonIn(last) }));
}

async function listHiddenNames(catalogue: Catalogue): Promise<Moderation["hiddenNames"]> {
  const name = sql<string>`${users.hiddenFirstName} || ' ' || ${users.hiddenLastName}`;
  const rows = await catalogue
    .select({ person: PUBLIC_PERSON, name, last: lastAct("hideName", sql`users.id`) })
    .from(users)
    .where(isNotNull(users.hiddenFirstName))
    .orderBy(desc(users.createdAt))
    .limit(MAX_ROWS);
  return rows.map(({ person, name: hidden, last }) => ({
    person: toPerson(person.id, person),
    name: hidden,
    ...reasonIn(last),
  }));
}

async function listHiddenCategories(catalogue: Catalogue): Promise<Moderation["hiddenCategories"]> {
  const { id: _id, name, description, hiddenAt } = categories;
  const rows = await catalogue
    .select({ category: { _id, name, description }, last: lastAct("hideCategory", sql`categories.id`) })
    .from(categories)
    .where(isNotNull(hiddenAt))
    .orderBy(desc(hiddenAt))
    .limit(MAX_ROWS);
  return rows.map(({ category, last }) => ({ category, ...reasonIn(last) }));
}

/** The newest act of a kind on a row, as `time reason`. `target` includes the table name, because acts have an `id`, too. */
export function lastAct(act: ActName, target: SQL) {
  return sql<string | null>`(select acts.at || ' ' || acts.reason from moderation_acts as acts
    where acts.target_id = ${target} and acts.act = ${act} order by acts.id desc limit 1)`;
}

export function reasonIn(last: string | null): { reason: string; at: string } {
  const [, at = "0", reason = ""] = /^(\d+) ([^]*)$/.exec(last ?? "") ?? [];
  return { reason, at: toIso(Number(at)) };
}
