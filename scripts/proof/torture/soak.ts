/**
 * `npm run soak`: an hour of mixed use at a steady rate with a kill every ten minutes. Nothing fails outside a restart,
 * no acknowledged command is lost, and memory does not grow.
 *
 *   --minutes n      how long (60)
 *   --rate n         requests a second (50)
 *   --kill-every n   minutes between two kills (10)
 *   --seed n, --port n (and the next one), --json file, --report    as for `npm run torture`
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";

import type { User } from "../../client/user.ts";
import { bidOnce, countAcknowledged, minNextBidIn, type PersistentAttempt } from "./bidder.ts";
import { quantile } from "./checks.ts";
import { HOUR_MS, type TortureContext, until, WITHOUT_LIMITS } from "./context.ts";
import { Memory } from "./memory.ts";
import { faultsOf, ReconnectingSocket } from "./reconnecting-socket.ts";
import { runCommand } from "./run.ts";
import { d1Faults } from "./state-files.ts";

const MINUTE_MS = 60_000;
const LOTS = 12;
const BIDDERS = 12;
/** A call during a kill, or up to this long after the restart, may fail. */
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

/** A call and its status; 0 when there was no answer. */
type Call = { readonly path: string; readonly at: number; readonly status: number; readonly tookMs: number };
type Kill = { readonly at: number; readonly upAt: number };

await runCommand({ name: "soak", ...values, inspectorPort: Number(values.port) + 1 }, async (context, phase) => {
  await phase(`${values.minutes} minutes of mixed use at ${perSecond} requests a second`, () => soak(context));
});

async function soak(context: TortureContext): Promise<void> {
  const { runtime, checks } = context;
  await context.restart(WITHOUT_LIMITS);
  const bidders = await context.bidders(BIDDERS);
  const seller = await context.seller();
  const lots = await context.lots(seller, LOTS, Date.now() + forMs + HOUR_MS);
  const sockets = lots.map((id, index) => new ReconnectingSocket(runtime, id, bidders[index] ?? null));
  await Promise.all(sockets.map((socket) => socket.connect()));
  const memory = new Memory({
    residentBytes: () => runtime.residentBytes(),
    heldBytes: () => runtime.heldBytes(),
  });
  const killing = killNowAndThen(context, memory);
  const { calls, attempts } = await use(context, bidders, lots);
  const kills = await killing;
  memory.endRun();

  const replays = await context.replays(seller, lots);
  context.judge(replays, attempts);
  const received = await until(CAUGHT_UP_MS, () => replays.flatMap((replay) => faultsOf(replay, sockets)));
  checks.none("sockets received every fact once, in order", received.faults);
  const rows = await until(CAUGHT_UP_MS, () => d1Faults(runtime.stateDir, replays));
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
  checks.atMost("memory of workerd, the last run's in parts of the first's", memory.lastOfFirst(), LAST_OF_FIRST);
  for (const socket of sockets) socket.close();
}

async function killNowAndThen({ runtime }: TortureContext, memory: Memory): Promise<Kill[]> {
  const kills: Kill[] = [];
  const endAt = Date.now() + forMs;
  while (Date.now() + killEveryMs < endAt) {
    await pause(killEveryMs);
    const at = Date.now();
    memory.endRun();
    await runtime.kill();
    await runtime.start();
    memory.beginRun();
    kills.push({ at, upAt: Date.now() });
  }
  await pause(Math.max(0, endAt - Date.now()));
  return kills;
}

/** Calls at a steady rate, regardless of earlier responses: three in ten are bids, the others are reads. */
async function use(context: TortureContext, users: readonly User[], lots: readonly string[]) {
  const random = context.random();
  const calls: Call[] = [];
  const attempts: Promise<PersistentAttempt>[] = [];
  const pending = new Set<Promise<void>>();
  const minimum = new Map<string, number>();
  const startedAt = Date.now();
  let made = 0;
  while (Date.now() - startedAt < forMs) {
    const due = ((Date.now() - startedAt) / 1_000) * perSecond;
    for (; made < due; made += 1) {
      const user = random.pick(users);
      const lot = random.pick(lots);
      if (random.chance(0.3)) attempts.push(bid(context, user, lot, made, minimum, calls));
      else {
        const call = look(user, random.pick(PATHS)(lot), calls).finally(() => pending.delete(call));
        pending.add(call);
      }
    }
    await pause(10);
  }
  await Promise.all(pending);
  return { calls, attempts: await Promise.all(attempts) };
}

async function look(user: User, path: string, calls: Call[]): Promise<void> {
  const at = Date.now();
  const status = await user.statusOf(path);
  calls.push({ path, at, status, tookMs: Date.now() - at });
}

async function bid(
  context: TortureContext,
  user: User,
  auctionId: string,
  number: number,
  minimum: Map<string, number>,
  calls: Call[],
): Promise<PersistentAttempt> {
  const amount = minimum.get(auctionId) ?? 100;
  const attempt = await bidOnce(context.sendingAs(user), {
    key: `soak-bid-${number}`,
    auctionId,
    amountMinor: amount * 100,
  });
  const next = minNextBidIn(attempt.answer);
  if (next !== null) minimum.set(auctionId, Math.max(next, minimum.get(auctionId) ?? 0));
  const { sentAt, doneAt, answer, failures } = attempt;
  const status = failures > 0 ? 500 : answer === null ? 0 : 200;
  calls.push({ path: "/bid/placeBid", at: sentAt, status, tookMs: (answer ? doneAt : 0) - sentAt });
  return attempt;
}
