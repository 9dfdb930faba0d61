/**
 * D1 stalls for half a minute: another process holds the lock of its file. Bids go on as before, and afterwards D1
 * says what the rooms say.
 */
import { setTimeout as pause } from "node:timers/promises";

import { type Attempt, isAcknowledged } from "../../oracle/attempts.ts";
import { countAcknowledged, countFailures, overRest } from "../bidder.ts";
import { type Phase, type TortureContext, until, WITHOUT_LIMITS } from "../context.ts";
import { ReconnectingSocket } from "../reconnecting-socket.ts";
import { d1Faults, openD1File } from "../state-files.ts";

const BIDDERS = 16;
const LOTS = 6;
const WARM_UP_MS = 3_000;
const BEFORE_MS = 15_000;
const LOCKED_MS = 30_000;
/** Bids in each second without which nothing has been shown. */
const BIDS_A_SECOND = 20;
const RATE_KEPT = 0.8;
const EQUAL_WITHIN_MS = 10_000;

export const lockedD1: Phase = {
  name: "d1",
  title: "D1 locked for half a minute",
  run: async (context) => {
    const { runtime, checks } = context;
    await context.restart(WITHOUT_LIMITS);
    const { bidders, seller, lots } = await context.market({ bidders: BIDDERS, lots: LOTS });
    const sockets = bidders.map((user, index) => new ReconnectingSocket(runtime, lots[index % LOTS] ?? "", user));
    await Promise.all(sockets.map((socket) => socket.connect()));
    const stop = context.startBidding(bidders, (user, index) => ({
      auctionIds: [lots[index % LOTS] ?? ""],
      channels: () => [(index % 2 === 0 ? undefined : sockets[index]?.channel) ?? overRest(user)],
      thinkMs: 25,
    }));
    await pause(WARM_UP_MS);
    const openAt = Date.now();
    await pause(context.scaled(BEFORE_MS, 3_000));
    const { lockedAt, lookedAt, behind } = await lockFor(context, context.scaled(LOCKED_MS, 8_000), async () => {
      const replays = await context.replays(seller, lots);
      return replays.filter((replay) => d1Faults(runtime.stateDir, [replay]).length > 0);
    });
    const bidding = stop();
    const equal = until(EQUAL_WITHIN_MS, async () => d1Faults(runtime.stateDir, await context.replays(seller, lots)));
    const attempts = await bidding;
    const rows = await equal;
    const before = rate(attempts, openAt, lockedAt);
    const during = rate(attempts, lockedAt, lookedAt);
    checks.figure("acknowledged bids", countAcknowledged(attempts));
    checks.atLeast("bids/s before", before, BIDS_A_SECOND);
    checks.figure("bids/s while D1 is locked", during);
    checks.atLeast("share of the rate that is kept", during / before, RATE_KEPT);
    checks.atLeast("auctions behind in D1 at the end of the lock", behind.length, LOTS);
    checks.none(`D1 equals the rooms within ${EQUAL_WITHIN_MS / 1_000} s (invariant 8)`, rows.faults);
    checks.figure("D1 equal again after, ms", rows.tookMs);
    checks.atMost("answers that blame the server", countFailures(attempts), 0);
    context.judge(await context.replays(seller, lots), attempts);
    for (const socket of sockets) socket.close();
  },
};

/**
 * `look` runs just before the lock is released, and is not part of what is measured: it reads every journal in the
 * process that also sends the bids, which has less and less time for them the longer the journals are.
 */
async function lockFor<Seen>({ runtime }: TortureContext, ms: number, look: () => Promise<Seen>) {
  const db = openD1File(runtime.stateDir, { readOnly: false });
  db.exec("BEGIN IMMEDIATE");
  const lockedAt = Date.now();
  await pause(ms);
  const lookedAt = Date.now();
  const behind = await look();
  db.exec("ROLLBACK");
  db.close();
  return { lockedAt, lookedAt, behind };
}

/** Acknowledged bids in each second. */
function rate(attempts: readonly Attempt[], from: number, to: number): number {
  const counted = attempts.filter(
    (attempt) => isAcknowledged(attempt) && attempt.doneAt >= from && attempt.doneAt < to,
  );
  return (counted.length / (to - from)) * 1_000;
}
