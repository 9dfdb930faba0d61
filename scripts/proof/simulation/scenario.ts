/**
 * The course of a simulation: an auction opens, commands and faults come in random order, then no fault strikes any
 * more, and mostly the auction ends.
 */
import type { AuctionDetails } from "../../../worker/contract/auction.ts";
import { ADMIN, actorNamed, type Command } from "../oracle/commands.ts";
import type { Simulation } from "./simulation.ts";
import { Users } from "./users.ts";

const HALF_DAY_MS = 12 * 3_600_000;
/** A key is kept for a day; users repeat none that is nearly as old. */
const KEYS_KNOWN_MS = 23 * 3_600_000;

/** After quiet, what is owed must be delivered within this time: two waits of five seconds, and some trips. */
export const CAUGHT_UP_WITHIN_MS = 11_000;

export type Outcome = {
  readonly users: Users;
  /** How many facts of before the quiet D1 did not know when it should have caught up. */
  readonly behindAfterQuiet: number;
  /** The auction's own page as a new instance of the room shows it at the end; null when there is none any more. */
  readonly details: AuctionDetails | null;
};

export async function play(simulation: Simulation): Promise<Outcome> {
  const { random, faults, loop, room } = simulation;
  const users = new Users(simulation);
  await users.open();
  // Sometimes nobody watches: then nothing but its alarm wakes a room.
  const watching = random.chance(0.7) ? [null, ...users.bidderIds.slice(0, random.whole(0, 2))] : [];
  for (const userId of watching) void users.watch(userId === null ? null : actorNamed(userId));
  const events = random.chance(0.1) ? random.whole(0, 3) : random.whole(12, 45);
  for (let event = 0; event < events; event += 1) {
    await simulation.sleep(pauseMs(simulation, users));
    act(simulation, users);
    await strike(simulation);
  }
  if (faults.profile.crash > 0 && random.chance(0.3)) await crashAfterAnswer(simulation, users);
  faults.calm();
  const calmAt = loop.now;
  await simulation.sleep(CAUGHT_UP_WITHIN_MS);
  const behindAfterQuiet = behind(simulation, calmAt);
  if (random.chance(0.8)) await simulation.sleep(users.endsAt + 2_000 - loop.now);
  // Like the sweep every minute, also when the end falls between two of its rounds: an alarm that the platform
  // lost is found again.
  for (let round = 0; round < 2; round += 1) {
    if (faults.profile.alarm > 0) await simulation.ask((object) => object.look());
    await simulation.sleep(2 * CAUGHT_UP_WITHIN_MS);
  }
  await finishAlarms(simulation);
  room.evict();
  const page = await simulation.ask((object) => object.details());
  return { users, behindAfterQuiet, details: page.ok ? structuredClone(page.value.details) : null };
}

/** Mostly at once, now and then long, sometimes right to where a rule changes its answer. */
function pauseMs({ random, loop }: Simulation, users: Users): number {
  const kind = random.weighted({ burst: 70, soon: 20, later: 6, edge: 4 });
  if (kind === "burst") return random.next() * 25;
  if (kind === "soon") return random.next() * 3_000;
  if (kind === "later") return random.next() * 600_000;
  const edge = random.pick([-HALF_DAY_MS, -120_000, -6_000, -2_000, 0]) + random.whole(-15, 15);
  return Math.max(0, users.endsAt + edge - loop.now);
}

function act(simulation: Simulation, users: Users): void {
  const { random } = simulation;
  const { sellerId, bids } = users;
  const bidderId = random.pick(users.bidderIds);
  const send = (command: Command) =>
    void users.send(command, random.chance(0.6) ? users.newKey(command.actorId) : undefined);
  const amountMinor = users.minNextMinor + random.pick([0, 0, 0, 0, 100, 250, 1_000, -1, -100]);
  const bid = bids.length > 0 ? random.pick(bids.slice(-6)) : { id: `${users.auctionId}-2`, bidderId: "ann" };
  const ownerId = random.chance(0.1) ? bidderId : bid.bidderId;
  switch (
    random.weighted({
      place: 40,
      socket: 16,
      edit: 8,
      withdraw: 10,
      repeat: 8,
      listing: 4,
      delete: 1,
      void: 1,
      read: 5,
      inbox: 4,
      look: 4,
    })
  ) {
    case "place":
      return send({ type: "placeBid", actorId: random.chance(0.05) ? sellerId : bidderId, amountMinor });
    case "socket":
      return users.bidOverSocket(amountMinor);
    case "edit":
      return send({ type: "editBid", actorId: ownerId, bidId: bid.id, amountMinor });
    case "withdraw":
      return send({ type: "withdrawBid", actorId: ownerId, bidId: bid.id });
    case "repeat":
      return repeat(simulation, users, amountMinor);
    case "listing": {
      const description = `${users.terms.description} Note ${users.attempts.length}.`;
      return send({ type: "editListing", actorId: sellerId, change: { description } });
    }
    case "delete":
      return send({ type: "deleteListing", actorId: sellerId });
    case "void":
      // Once: voiding what is voided is accepted, and makes no second fact.
      if (users.attempts.some(({ command }) => command.type === "voidAuction")) return;
      return void users.send({ type: "voidAuction", actorId: ADMIN, reason: "Not the seller's to sell" }, undefined);
    case "read":
      return void simulation
        .ask<unknown>((room) => (random.chance(0.5) ? room.details() : room.journal()))
        .catch(() => {});
    case "inbox":
      users.readers.add(bidderId);
      return void simulation.askInbox(bidderId, (inbox) => inbox.markRead()).catch(() => {});
    case "look":
      return void simulation.ask((room) => room.look()).catch(() => {});
  }
}

/** The same key again, long after the first answer or while it is under way; sometimes for something else. */
function repeat({ random, loop }: Simulation, users: Users, amountMinor: number): void {
  const keyed = users.attempts.filter(
    ({ key, command, sentAt }) =>
      key !== undefined && command.actorId !== users.sellerId && sentAt > loop.now - KEYS_KNOWN_MS,
  );
  if (keyed.length === 0) return;
  const { command, key } = random.pick(keyed);
  const isOther = command.type === "placeBid" && random.chance(0.3);
  void users.send(isOther ? { ...command, amountMinor } : command, key);
}

async function strike({ random, faults, room, inboxes, loop }: Simulation): Promise<void> {
  if (random.chance(0.05) && random.pick([room, ...inboxes.values()]).evict()) faults.note("eviction");
  if (faults.strikes("outage")) faults.goAway(random.pick(["D1", "inbox"]), loop.now);
  if (!faults.strikes("alarm", "alarm lost, early or twice")) return;
  if (random.chance(0.5)) room.loseAlarm();
  else room.ringOutOfTurn();
}

/** A bid that is answered just before the room crashes, with nobody to wake it again. */
async function crashAfterAnswer({ room, random }: Simulation, users: Users): Promise<void> {
  const actorId = random.pick(users.bidderIds);
  await users.send({ type: "placeBid", actorId, amountMinor: users.minNextMinor }, users.newKey(actorId));
  room.crash();
}

/** Deliveries that are owed wait for an alarm that is due: it rings, and not for ever. */
async function finishAlarms(simulation: Simulation): Promise<void> {
  const { room, loop } = simulation;
  for (let round = 0; round < 5; round += 1) {
    const alarmAt = room.storage.alarm() ?? Infinity;
    if (alarmAt > loop.now + CAUGHT_UP_WITHIN_MS) return;
    await simulation.sleep(CAUGHT_UP_WITHIN_MS);
  }
}

/** Facts of before the quiet that D1 does not know yet. */
function behind({ room, catalogue }: Simulation, calmAt: number): number {
  const [row] = catalogue.rows("SELECT seq FROM auctions");
  const facts = room.storage.journal().filter((fact) => Number(fact["at"]) <= calmAt);
  return Math.max(0, facts.length - Number(row?.["seq"] ?? 0));
}
