/**
 * Checks a simulated world against the invariants, numbered as in docs/reliability.md. It relies on the journals' rows
 * and the plain model, and doesn't use the rooms' code.
 */
import { isDeepStrictEqual } from "node:util";

import { aliasOf } from "../../../worker/room/storage/participants.ts";
import { attemptViolations } from "../invariants/attempts.ts";
import { databaseViolations, roomBidViolations } from "../invariants/projections.ts";
import { readViolations } from "../invariants/reads.ts";
import { closingDelayMs, type Replay, replay, sealOf } from "../invariants/replay.ts";
import { socketViolations } from "../invariants/sockets.ts";
import type { PersonOf } from "../oracle/commands.ts";
import { wireDetails } from "../oracle/wire.ts";
import { deletionViolations, impliedByDeletions } from "./judge-deletions.ts";
import { inboxViolations } from "./judge-inboxes.ts";
import { moderationViolations } from "./judge-moderation.ts";
import { peopleViolations } from "./judge-people.ts";
import type { JudgedAuction } from "./judged-auction.ts";
import type { SimulatedListing } from "./listing.ts";
import type { PlayedScenario } from "./scenario.ts";
import { ALARM_RETRY_MS } from "./simulated-object.ts";
import type { Simulation } from "./simulation.ts";
import { REPLACED_ERROR } from "./storage.ts";

/** How late an auction can close while alarms are reliable, in addition to the difference between clocks. */
const MAX_LATE_MS = 1_000;

/** Describes everything that's wrong with a simulated world. Empty if nothing is. */
export function judge(simulation: Simulation, played: PlayedScenario): string[] {
  const { loop, faults: injected } = simulation;
  const { world } = played;
  const maxClockSkewMs = 2 * injected.profile.skewMs;
  const judged = world.listings.map((listing): JudgedAuction => {
    const secrets = secretsOf(listing);
    const replayed = replay(listing.auctionId, journalOf(listing), {
      maxClockSkewMs,
      sealed: sealedIn(secrets),
      reserveMinor: listing.reserveMinor,
    });
    return { listing, replayed, secrets, personOf: accountLookup(listing) };
  });
  const violations = [
    ...loop.thrownErrors
      .filter((error) => error !== REPLACED_ERROR)
      .map((error) => `thrown into the loop: ${String(error)}`),
    ...judged.flatMap((auction) => listingViolations(simulation, auction, played)),
    ...inboxViolations(simulation, judged, world),
    ...peopleViolations(simulation, judged, world),
    ...deletionViolations(simulation, judged, world),
  ];
  if (injected.profile.name === "fair weather" && simulation.logLines.some((line) => line.includes("sweep_failed"))) {
    violations.push("a part of the sweep failed in fair weather");
  }
  if (simulation.db.query("SELECT 1 FROM openings").length > 0) {
    violations.push("a listing never finished opening");
  }
  if (played.missingFacts > 0 && injected.profile.alarm === 0) {
    violations.push(`invariant 8: D1 is ${played.missingFacts} facts behind after the quiet period`);
  }
  return violations;
}

function listingViolations(simulation: Simulation, judged: JudgedAuction, played: PlayedScenario): string[] {
  const { listing, replayed, personOf } = judged;
  const violations = [...replayed.violations];
  if (!replayed.auction) {
    return listing.opened === "yes"
      ? [...violations, "invariant 6: the opening was acknowledged, but the auction doesn't exist"]
      : violations;
  }
  if (listing.opened === "no") return [...violations, "opened, but the opening was never acknowledged"];
  const { people } = played.world;
  const attempts = [...listing.attempts, ...impliedByDeletions(judged, people)];
  violations.push(
    ...closingViolations(simulation, replayed),
    ...Object.values(attemptViolations(replayed, attempts, personOf)).flat(),
    ...listing.watchers.flatMap((watcher) =>
      socketViolations(replayed, watcher.connections, seenAtEnd(watcher.lastSeq, replayed), personOf),
    ),
    ...rowViolations(simulation, judged),
    ...moderationViolations(judged, people, simulation.features.has("restore"), simulation.faults),
    ...sealViolations(judged),
  );
  const receivedFacts = listing.watchers.flatMap((watcher) => watcher.receivedFacts);
  violations.push(...readViolations(replayed, listing.reads, listing.attempts, receivedFacts));
  if (replayed.auction.isGone) {
    // The journal of a canceled auction can be read for longer than a simulated world lasts.
    const isCancelled = replayed.auction.phase === "cancelled";
    if (listing.room.storage.has("journal") !== isCancelled) {
      violations.push(`an auction that is gone ${isCancelled ? "has lost its journal" : "keeps its storage"}`);
    }
  } else {
    if (!replayed.auction.hidden && !listing.watchers.every(({ connected }) => connected)) {
      violations.push("a watcher was never reconnected");
    }
    violations.push(...roomViolations(judged, played, simulation));
  }
  return violations;
}

/** Checks that the journal has a seal for each secret that the room stored, and no others. */
function sealViolations({ replayed, secrets }: JudgedAuction): string[] {
  return replayed.records.flatMap(({ seq, sealed }) => {
    const secret = secrets.get(seq);
    return sealed === (secret && sealOf(secret))
      ? []
      : [`invariant 9: the seal of fact ${seq} doesn't match its secret`];
  });
}

function rowViolations({ db, features }: Simulation, { replayed, personOf }: JudgedAuction): string[] {
  const { auction, auctionId } = replayed;
  if (auction?.phase !== "removed" || !features.has("restore")) {
    return databaseViolations((sql, ...values) => db.query(sql, ...values), replayed, personOf);
  }
  // The room of a removed auction is empty, so reconciling can only mark a restored row as removed. If D1 was restored
  // to before the listing, there is no row, and no list shows the auction.
  const [row] = db.query("SELECT phase FROM auctions WHERE id = ?", auctionId);
  return row === undefined || row["phase"] === "removed" ? [] : ["invariant 8: removed, but still listed in D1"];
}

/**
 * The last fact that counts as seen by a watcher. In a hidden auction, that's the newest fact, because watchers can't
 * reconnect to it.
 */
function seenAtEnd(seen: number | null, { auction, records }: Replay): number | null {
  return auction?.hidden ? records.length : seen;
}

/** The public journal as the room stored it. */
export function journalOf({ room }: SimulatedListing): Replay["records"] {
  return room.storage.journal().map(({ seq, at, fact, sealed, hash }) => ({
    seq: Number(seq),
    at: Number(at),
    fact: JSON.parse(String(fact)),
    ...(typeof sealed === "string" && { sealed }),
    hash: String(hash),
  }));
}

function secretsOf({ room }: SimulatedListing): JudgedAuction["secrets"] {
  const rows = room.storage.journal();
  return new Map(
    rows.flatMap(({ seq, secret }) => (typeof secret === "string" ? [[Number(seq), JSON.parse(secret)]] : [])),
  );
}

/** The sealed amounts as the room stored them. Comparing the replay with the commands shows whether they're right. */
function sealedIn(secrets: JudgedAuction["secrets"]): ReadonlyMap<number, number> {
  return new Map(
    Array.from(secrets).flatMap(([seq, { maxMinor, reserveMinor = maxMinor }]) =>
      reserveMinor === undefined ? [] : [[seq, reserveMinor]],
    ),
  );
}

function accountLookup({ room }: SimulatedListing): PersonOf {
  const people = room.storage.participants().filter(({ number }) => number !== null);
  const accounts = new Map(people.map(({ id, number }) => [aliasOf(Number(number)), String(id)]));
  return (bidderId) => accounts.get(bidderId) ?? bidderId;
}

function closingViolations({ loop, faults }: Simulation, replayed: Replay): string[] {
  const { auction } = replayed;
  if (auction?.phase === "open" && loop.now > auction.end + 2_000) return ["invariant 5: ended, but never closed"];
  const { alarm, crash, replace, disk, skewMs } = faults.profile;
  const delayMs = closingDelayMs(replayed) ?? 0;
  const isReliable = alarm === 0 && crash === 0 && replace === 0;
  // If a room can't read its storage when the alarm wakes it, the platform retries the alarm.
  const maxLateMs = MAX_LATE_MS + 2 * skewMs + (disk > 0 ? ALARM_RETRY_MS : 0);
  return isReliable && delayMs > maxLateMs ? [`closed ${delayMs} ms late`] : [];
}

/** Checks the room's stored data, in its own table and as a new instance reads it. */
function roomViolations(
  { listing, replayed }: JudgedAuction,
  played: PlayedScenario,
  { faults: injected, features }: Simulation,
): string[] {
  const { storage } = listing.room;
  const { auction, records } = replayed;
  const details = played.details.get(listing.auctionId) ?? null;
  const violations = roomBidViolations((sql, ...values) => storage.rows(sql, ...values), replayed);
  const [checkpoints] = storage.rows(
    "SELECT received ->> 'catalogue' AS catalogue, received ->> 'sellerInbox' AS seller, received ->> 'bidderInboxes' AS bidders FROM checkpoints",
  );
  for (const [name, seq] of Object.entries(checkpoints ?? {})) {
    // If its alarm was lost, a room with nothing to deliver saves its checkpoints the next time it wakes. Until then,
    // an older checkpoint only means that it would repeat a delivery.
    if (injected.profile.alarm === 0 && seq !== records.length)
      violations.push(`invariant 8: the checkpoint ${name} stopped at fact ${String(seq)}`);
  }
  if (!checkpoints) violations.push("invariant 8: a room has no checkpoints");
  if (auction?.hidden) return details ? [...violations, "hiding: a hidden auction was shown"] : violations;
  const { serverTime = 0, watching = 0 } = details ?? {};
  const expected = auction && { ...wireDetails(auction, serverTime, shownBy(listing)), watching };
  // A page shows the bids that the room holds in memory. With tiny limits, those are only the newest bids.
  const shownBidCount = details?.bids.length ?? 0;
  if (expected && shownBidCount >= Math.min(features.roomLimits.bidsInMemory, expected.bids.length))
    expected.bids.splice(shownBidCount);
  if (!isDeepStrictEqual(details, expected)) {
    violations.push(
      `invariant 2: the stored auction doesn't match the replay: ${JSON.stringify({ details, expected })}`,
    );
  }
  return violations;
}

/** Returns people as the room shows them: by their stored names, or anonymously. */
function shownBy({ room }: SimulatedListing): (bidderId: string) => object {
  const people = room.storage.participants();
  return (bidderId) => {
    const row = people.find(({ id, bidder_id: alias }) => alias === bidderId || id === bidderId);
    const { anonymous = 0, number = null } = row ?? {};
    if (anonymous === 1 && typeof number === "number") {
      return { _id: aliasOf(number), firstName: "Bidder", lastName: String(number), image: null };
    }
    return { _id: row?.["id"] ?? bidderId, firstName: row?.["first_name"], lastName: row?.["last_name"], image: null };
  };
}
