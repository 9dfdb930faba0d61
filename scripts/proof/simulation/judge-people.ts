/** Sessions that have ended, accounts that are deleted, and bidders who are shown under a number. */
import { STALE_TOKEN_MS, TOKENS_OUT_MS } from "../../../worker/accounts/sessions.ts";
import { STORED_DELETION } from "../../../worker/inbox/account-deletion/stored-deletion.ts";
import { type CommandAttempt, isAcknowledged } from "../oracle/attempts.ts";
import type { Judged } from "./judged.ts";
import type { People, SimulatedPerson } from "./people.ts";
import type { Simulation } from "./simulation.ts";
import type { World } from "./world.ts";

export function peopleFaults(simulation: Simulation, judged: readonly Judged[], { people }: World): string[] {
  return people.all.flatMap((person) => [
    ...judged.flatMap((one) => sessionFaults(simulation, one, person)),
    ...deletionFaults(simulation, judged, person),
    ...judged.flatMap((one) => numberFaults(one, person)),
  ]);
}

/** The deletion of an account withdraws bids and removes listings: no user sent these commands. */
export function impliedByDeletions(
  { lot: { auctionId }, replayed, personOf }: Judged,
  people: People,
): CommandAttempt[] {
  return people.all.flatMap(({ id, deletion }) => {
    if (!deletion) return [];
    return replayed.commands.flatMap(([recorded] = []): CommandAttempt[] => {
      const withdraws = recorded?.type === "withdrawBid" && !recorded.reason;
      const isImplied = withdraws || recorded?.type === "deleteListing";
      if (!isImplied || personOf(recorded.actorId) !== id) return [];
      const command = { ...recorded, actorId: id };
      return [{ auctionId, command, key: undefined, sentAt: deletion.askedAt, doneAt: Infinity, answer: null }];
    });
  });
}

/**
 * No bid by a session whose end was acknowledged more than a minute before it was sent; while inboxes may be away,
 * sockets go on for ten.
 */
function sessionFaults(simulation: Simulation, { lot }: Judged, person: SimulatedPerson): string[] {
  const { calmAt, profile } = simulation.faults;
  return lot.attempts.filter(isAcknowledged).flatMap(({ sessionId, sentAt, command }) => {
    const session = person.sessions.find(({ id }) => id !== "" && id === sessionId);
    if (!session || command.actorId !== person.id) return [];
    if (sentAt > session.expiresAt + profile.skewMs) return [`sessions: ${session.id} had expired, and bid on`];
    const isQuiet = sentAt > (calmAt ?? Infinity);
    const lastsMs = isQuiet ? TOKENS_OUT_MS : STALE_TOKEN_MS + TOKENS_OUT_MS;
    return sentAt > session.endedAt + lastsMs + 2 * profile.skewMs
      ? [`sessions: ${session.id} had ended, and bid on`]
      : [];
  });
}

/** Once a deletion has begun it finishes, and only what others rely on is left of the person. */
function deletionFaults(simulation: Simulation, judged: readonly Judged[], person: SimulatedPerson): string[] {
  const { id, deletion } = person;
  const inbox = simulation.inboxes.get(id)?.storage;
  const begun = inbox?.kv.get(STORED_DELETION);
  const faults: string[] = [];
  const fault = (text: string) => faults.push(`deletion: ${text} (${id})`);
  if (deletion && deletion.doneAt < Infinity) {
    const isRefused = simulation.logged.some((line) => line.includes("account_deletion_refused") && line.includes(id));
    if (begun === undefined && !isRefused) fault("acknowledged, and never begun");
    const lastAt = deletion.doneAt + STALE_TOKEN_MS + TOKENS_OUT_MS;
    for (const { lot } of judged) {
      const later = lot.attempts.filter(({ command, sentAt }) => command.actorId === id && sentAt > lastAt);
      if (later.some(isAcknowledged)) fault("acted after the deletion was acknowledged");
    }
  }
  if (begun === undefined || !inbox) return faults;
  if (begun !== "done") fault(`left at ${JSON.stringify(begun)}`);
  const { db } = simulation;
  for (const [table, column] of ROWS_OF_A_PERSON) {
    if (db.rows(`SELECT 1 FROM ${table} WHERE ${column} = ?`, id).length > 0) fault(`left in D1's ${table}`);
  }
  for (const table of ["notifications", "sessions"]) {
    if (inbox.rows(`SELECT 1 FROM ${table}`).length > 0) fault(`${table} are left`);
  }
  if (inbox.kv.get("account") !== undefined) fault("the account is left in the inbox");
  for (const { lot } of judged) {
    const { storage } = lot.room;
    if (!storage.has("participants")) continue;
    const named = storage.rows("SELECT 1 FROM participants WHERE id = ? AND first_name = ?", id, id);
    if (named.length > 0) fault(`named in ${lot.auctionId}`);
    const responses = storage.rows("SELECT 1 FROM responses WHERE instr(response, ?) > 0", `"firstName":"${id}"`);
    if (responses.length > 0) fault(`named in a stored response of ${lot.auctionId}`);
    if (storage.rows("SELECT 1 FROM bid_origins WHERE person_id = ?", id).length > 0)
      fault("bid origins are left in a room");
  }
  return faults;
}

const ROWS_OF_A_PERSON = [
  ["users", "id"],
  ["watches", "user_id"],
  ["drafts", "user_id"],
  ["blocks", "seller_id"],
  ["blocks", "person_id"],
  ["bid_origins", "person_id"],
  ["passkeys", "user_id"],
  ["email_changes", "user_id"],
  ["password_resets", "user_id"],
  ["reports", "reporter_id"],
  ["account_deletions", "user_id"],
] as const;

/** Nothing public connects an alias to the account behind it. */
function numberFaults({ lot, replayed }: Judged, person: SimulatedPerson): string[] {
  if (person.anonymous !== "always" || lot.sellerId === person.id) return [];
  const published = [
    ...replayed.records.map((record) => JSON.stringify(record)),
    ...lot.watchers.flatMap(({ texts }) => texts),
    ...lot.reads.map((read) => JSON.stringify(read.shown)),
  ];
  return published.some((text) => text.includes(person.id))
    ? [`numbers: ${person.id} is named in ${lot.auctionId}`]
    : [];
}
