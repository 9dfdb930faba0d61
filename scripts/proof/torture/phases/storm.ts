/**
 * Two hundred auctions end within the same five seconds, with bids aimed at a quarter of a second around each end:
 * once with the runtime up, and once with a kill in the middle. Nobody looks at an auction before it has closed by
 * itself.
 */
import { setTimeout as pause } from "node:timers/promises";

import type { Attempt } from "../attempt.ts";
import { insist, newAttempt } from "../bidder.ts";
import { catalogueFaults } from "../catalogue.ts";
import { quantile } from "../checks.ts";
import { type House, OPEN_HOUSE, until } from "../house.ts";
import { inboxFaults } from "../judge-inboxes.ts";
import type { Person } from "../person.ts";
import { lateMs } from "../replay.ts";
import type { Phase } from "./phase.ts";

const AUCTIONS = 200;
const WITHIN_MS = 5_000;
/** Bids come at most this long before or after an end. */
const AIM_MS = 250;
const BIDS_EACH = 5;
const BIDDERS = 24;
/** Each inbox of a seller must keep every note of its auctions. */
const AUCTIONS_A_SELLER = 25;
/** Time to list one auction, at first guess, and what is added to the guess of all. */
const LISTING_MS = 60;
const MARGIN_MS = 5_000;
/** Bids are answered and alarms have rung by then: from then on it counts as late whatever anyone does. */
const QUIET_MS = 5_000;
const TOLD_WITHIN_MS = 120_000;

export const storm: Phase = {
  name: "storm",
  title: "closing storms: 200 auctions in the same five seconds",
  run: async (house) => {
    await house.settle(OPEN_HOUSE);
    await closingStorm(house, "running", 1_000);
    await closingStorm(house, "after a restart", 2_000);
  },
};

async function closingStorm(house: House, when: "running" | "after a restart", lateAtMostMs: number): Promise<void> {
  const { runtime, checks } = house;
  const count = house.scaled(AUCTIONS, 10);
  const random = house.random();
  const bidders = await house.bidders(BIDDERS);
  const sellers = await house.people(Math.ceil(count / AUCTIONS_A_SELLER));
  const startsAt = Date.now() + count * LISTING_MS + MARGIN_MS;
  const ends = new Map<string, number>();
  for (let made = 0; made < count; made += 1) {
    const endsAt = Math.round(startsAt + random() * WITHIN_MS);
    const seller = sellers[Math.floor(made / AUCTIONS_A_SELLER)];
    if (seller) ends.set(await seller.list(`Storm lot ${made + 1}`, 100, endsAt), endsAt);
  }
  checks.holds(`${when}: all ${count} auctions are listed before the first ends`, Date.now() < startsAt);
  // Half of the auctions hear nothing after their end: nothing but the room itself can close those.
  const bidding = Array.from(ends, ([id, endsAt], index) => aimed(house, bidders, id, endsAt, index % 2 === 0));
  let upAgainAt = 0;
  if (when === "after a restart") {
    await pause(startsAt + WITHIN_MS / 2 - Date.now());
    await runtime.kill();
    await runtime.start();
    upAgainAt = runtime.upSince;
  }
  const attempts = (await Promise.all(bidding)).flat();
  await pause(Math.max(0, startsAt + WITHIN_MS + QUIET_MS - Date.now(), upAgainAt + QUIET_MS - Date.now()));
  const [reader] = bidders;
  if (!reader) throw new Error("nobody reads");
  const replays = await house.replays(reader, Array.from(ends.keys()));
  house.judge(replays, attempts);
  const open = replays.filter(({ auction }) => auction?.phase !== "closed");
  checks.none(
    `${when}: every auction has closed once`,
    open.map(({ auctionId }) => auctionId),
  );
  // Of those that ended while everything was down, late is what comes after it is up again.
  const late = replays.map((replay) => {
    const down = Math.max(0, upAgainAt - (ends.get(replay.auctionId) ?? 0));
    return Math.max(0, (lateMs(replay) ?? Number.POSITIVE_INFINITY) - down);
  });
  checks.figure(`${when}: closed late, median ms`, quantile(late, 0.5));
  checks.atMost(`${when}: closed late, p99 ms`, quantile(late, 0.99), lateAtMostMs);
  checks.figure(`${when}: closed late, most ms`, Math.max(...late));
  const inTime = attempts.filter(({ bidId }) => bidId !== null).length;
  const tooLate = attempts.filter(({ refusal }) => refusal === "auction_ended").length;
  checks.atLeast(`${when}: bids accepted in the last moment`, inTime, count / 4);
  checks.atLeast(`${when}: bids refused because the auction had ended`, tooLate, count / 4);
  const rows = await until(TOLD_WITHIN_MS, () => catalogueFaults(runtime.stateDir, replays));
  checks.none(`${when}: D1 equals the rooms (invariant 8)`, rows.faults);
  const notes = await until(TOLD_WITHIN_MS, () => inboxFaults([...sellers, ...bidders], replays));
  checks.none(`${when}: everyone was told once how each ended (invariant 8)`, notes.faults);
}

/** Bids around one end, each sent at its own moment by another person. */
function aimed(house: House, bidders: readonly Person[], auctionId: string, endsAt: number, alone: boolean) {
  const random = house.random();
  const isUp = () => house.runtime.isUp;
  const one = async (person: Person, index: number): Promise<Attempt> => {
    const offset = alone ? -AIM_MS * random() : AIM_MS * (2 * random() - 1);
    const amount = 100 + Math.floor(random() * 200);
    await pause(Math.max(0, endsAt + offset - Date.now()));
    const attempt = newAttempt(`${person.id}-${auctionId}-${index}`, auctionId, person.id, { type: "place", amount });
    await insist(attempt, { person, random, isUp });
    return attempt;
  };
  const start = Math.floor(random() * bidders.length);
  const crowd = Array.from({ length: BIDS_EACH }, (_, index) => bidders[(start + index) % bidders.length]);
  return Promise.all(crowd.flatMap((person, index) => (person ? [one(person, index)] : [])));
}
