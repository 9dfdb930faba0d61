/**
 * `npm run soak`: an hour of mixed use at a steady rate with a kill every ten minutes. Nothing fails outside a restart,
 * nothing that was acknowledged is lost, and memory does not grow.
 *
 *   --minutes n      how long (60)
 *   --rate n         requests a second (50)
 *   --kill-every n   minutes between two kills (10)
 *   --seed n, --port n (and the next one), --json file, --report    as for `npm run torture`
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";

import type { Attempt } from "./attempt.ts";
import { countAcknowledged, insist, newAttempt } from "./bidder.ts";
import { catalogueFaults } from "./catalogue.ts";
import { quantile } from "./checks.ts";
import { type House, HOUR_MS, OPEN_HOUSE, until } from "./house.ts";
import { seatFaults } from "./judge-seats.ts";
import { Memory } from "./memory.ts";
import type { Person } from "./person.ts";
import { underTorture } from "./run.ts";
import { Seat } from "./seat.ts";

const MINUTE_MS = 60_000;
const LOTS = 12;
const BIDDERS = 12;
/** A call that a kill met, or that came until this long after the start, may fail with it. */
const AROUND_KILL_MS = 1_000;
/** Below this many megabytes a minute an isolate of 128 would take two hours to fill. */
const GROWTH_MIB = 1;
const LAST_OF_FIRST = 1.1;
const CAUGHT_UP_MS = 120_000;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    rate: { type: "string", default: "50" },
    "kill-every": { type: "string", default: "10" },
    seed: { type: "string" },
    port: { type: "string", default: "8801" },
    json: { type: "string" },
    report: { type: "boolean", default: false },
  },
});
const forMs = Number(values.minutes) * MINUTE_MS;
const perSecond = Number(values.rate);
const killEveryMs = Number(values["kill-every"]) * MINUTE_MS;

const PATHS: readonly ((auctionId: string) => string)[] = [
  (id) => `/auction/fetchSpecificAuction?auctionId=${id}`,
  (id) => `/auction/fetchSpecificAuction?auctionId=${id}`,
  (id) => `/auction/bids?auctionId=${id}`,
  (id) => `/auction/${id}/journal?after=0`,
  () => "/auction/getAuctions",
  () => "/auction/featured",
  () => "/auction/fetchAllAuctions?sort=ending",
  () => "/auction/fetchAllAuctions?search=lot&sort=price_asc",
  () => "/auction/notifications",
  () => "/settings",
  () => "/healthz",
];

/** What was called, and what became of it; 0 when no answer came. */
type Call = { readonly path: string; readonly at: number; readonly status: number; readonly tookMs: number };
type Kill = { readonly at: number; readonly upAt: number };

await underTorture({ name: "soak", ...values, inspectorPort: Number(values.port) + 1 }, async (house, phase) => {
  await phase(`${values.minutes} minutes of mixed use at ${perSecond} requests a second`, () => soak(house));
});

async function soak(house: House): Promise<void> {
  const { runtime, checks } = house;
  await house.settle(OPEN_HOUSE);
  const people = await house.bidders(BIDDERS);
  const seller = await house.seller();
  const lots = await house.lots(seller, LOTS, Date.now() + forMs + HOUR_MS);
  const seats = lots.map((id, index) => new Seat(runtime, id, people[index] ?? null));
  await Promise.all(seats.map((seat) => seat.join()));
  const memory = new Memory({
    residentBytes: () => runtime.residentBytes(),
    heldBytes: () => runtime.heldBytes(),
  });
  const killing = killNowAndThen(house, memory);
  const { calls, attempts } = await use(house, people, lots);
  const kills = await killing;
  memory.endLife();

  const replays = await house.replays(seller, lots);
  house.judge(replays, attempts);
  const heard = await until(CAUGHT_UP_MS, () => replays.flatMap((replay) => seatFaults(replay, seats)));
  checks.none("sockets heard every fact once, in order", heard.faults);
  const rows = await until(CAUGHT_UP_MS, () => catalogueFaults(runtime.stateDir, replays));
  checks.none("D1 equals the rooms (invariant 8)", rows.faults);
  const calm = calls.filter(({ at, tookMs }) =>
    kills.every((kill) => at + tookMs < kill.at || at > kill.upAt + AROUND_KILL_MS),
  );
  const failed = calm.filter(({ status }) => status === 0 || status >= 500);
  checks.none(
    "no 5xx and no silence outside restarts",
    failed.map(({ path, status }) => `${status} for ${path}`),
  );
  checks.atLeast("requests a second", calls.length / (forMs / 1_000), perSecond * 0.9);
  checks.figure("kills", kills.length);
  checks.atLeast("acknowledged bids", countAcknowledged(attempts), (forMs / 1_000) * perSecond * 0.05);
  checks.figure(
    "answer, p99 ms",
    quantile(
      calm.map(({ tookMs }) => tookMs),
      0.99,
    ),
  );
  for (const [name, value] of Object.entries(memory.figures())) checks.figure(name, value);
  checks.atMost("held by the Worker, growth in MiB a minute", memory.growth(), GROWTH_MIB);
  checks.atMost("memory of workerd, the last life's in parts of the first's", memory.lastOfFirst(), LAST_OF_FIRST);
  for (const seat of seats) seat.leave();
}

async function killNowAndThen({ runtime }: House, memory: Memory): Promise<Kill[]> {
  const kills: Kill[] = [];
  const endAt = Date.now() + forMs;
  while (Date.now() + killEveryMs < endAt) {
    await pause(killEveryMs);
    const at = Date.now();
    memory.endLife();
    await runtime.kill();
    await runtime.start();
    memory.beginLife();
    kills.push({ at, upAt: Date.now() });
  }
  await pause(Math.max(0, endAt - Date.now()));
  return kills;
}

/** Calls at a steady rate, whatever becomes of the ones before: three in ten are bids, the rest is looking around. */
async function use(house: House, people: readonly Person[], lots: readonly string[]) {
  const random = house.random();
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const calls: Call[] = [];
  const attempts: Promise<Attempt>[] = [];
  const under = new Set<Promise<void>>();
  const minimum = new Map<string, number>();
  const startedAt = Date.now();
  let made = 0;
  while (Date.now() - startedAt < forMs) {
    const due = ((Date.now() - startedAt) / 1_000) * perSecond;
    for (; made < due; made += 1) {
      if (random() < 0.3) attempts.push(bid(house, pick(people), pick(lots), made, minimum, calls));
      else {
        const call = look(pick(people), pick(PATHS)(pick(lots)), calls).finally(() => under.delete(call));
        under.add(call);
      }
    }
    await pause(10);
  }
  await Promise.all(under);
  return { calls, attempts: await Promise.all(attempts) };
}

async function look(person: Person, path: string, calls: Call[]): Promise<void> {
  const at = Date.now();
  const status = await person.statusOf(path);
  calls.push({ path, at, status, tookMs: Date.now() - at });
}

async function bid(
  house: House,
  person: Person,
  auctionId: string,
  number: number,
  minimum: Map<string, number>,
  calls: Call[],
): Promise<Attempt> {
  const amount = minimum.get(auctionId) ?? 100;
  const attempt = newAttempt(`${person.id}-${number}`, auctionId, person.id, { type: "place", amount });
  const next = await insist(attempt, { person, random: house.random(), isUp: () => house.runtime.isUp });
  if (next !== null) minimum.set(auctionId, Math.max(next, minimum.get(auctionId) ?? 0));
  const status = attempt.troubles > 0 ? 500 : attempt.answeredAt === null ? 0 : 200;
  calls.push({ path: "/bid/placeBid", at: attempt.sentAt, status, tookMs: (attempt.answeredAt ?? 0) - attempt.sentAt });
  return attempt;
}
