/**
 * Every alarm is lost while the runtime is down, and no request reaches an auction afterwards: the sweep of each minute
 * finds those that are over. Rooms that sleep with open sockets wake for a bid and for their own end.
 */
import { setTimeout as pause } from "node:timers/promises";

import { lateMs } from "../../oracle/replay.ts";
import { bidOnce, type PersistentAttempt } from "../bidder.ts";
import { endFaults, type Phase, type TortureContext, until, WITHOUT_LIMITS, withoutNotifiedEnd } from "../context.ts";
import { faultsOf, ReconnectingSocket } from "../reconnecting-socket.ts";
import { d1Faults, loseAlarms } from "../state-files.ts";

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
  run: async (context) => {
    await context.restart(WITHOUT_LIMITS);
    await lose(context);
    await sleep(context);
  },
};

async function lose(context: TortureContext): Promise<void> {
  const { runtime, checks } = context;
  const seller = await context.seller();
  const bidders = await context.bidders(4);
  const count = context.scaled(LOST, 6);
  const startedAt = Date.now();
  const lots: string[] = [];
  const attempts: PersistentAttempt[] = [];
  for (let made = 0; made < count; made += 1) {
    const endsAt = startedAt + ENDS_MS.first + ((ENDS_MS.last - ENDS_MS.first) * made) / count;
    const id = await seller.list(`Forgotten lot ${made + 1}`, 100, Math.round(endsAt));
    lots.push(id);
    for (const bidder of bidders.slice(0, made % 3)) {
      const amount = 100 + attempts.length;
      attempts.push(
        await bidOnce(context.sendingAs(bidder), { key: `${id}-${amount}`, auctionId: id, amountMinor: amount * 100 }),
      );
    }
  }
  await runtime.kill();
  checks.atLeast("alarms deleted", loseAlarms(runtime.stateDir), count);
  await runtime.start();
  const open = await until(ENDS_MS.last + CLOSED_WITHIN_MS, () => withoutNotifiedEnd([seller], lots));
  checks.none("every auction without its alarm closes within the sweep's time", open.faults);
  const replays = await context.replays(seller, lots);
  context.judge(replays, attempts);
  checks.figure("closed without an alarm, most ms late", Math.max(...replays.map((one) => lateMs(one) ?? Infinity)));
  const notes = await until(CLOSED_WITHIN_MS, () => endFaults([seller, ...bidders], replays));
  checks.none("everyone was notified once how each ended (invariant 8)", notes.faults);
  const rows = await until(CLOSED_WITHIN_MS, () => d1Faults(runtime.stateDir, replays));
  checks.none("D1 equals the rooms (invariant 8)", rows.faults);
}

async function sleep(context: TortureContext): Promise<void> {
  const { runtime, checks } = context;
  const seller = await context.seller();
  const bidders = await context.bidders(2);
  const endsAt = Date.now() + END_AFTER_SLEEP_MS;
  const lots = await context.lots(seller, SLEEPERS, endsAt);
  const sockets = lots.flatMap((id) => bidders.map((user) => new ReconnectingSocket(runtime, id, user)));
  await Promise.all(sockets.map((socket) => socket.connect()));
  const attempts: PersistentAttempt[] = [];
  const bidAll = async (amount: number) => {
    for (const socket of sockets.filter(({ user }) => user === bidders[0])) {
      const { auctionId, channel, user } = socket;
      if (!user) continue;
      const sending = { ...context.sendingAs(user), channels: () => [channel] };
      attempts.push(await bidOnce(sending, { key: `${auctionId}-${amount}`, auctionId, amountMinor: amount * 100 }));
    }
  };
  await bidAll(100);
  await pause(ASLEEP_AFTER_MS);
  await bidAll(200);
  await pause(Math.max(0, endsAt + 2_000 - Date.now()));
  const informed = sockets.filter((socket) => socket.hasReceived("closed"));
  const reconnected = sockets.filter(({ connections }) => connections.length > 1);
  checks.atLeast("sockets of sleeping rooms that received the end", informed.length, sockets.length);
  checks.atMost("sockets that had to reconnect", reconnected.length, 0);
  const replays = await context.replays(seller, lots);
  context.judge(replays, attempts);
  checks.none(
    "they received every fact once, in order",
    replays.flatMap((replay) => faultsOf(replay, sockets)),
  );
  for (const socket of sockets) socket.close();
}
