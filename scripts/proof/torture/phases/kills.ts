/**
 * The whole runtime dies at random moments while people bid, raise and withdraw over REST and sockets. Some lots end
 * while it is down. Afterwards every command, frame, row and note is held against the journals.
 */
import { setTimeout as pause } from "node:timers/promises";

import { type Attempt, isAcknowledged } from "../attempt.ts";
import { countAcknowledged, insist, newAttempt, overRest } from "../bidder.ts";
import { catalogueFaults } from "../catalogue.ts";
import { type House, OPEN_HOUSE, until } from "../house.ts";
import { inboxFaults } from "../judge-inboxes.ts";
import { seatFaults } from "../judge-seats.ts";
import type { Person } from "../person.ts";
import { Seat } from "../seat.ts";
import type { Phase } from "./phase.ts";

const KILLS = 60;
/** Acknowledged bids that a kill must have behind it for the run to have shown anything. */
const BIDS_A_KILL = 84;
const LASTING = 6;
const BIDDERS = 24;
/** A life between two kills ends after a random number of acknowledgements, wherever the room is then. */
const LIFE_BIDS = { least: 40, most: 240 };
/** On a machine that does much else a life ends anyway, and what it lacks is missed at the end. */
const LONGEST_LIFE_MS = 12_000;
/** How long the runtime lies dead after a kill, at most. */
const DEAD_MS = 500;
/** A brief lot ends this long after it is listed: often when the runtime is down. */
const BRIEF_MS = { least: 400, most: 3_500 };
/** An inbox keeps its newest 200 notes: one seller has fewer brief lots than would push out how one ended. */
const BRIEF_A_SELLER = 40;
/** Facts that were owed when the last kill struck, and the sweep's own minute for an alarm that was lost. */
const TOLD_WITHIN_MS = 120_000;

export const kills: Phase = {
  name: "kills",
  title: "kill -9 of the whole runtime at random moments under load",
  run: async (house) => {
    const { runtime, checks } = house;
    await house.settle({ ...OPEN_HOUSE, SOFT_CLOSE_SECONDS: "120" });
    const wanted = house.scaled(KILLS, 3);
    const random = house.random();
    const { bidders: people, seller, lots: lasting } = await house.market({ bidders: BIDDERS, lots: LASTING });
    const briefSellers = await house.people(Math.ceil(wanted / BRIEF_A_SELLER));
    const seats = await seatsFor(house, people, lasting);
    const soFar = { acknowledged: 0 };
    const stop = house.sendBidding(people, (person, index) => ({
      auctionIds: lasting,
      // Every second person bids over a socket where they have one; a try that broke may go the other way.
      channels: (auctionId) => {
        const own = seats.filter((taken) => taken.owner === person && taken.seat.auctionId === auctionId);
        const sockets = own.map(({ seat }) => seat.channel);
        return index % 2 === 0 ? [overRest(person)] : [...sockets, ...sockets, overRest(person)];
      },
      thinkMs: 25,
      acknowledged: () => {
        soFar.acknowledged += 1;
      },
      second: { edits: 0.08, withdrawals: 0.05 },
    }));
    const brief: string[] = [];
    const briefBids: Promise<Attempt>[] = [];
    for (let kill = 0; kill < wanted; kill += 1) {
      const listed = briefSellers[Math.floor(kill / BRIEF_A_SELLER)] ?? seller;
      const endsAt = Date.now() + BRIEF_MS.least + random() * (BRIEF_MS.most - BRIEF_MS.least);
      const id = await listed.list(`Brief lot ${kill + 1}`, 100, endsAt);
      brief.push(id);
      for (const person of people.slice(0, Math.floor(random() * 3))) {
        briefBids.push(bidOnce(house, person, id, brief.length));
      }
      const enough = soFar.acknowledged + LIFE_BIDS.least + random() * (LIFE_BIDS.most - LIFE_BIDS.least);
      const giveUpAt = Date.now() + LONGEST_LIFE_MS;
      const hasLived = () => soFar.acknowledged >= enough || Date.now() >= giveUpAt;
      while (!hasLived()) await pause(random() * 20);
      await runtime.kill();
      await pause(random() * DEAD_MS);
      await runtime.start();
    }
    const onLasting = await stop();
    const attempts = [...onLasting, ...(await Promise.all(briefBids))];
    await judgeAll(house, {
      sellers: briefSellers,
      people: [...briefSellers, ...people],
      lasting,
      brief,
      attempts,
      seats,
    });

    checks.atLeast("kills", wanted, wanted);
    checks.atLeast("acknowledged commands", countAcknowledged(attempts), wanted * BIDS_A_KILL);
    checks.atLeast("commands sent again with their key", attempts.filter(({ tries }) => tries > 1).length, wanted);
    checks.figure("bids raised", attempts.filter((one) => one.wanted.type === "edit" && isAcknowledged(one)).length);
    checks.figure(
      "bids withdrawn",
      attempts.filter((one) => one.wanted.type === "withdraw" && isAcknowledged(one)).length,
    );
    checks.atMost("answers that blame ourselves", sum(attempts.map(({ troubles }) => troubles)), 0);
    checks.atLeast("reconnected sockets", sum(seats.map(({ seat }) => seat.connections - 1)), wanted);
    for (const { seat } of seats) seat.leave();
  },
};

type Taken = { readonly owner: Person | null; readonly seat: Seat };

/** Every second bidder sits in two rooms, and a visitor in each. */
async function seatsFor({ runtime }: House, people: readonly Person[], auctionIds: readonly string[]) {
  const seats: Taken[] = [];
  for (const [index, person] of people.entries()) {
    if (index % 2 === 0) continue;
    for (const offset of [0, 1]) {
      const auctionId = auctionIds[(index + offset) % auctionIds.length] ?? "";
      seats.push({ owner: person, seat: new Seat(runtime, auctionId, person) });
    }
  }
  for (const id of auctionIds) seats.push({ owner: null, seat: new Seat(runtime, id, null) });
  await Promise.all(seats.map(({ seat }) => seat.join()));
  return seats;
}

async function bidOnce(house: House, person: Person, auctionId: string, lot: number): Promise<Attempt> {
  const amount = 100 + Math.floor(house.random()() * 50);
  const attempt = newAttempt(`${person.id}-brief-${lot}`, auctionId, person.id, { type: "place", amount });
  await insist(attempt, { person, random: house.random(), isUp: () => house.runtime.isUp });
  return attempt;
}

type Evidence = {
  readonly sellers: readonly Person[];
  readonly people: readonly Person[];
  readonly lasting: readonly string[];
  readonly brief: readonly string[];
  readonly attempts: readonly Attempt[];
  readonly seats: readonly Taken[];
};

async function judgeAll(house: House, { sellers, people, lasting, brief, attempts, seats }: Evidence): Promise<void> {
  const { runtime, checks } = house;
  const [reader] = people;
  if (!reader) throw new Error("nobody reads");
  // Nobody looks at a brief lot before this: that it has closed is heard from inboxes alone. Whether the notes are the
  // right ones is asked below.
  const told = await until(TOLD_WITHIN_MS, async () => {
    const ends = await Promise.all(sellers.map((person) => person.endsTold()));
    const known = new Set(ends.flat().map((name) => name.split(" ")[1]));
    return brief.filter((id) => !known.has(id)).map((id) => `nobody was told that ${id} has ended`);
  });
  checks.none("what ended while the runtime was down closes by itself", told.faults);
  const replays = await house.replays(reader, [...lasting, ...brief]);
  house.judge(replays, attempts);
  const open = replays.filter(({ auction, auctionId }) => brief.includes(auctionId) && auction?.phase !== "closed");
  checks.none(
    "every auction that is over has closed once",
    open.map(({ auctionId }) => auctionId),
  );
  const heard = await until(10_000, () => seatsLeft(replays, seats));
  checks.none("sockets heard every fact once, in order, and nothing that did not happen", heard.faults);
  const rows = await until(TOLD_WITHIN_MS, () => catalogueFaults(runtime.stateDir, replays));
  checks.none("D1 equals the rooms (invariant 8)", rows.faults);
  const closed = replays.filter(({ auctionId }) => brief.includes(auctionId));
  const notes = await until(TOLD_WITHIN_MS, () => inboxFaults(people, closed));
  checks.none("everyone was told once how an auction ended (invariant 8)", notes.faults);
}

function seatsLeft(replays: Parameters<typeof seatFaults>[0][], seats: readonly Taken[]): string[] {
  return replays.flatMap((replay) =>
    seatFaults(
      replay,
      seats.map(({ seat }) => seat),
    ),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
