/** Checks sessions that have ended and bidders who are anonymous. */
import { MAX_STALE_TOKEN_MS, TOKENS_EXPIRED_AFTER_MS } from "../../../worker/accounts/sessions.ts";
import { isAcknowledged } from "../invariants/attempts.ts";
import type { JudgedAuction } from "./judged-auction.ts";
import type { SimulatedPerson } from "./people.ts";
import type { Simulation } from "./simulation.ts";
import type { World } from "./world.ts";

export function peopleViolations(
  simulation: Simulation,
  judged: readonly JudgedAuction[],
  { people }: World,
): string[] {
  return people.all.flatMap((person) => [
    ...judged.flatMap((auction) => sessionViolations(simulation, auction, person)),
    ...judged.flatMap((auction) => anonymityViolations(auction, person)),
  ]);
}

/**
 * Once the end of a session is acknowledged, no inbox may confirm the session. After another 62 seconds, no room may
 * accept a bid with it. A token is fresh for a minute, and clocks differ by up to two seconds. While inboxes may be
 * unreachable, sockets can stay open for ten minutes.
 */
function sessionViolations({ faults }: Simulation, { listing }: JudgedAuction, person: SimulatedPerson): string[] {
  const { calmAt, profile } = faults;
  const late = person.sessions.filter(({ wasConfirmedLate }) => wasConfirmedLate);
  const bids = listing.attempts.filter(isAcknowledged).flatMap(({ sessionId, sentAt, command }) => {
    const session = person.sessions.find(({ id }) => id !== "" && id === sessionId);
    if (!session || command.actorId !== person.id) return [];
    if (sentAt > session.expiresAt + profile.skewMs) return [`sessions: ${session.id} bid after it had expired`];
    const isCalm = sentAt > (calmAt ?? Infinity);
    const validMs = isCalm ? TOKENS_EXPIRED_AFTER_MS : MAX_STALE_TOKEN_MS + TOKENS_EXPIRED_AFTER_MS;
    return sentAt > session.endedAt + validMs ? [`sessions: ${session.id} bid after it had ended`] : [];
  });
  return [...late.map(({ id }) => `sessions: ${id} was confirmed after it had ended`), ...bids];
}

/** Nothing public may connect an alias to the account behind it. */
function anonymityViolations({ listing, replayed }: JudgedAuction, person: SimulatedPerson): string[] {
  if (person.anonymity !== "always" || listing.sellerId === person.id) return [];
  const published = [
    ...replayed.records.map((record) => JSON.stringify(record)),
    ...listing.watchers.flatMap(({ texts }) => texts),
    ...listing.reads.map((read) => JSON.stringify(read.result)),
  ];
  return published.some((text) => text.includes(person.id))
    ? [`anonymity: ${person.id} is named in ${listing.auctionId}`]
    : [];
}
