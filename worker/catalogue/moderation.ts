/**
 * D1's side of moderation: the append-only journal of acts, the suspended people, and the admins' view of both. A
 * suspension and the act that records it are written together.
 */
import { desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";

import { DELETED_NAME } from "../contract/catalogue.ts";
import type { ActName, Moderation, ModerationAct } from "../contract/moderation.ts";
import type { Catalogue } from "./database.ts";
import { PUBLIC_PERSON, toIso, toPerson } from "./listings.ts";
import { closeReports, listOpenReports } from "./reports.ts";
import { auctions, moderationActs, users } from "./schema.ts";

/** Rows of each list in one answer: acts, hidden listings, suspended people. */
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

export async function listModeration(catalogue: Catalogue): Promise<Moderation> {
  const open = await listOpenReports(catalogue);
  const [reported, hidden, suspended, acts] = await Promise.all([
    findListings(catalogue, Array.from(open.keys())),
    listHidden(catalogue),
    listSuspended(catalogue),
    listActs(catalogue),
  ]);
  return {
    reported: Array.from(open, ([id, reports]) =>
      reported.flatMap((one) => (one._id === id ? { listing: one, reports } : [])),
    ).flat(),
    hidden,
    suspended,
    acts,
  };
}

const LISTING = { id: auctions.id, title: auctions.title, phase: auctions.phase, sellerId: auctions.sellerId };
type ModeratedRow = { id: string; title: string; phase: string; sellerId: string };

function toListing({ id, title, phase, sellerId }: ModeratedRow, seller: Parameters<typeof toPerson>[1]) {
  return { _id: id, title, seller: toPerson(sellerId, seller), hidden: phase === "hidden" };
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

/** The newest act of a kind on a row, as `time reason`. `target` includes the table name, because acts have an `id`, too. */
function lastAct(act: ActName, target: SQL) {
  return sql<string | null>`(select acts.at || ' ' || acts.reason from moderation_acts as acts
    where acts.target_id = ${target} and acts.act = ${act} order by acts.id desc limit 1)`;
}

function reasonIn(last: string | null): { reason: string; at: string } {
  const [, at = "0", reason = ""] = /^(\d+) ([^]*)$/.exec(last ?? "") ?? [];
  return { reason, at: toIso(Number(at)) };
}

async function listActs(catalogue: Catalogue): Promise<ModerationAct[]> {
  const targetName = sql<string | null>`coalesce(
    (select title from auctions where auctions.id = ${moderationActs.targetId}),
    (select first_name || ' ' || last_name from users where users.id = ${moderationActs.targetId}))`;
  const rows = await catalogue
    .select({ act: moderationActs, by: PUBLIC_PERSON, targetName })
    .from(moderationActs)
    .leftJoin(users, eq(users.id, moderationActs.actorId))
    .orderBy(desc(moderationActs.id))
    .limit(MAX_ROWS);
  return rows.map(({ act, by, targetName: name }) => ({
    _id: act.id,
    act: act.act,
    by: toPerson(act.actorId, by),
    at: toIso(act.at),
    reason: act.reason,
    target: { _id: act.targetId, name: name ?? `${DELETED_NAME.firstName} ${DELETED_NAME.lastName}` },
  }));
}
