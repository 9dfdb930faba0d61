/** Sessions that have ended, and bidders who are shown under a number. */
import { STALE_TOKEN_MS, TOKENS_OUT_MS } from "../../../worker/accounts/sessions.ts";
import { isAcknowledged } from "../oracle/attempts.ts";
import type { Judged } from "./judged.ts";
import type { Person } from "./people.ts";
import type { Simulation } from "./simulation.ts";
import type { World } from "./world.ts";

export function peopleFaults(simulation: Simulation, judged: readonly Judged[], { people }: World): string[] {
  return people.all.flatMap((person) => [
    ...judged.flatMap((one) => sessionFaults(simulation, one, person)),
    ...judged.flatMap((one) => numberFaults(one, person)),
  ]);
}

/**
 * No bid by a session whose end was acknowledged more than a minute before it was sent; while inboxes may be away,
 * sockets go on for ten.
 */
function sessionFaults(simulation: Simulation, { lot }: Judged, person: Person): string[] {
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

/** Nothing public connects an alias to the account behind it. */
function numberFaults({ lot, replayed }: Judged, person: Person): string[] {
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
