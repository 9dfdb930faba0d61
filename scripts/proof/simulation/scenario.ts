/**
 * The course of a simulation. Auctions open, commands and faults come in random order, then the faults stop, and most
 * auctions end. As on the platform, alarms and the sweep then finish the work that an outage interrupted.
 */
import type { AuctionDetails } from "../../../worker/contract/auction.ts";
import { BEGIN_RESTORE_STATEMENTS } from "../../../worker/db/begin-restore.ts";
import { OPENING_TIMEOUT_MS, sweep } from "../../../worker/sweep/sweep.ts";
import { parsePage } from "../../../worker/testing/parse-page.ts";
import { suspendAtEnd, takeAction } from "./actions.ts";
import type { Snapshot } from "./database.ts";
import { SimulatedListing } from "./listing.ts";
import { People } from "./people.ts";
import type { Simulation } from "./simulation.ts";
import type { World } from "./world.ts";

const MINUTE_MS = 60_000;
const HALF_DAY_MS = 12 * 3_600_000;
const DAY_MS = 2 * HALF_DAY_MS;
/** How long a buyer can take to pay. It's longer than an auction can be late or extended. */
const PAYMENT_MS = 5 * DAY_MS;
/** The sweep works in 256 parts. Each minute it compares the rows whose IDs begin with that minute's byte. */
const PART_COUNT = 256;

/** Enough runs of the sweep to compare everything after a restore, plus one that finds nothing left and finishes. */
const RUNS_TO_SETTLE = 4;

/**
 * Once faults stop, pending deliveries must finish within this time. It covers a call that hangs for five seconds, a
 * retry after five more, pauses of up to a second between the batches of a backlog, and some network delays.
 */
export const CATCH_UP_TIMEOUT_MS = 14_000;

export type PlayedScenario = {
  readonly world: World;
  /** How many facts D1 still lacked when it should have caught up. */
  readonly missingFacts: number;
  /** Each auction's page as a new instance of its room shows it at the end. Absent if the auction no longer exists. */
  readonly details: ReadonlyMap<string, AuctionDetails>;
};

export async function playScenario(simulation: Simulation): Promise<PlayedScenario> {
  const { random, faults, loop, features } = simulation;
  const people = new People(simulation);
  const listings: SimulatedListing[] = [];
  const world: World = { simulation, people, listings };
  const count = features.has("auctions") ? random.integer(2, 3) : 1;
  for (let number = 0; number < count; number += 1) await openListing(world, number);
  let snapshot: Snapshot | null = null;
  const eventCount = random.chance(0.1) ? random.integer(0, 3) : random.integer(12, 45);
  for (let event = 0; event < eventCount; event += 1) {
    await simulation.sleep(pauseMs(world));
    takeAction(world);
    injectFaults(world);
    if (!features.has("restore")) continue;
    // The snapshot is taken once every auction has its row. `docs/deploy.md` says what else a restore may lose.
    if (!snapshot && simulation.db.query("SELECT 1 FROM auctions").length === listings.length) {
      snapshot = simulation.db.snapshot();
    } else if (snapshot && random.chance(0.05)) {
      restoreSnapshot(simulation, snapshot);
    }
  }
  if (features.has("hiding")) suspendAtEnd(world);
  if (faults.profile.crash > 0 && random.chance(0.3)) await crashAfterAnswer(world);
  const calmAt = loop.now;
  faults.calmAt = calmAt;
  await simulation.sleep(CATCH_UP_TIMEOUT_MS);
  const missingFacts = features.has("restore") ? 0 : countMissingFacts(world, calmAt);
  await bidWithEndedSessions(world);
  const lastEnd = Math.max(...listings.map(({ endsAt }) => endsAt));
  if (random.chance(0.8)) await simulation.sleep(lastEnd + 2_000 - loop.now);
  await sweepAll(world);
  // By then, the sweep no longer waits for a room that hasn't opened.
  await simulation.sleep(OPENING_TIMEOUT_MS);
  await sweepAll(world);
  await simulation.sleep(2 * CATCH_UP_TIMEOUT_MS);
  await finishAlarms(world);
  await releaseBuyers(world);
  // The watcher of a hidden auction waits longer after each try, so here every watcher reconnects right away.
  for (const listing of listings) for (const watcher of listing.watchers) await watcher.reconnect();
  await simulation.sleep(CATCH_UP_TIMEOUT_MS);
  const details = new Map<string, AuctionDetails>();
  for (const listing of listings) {
    listing.room.evict();
    const page = await simulation.call(listing.room, (room) => room.page());
    if (page.ok) details.set(listing.auctionId, parsePage(page));
  }
  return { world, missingFacts, details };
}

/**
 * Days later, some sellers release a buyer who hasn't paid. Nothing else in a world happens that late, because the
 * sweep handles an auction soon after its end.
 */
async function releaseBuyers({ simulation, people, listings }: World): Promise<void> {
  const { random, loop } = simulation;
  for (const listing of listings) {
    const seller = people.get(listing.sellerId);
    if (seller.isDeletingAccount || !random.chance(0.2)) continue;
    await simulation.sleep(Math.max(0, listing.endsAt + PAYMENT_MS - loop.now));
    const command = { type: "releaseBuyer", actorId: seller.id } as const;
    await listing.send(command, listing.newKey(seller.id), seller);
    await simulation.sleep(2 * CATCH_UP_TIMEOUT_MS);
  }
}

/** Restores D1 as in docs/deploy.md, where the operator runs `d1:restored` right afterward. */
function restoreSnapshot({ db, faults, loop, trace }: Simulation, snapshot: Snapshot): void {
  trace("D1 is restored");
  faults.count("D1 restored");
  db.restore(snapshot);
  for (const statement of BEGIN_RESTORE_STATEMENTS) db.query(statement);
  // SQLite uses the real clock.
  db.query("UPDATE restores SET begun_at = ?", loop.now);
}

async function openListing(world: World, number: number): Promise<void> {
  const { simulation, people, listings } = world;
  const { random, loop } = simulation;
  const seller = number === 0 ? people.all[0]! : random.pick(people.all);
  const others = people.all.filter((person) => person !== seller);
  const listing = new SimulatedListing(simulation, seller, `listing${number}`);
  listings.push(listing);
  await listing.create();
  if (listing.opened !== "yes") return;
  // Sometimes there are no watchers, so that only the alarm wakes the room.
  const watcherPeople = random.chance(0.7) ? [null, ...others.slice(0, random.integer(0, 2))] : [];
  for (const person of watcherPeople) {
    void listing.watch(person?.actor ?? null, person?.liveSession(loop.now) ?? null);
  }
}

/** Usually a short pause, sometimes a long one, and sometimes one that ends exactly when a rule's result changes. */
function pauseMs({ simulation, listings }: World): number {
  const { random, loop } = simulation;
  const kind = random.weighted({ burst: 70, soon: 20, later: 6, edge: 4 });
  if (kind === "burst") return random.next() * 25;
  if (kind === "soon") return random.next() * 3_000;
  if (kind === "later") return random.next() * 600_000;
  const edge = random.pick([-HALF_DAY_MS, -120_000, -6_000, -2_000, 0]) + random.integer(-15, 15);
  return Math.max(0, random.pick(listings).endsAt + edge - loop.now);
}

function injectFaults({ simulation, listings }: World): void {
  const { random, faults, hosts, loop } = simulation;
  // If the first call was lost, no object has received a call yet.
  const isAnyCalled = hosts.length > 0;
  if (random.chance(0.05) && isAnyCalled && random.pick(hosts).evict()) faults.count("eviction");
  if (isAnyCalled && faults.strikes("replace", "two instances")) {
    const host = random.pick(hosts);
    simulation.trace("a second instance of", host.name, host.replace());
  }
  if (faults.strikes("outage")) faults.startOutage(random.pick(["D1", "inbox"]), loop.now);
  if (!faults.strikes("alarm", "alarm lost, early or twice")) return;
  const { room } = random.pick(listings);
  if (random.chance(0.5)) room.loseAlarm();
  else room.fireExtraAlarm();
}

/** A room crashes right after it answers a bid, and no client wakes it again. */
async function crashAfterAnswer({ simulation, people, listings }: World): Promise<void> {
  const { random, loop } = simulation;
  const [listing] = listings;
  const person = random.pick(people.all);
  const session = person.liveSession(loop.now);
  if (!listing || !session || person.isDeletingAccount) return;
  const command = { type: "placeBid", actorId: person.id, amountMinor: listing.minNextMinor } as const;
  await listing.send(command, listing.newKey(person.id), person, session);
  listing.room.crash();
}

/** Everyone bids once more with each of their ended sessions. By now, every room must refuse those bids. */
async function bidWithEndedSessions({ simulation, people, listings }: World): Promise<void> {
  for (const listing of listings) {
    for (const person of people.all) {
      for (const session of person.sessions.filter(({ isEnding }) => isEnding)) {
        const command = { type: "placeBid", actorId: person.id, amountMinor: listing.minNextMinor } as const;
        await listing.send(command, undefined, person, session);
        if (session.id !== "") await session.confirmWithInbox().catch(() => {});
        if (simulation.features.has("limits")) await simulation.sleep(1_500);
      }
    }
  }
}

/** Runs the sweep once for each auction, in the minute in which it compares that auction's row with its room. */
async function sweepAll({ simulation, listings }: World): Promise<void> {
  const { loop, features, env } = simulation;
  // Settling a restore takes a few runs.
  if (features.has("restore")) {
    for (let run = 0; run < RUNS_TO_SETTLE; run += 1) {
      await sweep(env, Math.floor(loop.now));
      await simulation.sleep(CATCH_UP_TIMEOUT_MS);
    }
  }
  for (const part of new Set(listings.map(({ auctionId }) => auctionId.slice(0, 2)))) {
    const minute = Math.floor(loop.now / MINUTE_MS);
    const waitMinutes = (Number.parseInt(part, 16) - (minute % PART_COUNT) + PART_COUNT) % PART_COUNT;
    if (waitMinutes > 0) await simulation.sleep((minute + waitMinutes) * MINUTE_MS + 1 - loop.now);
    await sweep(env, Math.floor(loop.now));
  }
}

/** Waits for the rooms' alarms, up to five times, so that pending deliveries finish. */
async function finishAlarms({ simulation, listings }: World): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    const alarmAt = Math.min(...listings.map(({ room }) => room.storage.alarm() ?? Infinity));
    if (alarmAt > simulation.loop.now + CATCH_UP_TIMEOUT_MS) return;
    await simulation.sleep(CATCH_UP_TIMEOUT_MS);
  }
}

/**
 * How many facts D1 still lacks, in the auction that lacks the most. Only facts from before the faults stopped count.
 * An auction that still has a row in `openings` doesn't count either, because the sweep handles it.
 */
function countMissingFacts({ simulation, listings }: World, calmAt: number): number {
  const openingIds = new Set(simulation.db.query("SELECT auction_id FROM openings").map((row) => row["auction_id"]));
  const missingCounts = listings.map(({ auctionId, room }) => {
    if (openingIds.has(auctionId)) return 0;
    const [row] = simulation.db.query("SELECT seq FROM auctions WHERE id = ?", auctionId);
    const facts = room.storage.journal().filter((fact) => Number(fact["at"]) <= calmAt);
    return facts.length - Number(row?.["seq"] ?? 0);
  });
  return Math.max(0, ...missingCounts);
}
