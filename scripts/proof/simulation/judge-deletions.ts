/**
 * Checks account deletions. A deletion never removes someone who leads a live auction. Once it begins, it finishes and
 * removes everything stored about the person.
 */
import { MAX_STALE_TOKEN_MS, TOKENS_EXPIRED_AFTER_MS } from "../../../worker/accounts/sessions.ts";
import { DELETION_KEY } from "../../../worker/inbox/account-deletion/stored-deletion.ts";
import { type CommandAttempt, isAcknowledged } from "../invariants/attempts.ts";
import type { JudgedAuction } from "./judged-auction.ts";
import { deviceOf, type People, type SimulatedPerson } from "./people.ts";
import type { Simulation } from "./simulation.ts";
import type { World } from "./world.ts";

/**
 * How long a deletion can take to check all rooms, one after another, for a leading bid by the person. In a room that
 * has already answered, the person can take the lead after all if the leading bid is withdrawn.
 */
const MAX_CHECK_MS = 14_000;

export function deletionViolations(
  simulation: Simulation,
  judged: readonly JudgedAuction[],
  { people }: World,
): string[] {
  return people.all.flatMap((person) =>
    [
      ...acknowledgedViolations(simulation, judged, person),
      ...leadingViolations(simulation, judged, person),
      ...leftoverViolations(simulation, judged, person),
    ].map((violation) => `deletion: ${violation} (${person.id})`),
  );
}

/** The commands that a deletion implies. It withdraws bids and removes listings, although no user sent a command. */
export function impliedByDeletions(
  { listing: { auctionId }, replayed, personOf }: JudgedAuction,
  people: People,
): CommandAttempt[] {
  return people.all.flatMap(({ id, deletion }) => {
    if (!deletion) return [];
    return replayed.commands.flatMap(([recorded] = []): CommandAttempt[] => {
      const withdraws = recorded?.type === "withdrawBid" && !recorded.reason;
      const isImplied = withdraws || recorded?.type === "deleteListing";
      if (!isImplied || personOf(recorded.actorId) !== id) return [];
      const command = { ...recorded, actorId: id };
      return [{ auctionId, command, key: undefined, sentAt: deletion.requestedAt, doneAt: Infinity, answer: null }];
    });
  });
}

/**
 * An acknowledged deletion must begin, and the person must not do anything afterward. While inboxes may be unreachable,
 * sockets can stay open for ten minutes.
 */
function acknowledgedViolations(
  simulation: Simulation,
  judged: readonly JudgedAuction[],
  person: SimulatedPerson,
): string[] {
  const { id, deletion } = person;
  const { calmAt, profile } = simulation.faults;
  const begunAt = simulation.db.deletionBegunAt(id) ?? Infinity;
  const doneAt = deletion?.doneAt ?? Infinity;
  const quietFrom = Math.max(begunAt + 2 * profile.skewMs, calmAt ?? Infinity);
  const lastAt = Math.min(doneAt + MAX_STALE_TOKEN_MS + TOKENS_EXPIRED_AFTER_MS, quietFrom);
  const later = judged.flatMap(({ listing }) =>
    listing.attempts.filter(({ command, sentAt }) => command.actorId === id && sentAt > lastAt),
  );
  const hasBegun = storedDeletion(simulation, person) !== undefined || isCalledOff(simulation, person);
  return [
    ...(doneAt < Infinity && !hasBegun ? ["acknowledged, but never begun"] : []),
    ...(later.some(isAcknowledged) ? ["acted after the deletion had begun"] : []),
  ];
}

/** Someone who leads a live auction must not be deleted. A hidden auction doesn't count, because it binds no bidder. */
function leadingViolations(
  { db, faults }: Simulation,
  judged: readonly JudgedAuction[],
  { id }: SimulatedPerson,
): string[] {
  const begunAt = db.deletionBegunAt(id);
  if (begunAt === null) return [];
  const maxClockSkewMs = 2 * faults.profile.skewMs;
  const [from, to] = [begunAt - MAX_CHECK_MS - maxClockSkewMs, begunAt + maxClockSkewMs];
  return judged.flatMap(({ listing, replayed, personOf }) => {
    const before = replayed.records.findLast(({ at }) => at <= from)?.seq ?? 0;
    const states = replayed.states.slice(before, (replayed.records.findLast(({ at }) => at <= to)?.seq ?? 0) + 1);
    const leads = states.every((state) => {
      return (
        state?.phase === "open" &&
        !state.hidden &&
        state.end > to &&
        state.leader !== null &&
        personOf(state.leader) === id
      );
    });
    return states.length > 0 && leads ? [`deleted while leading ${listing.auctionId}`] : [];
  });
}

/** The outcomes of a deletion. They're counted, because a run in which they're rare proves little. */
export function deletionKinds(simulation: Simulation, person: SimulatedPerson): string[] {
  return [
    ...(storedDeletion(simulation, person) === "done" ? ["an account is deleted"] : []),
    ...(isCalledOff(simulation, person) ? ["a deletion is called off"] : []),
  ];
}

/** A deletion that has begun must finish, and leave only the person's data that other people rely on. */
function leftoverViolations(
  simulation: Simulation,
  judged: readonly JudgedAuction[],
  person: SimulatedPerson,
): string[] {
  const deletion = storedDeletion(simulation, person);
  if (deletion === undefined) return [];
  if (deletion !== "done") return [`stopped at ${JSON.stringify(deletion)}`];
  const { id } = person;
  const { db } = simulation;
  // No one in a world has other rows that name a person only by their ID.
  const rows = ["blocks WHERE ? IN (seller_id, person_id)", "account_deletions WHERE user_id = ?"].filter(
    (place) => db.query(`SELECT 1 FROM ${place}`, id).length > 0,
  );
  const inbox = simulation.inboxes.get(id)?.storage;
  const own = ["notifications", "sessions"].filter((table) => inbox && inbox.rows(`SELECT 1 FROM ${table}`).length > 0);
  const origins = judged.filter(({ listing: { room } }) => {
    const { storage } = room;
    return storage.has("bid_origins") && storage.rows("SELECT 1 FROM bid_origins WHERE person_id = ?", id).length > 0;
  });
  return [
    ...rows.map((place) => `a row is left in D1's ${place}`),
    ...own.map((table) => `${table} are left`),
    ...origins.map(({ listing }) => `bid origins are left in ${listing.auctionId}`),
    ...tablesWith(simulation, [person.firstName, person.email, deviceOf(person)]).map((place) => `named in ${place}`),
  ];
}

/** Every table in D1 or in an object, if the table contains one of these strings. */
function tablesWith(simulation: Simulation, texts: readonly string[]): string[] {
  const { db, rooms, relays, inboxes, limiters } = simulation;
  const stores: (readonly [name: string, tables: ReadonlyMap<string, string>])[] = [["D1", db.texts()]];
  for (const hosts of [rooms, relays, inboxes, limiters]) {
    for (const [name, { storage }] of hosts) stores.push([name, storage.texts()]);
  }
  return stores.flatMap(([store, tables]) =>
    Array.from(tables)
      .filter(([, rows]) => texts.some((text) => rows.includes(text)))
      .map(([table]) => `${table} of ${store}`),
  );
}

/** Whether the deletion was called off because the person led an auction when their last token had expired. */
function isCalledOff({ logLines }: Simulation, { id }: SimulatedPerson): boolean {
  return logLines.some((line) => line.includes("account_deletion_refused") && line.includes(id));
}

function storedDeletion({ inboxes }: Simulation, { id }: SimulatedPerson): unknown {
  return inboxes.get(id)?.storage.kv.get(DELETION_KEY);
}
