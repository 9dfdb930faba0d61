/**
 * Every alarm is lost while the runtime is down, and nobody looks at an auction afterwards: the sweep of each minute
 * finds what is over. And rooms that have slept, their sockets still open, wake for a bid and for their own end.
 */
import { setTimeout as pause } from "node:timers/promises";

import { loseAlarms } from "../alarm-store.ts";
import type { Attempt } from "../attempt.ts";
import { insist, newAttempt } from "../bidder.ts";
import { catalogueFaults } from "../catalogue.ts";
import { type House, OPEN_HOUSE, until } from "../house.ts";
import { inboxFaults } from "../judge-inboxes.ts";
import { seatFaults } from "../judge-seats.ts";
import type { Person } from "../person.ts";
import { lateMs } from "../replay.ts";
import { Seat } from "../seat.ts";
import type { Phase } from "./phase.ts";

const LOST = 20;
/** Ends from before the restart to well after it. */
const ENDS_MS = { first: 8_000, last: 25_000 };
/** The sweep waits half a minute for an alarm that is only late, and comes each minute. */
const CLOSED_WITHIN_MS = 100_000;
const SLEEPERS = 6;
/** A room without work is put to sleep by the platform after ten seconds. */
const ASLEEP_AFTER_MS = 16_000;
const END_AFTER_SLEEP_MS = 36_000;

export const lostAlarms: Phase = {
  name: "alarms",
  title: "deleted alarms, and rooms put to sleep",
  run: async (house) => {
    await house.settle(OPEN_HOUSE);
    await lose(house);
    await sleep(house);
  },
};

async function lose(house: House): Promise<void> {
  const { runtime, checks } = house;
  const seller = await house.seller();
  const bidders = await house.bidders(4);
  const count = house.scaled(LOST, 6);
  const startedAt = Date.now();
  const lots: string[] = [];
  const attempts: Attempt[] = [];
  for (let made = 0; made < count; made += 1) {
    const endsAt = startedAt + ENDS_MS.first + ((ENDS_MS.last - ENDS_MS.first) * made) / count;
    const id = await seller.list(`Forgotten lot ${made + 1}`, 100, Math.round(endsAt));
    lots.push(id);
    for (const bidder of bidders.slice(0, made % 3)) attempts.push(await bid(house, bidder, id, 100 + attempts.length));
  }
  await runtime.kill();
  checks.atLeast("alarms deleted", loseAlarms(runtime.stateDir), count);
  await runtime.start();
  const told = await until(ENDS_MS.last + CLOSED_WITHIN_MS, async () => {
    const known = new Set((await seller.endsTold()).map((name) => name.split(" ")[1]));
    return lots.filter((id) => !known.has(id));
  });
  checks.none("every auction without its alarm closes within the sweep's time", told.faults);
  const replays = await house.replays(seller, lots);
  house.judge(replays, attempts);
  checks.figure("closed without an alarm, most ms late", Math.max(...replays.map((one) => lateMs(one) ?? Infinity)));
  const notes = await until(CLOSED_WITHIN_MS, () => inboxFaults([seller, ...bidders], replays));
  checks.none("everyone was told once how each ended (invariant 8)", notes.faults);
  const rows = await until(CLOSED_WITHIN_MS, () => catalogueFaults(runtime.stateDir, replays));
  checks.none("D1 equals the rooms (invariant 8)", rows.faults);
}

async function sleep(house: House): Promise<void> {
  const { runtime, checks } = house;
  const seller = await house.seller();
  const bidders = await house.bidders(2);
  const endsAt = Date.now() + END_AFTER_SLEEP_MS;
  const lots = await house.lots(seller, SLEEPERS, endsAt);
  const seats = lots.flatMap((id) => bidders.map((person) => new Seat(runtime, id, person)));
  await Promise.all(seats.map((seat) => seat.join()));
  const attempts: Attempt[] = [];
  const bidAll = async (amount: number) => {
    for (const [index, id] of lots.entries()) {
      const seat = seats[index * bidders.length];
      const [bidder] = bidders;
      if (bidder) attempts.push(await bid(house, bidder, id, amount, seat));
    }
  };
  await bidAll(100);
  await pause(ASLEEP_AFTER_MS);
  await bidAll(200);
  await pause(Math.max(0, endsAt + 2_000 - Date.now()));
  const heard = seats.filter((seat) => seat.heard.some(({ event }) => event.type === "closed"));
  checks.atLeast("sockets of sleeping rooms that heard the end", heard.length, seats.length);
  checks.atMost("sockets that had to come back", seats.filter((seat) => seat.connections > 1).length, 0);
  const replays = await house.replays(seller, lots);
  house.judge(replays, attempts);
  checks.none(
    "they heard every fact once, in order",
    replays.flatMap((replay) => seatFaults(replay, seats)),
  );
  for (const seat of seats) seat.leave();
}

async function bid(house: House, person: Person, auctionId: string, amount: number, seat?: Seat): Promise<Attempt> {
  const attempt = newAttempt(`${auctionId}-${amount}`, auctionId, person.id, { type: "place", amount });
  const { runtime } = house;
  const channels = seat ? { channels: () => [seat.channel] } : {};
  await insist(attempt, { person, random: house.random(), isUp: () => runtime.isUp, ...channels });
  return attempt;
}
