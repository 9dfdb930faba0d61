/**
 * D1 stalls for half a minute: another process holds the lock of its file. Bids go on as before, and afterwards D1
 * says what the rooms say.
 */
import { setTimeout as pause } from "node:timers/promises";

import { type Attempt, isAcknowledged } from "../attempt.ts";
import { countAcknowledged, overRest } from "../bidder.ts";
import { catalogueFaults, openCatalogueFile } from "../catalogue.ts";
import { type House, OPEN_HOUSE, until } from "../house.ts";
import { Seat } from "../seat.ts";
import type { Phase } from "./phase.ts";

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
  run: async (house) => {
    const { runtime, checks } = house;
    await house.settle(OPEN_HOUSE);
    const { bidders, seller, lots } = await house.market({ bidders: BIDDERS, lots: LOTS });
    const seats = await Promise.all(
      bidders.map(async (person, index) => {
        const seat = new Seat(runtime, lots[index % LOTS] ?? "", person);
        await seat.join();
        return seat;
      }),
    );
    const stop = house.sendBidding(bidders, (person, index) => ({
      auctionIds: [lots[index % LOTS] ?? ""],
      channels: () => [index % 2 === 0 ? overRest(person) : (seats[index]?.channel ?? overRest(person))],
      thinkMs: 25,
    }));
    await pause(WARM_UP_MS);
    const openAt = Date.now();
    await pause(house.scaled(BEFORE_MS, 3_000));
    const { lockedAt, unlockedAt, behind } = await lockFor(house, house.scaled(LOCKED_MS, 8_000), async () =>
      catalogueFaults(runtime.stateDir, await house.replays(seller, lots)),
    );
    const bidding = stop();
    const equal = until(EQUAL_WITHIN_MS, async () =>
      catalogueFaults(runtime.stateDir, await house.replays(seller, lots)),
    );
    const attempts = await bidding;
    const rows = await equal;
    const before = rate(attempts, openAt, lockedAt);
    const during = rate(attempts, lockedAt, unlockedAt);
    checks.figure("acknowledged bids", countAcknowledged(attempts));
    checks.atLeast("bids/s before", before, BIDS_A_SECOND);
    checks.figure("bids/s while D1 is locked", during);
    checks.atLeast("share of the rate that is kept", during / before, RATE_KEPT);
    checks.atLeast("auctions behind in D1 at the end of the lock", behind.length, LOTS);
    checks.none(`D1 equals the rooms within ${EQUAL_WITHIN_MS / 1_000} s (invariant 8)`, rows.faults);
    checks.figure("D1 equal again after, ms", rows.tookMs);
    const troubles = attempts.reduce((all, attempt) => all + attempt.troubles, 0);
    checks.atMost("answers that blame ourselves", troubles, 0);
    house.judge(await house.replays(seller, lots), attempts);
    for (const seat of seats) seat.leave();
  },
};

/** `look` looks at the world just before the lock goes. */
async function lockFor({ runtime }: House, ms: number, look: () => Promise<readonly string[]>) {
  const db = openCatalogueFile(runtime.stateDir, { readOnly: false });
  db.exec("BEGIN IMMEDIATE");
  const lockedAt = Date.now();
  await pause(ms);
  const behind = await look();
  db.exec("ROLLBACK");
  const unlockedAt = Date.now();
  db.close();
  return { lockedAt, unlockedAt, behind };
}

/** Acknowledged bids in each second. */
function rate(attempts: readonly Attempt[], from: number, to: number): number {
  const counted = attempts.filter(
    (attempt) => isAcknowledged(attempt) && (attempt.answeredAt ?? 0) >= from && (attempt.answeredAt ?? 0) < to,
  );
  return (counted.length / (to - from)) * 1_000;
}
