/**
 * Two hundred auctions end within the same five seconds, and bids arrive up to 250 ms before and after each end. This
 * happens once with the runtime up, and once with a kill in the middle. Half of the auctions get no
 * request after their end, and each sale must open one deal.
 */
import { setTimeout as pause } from "node:timers/promises";

import type { User } from "../../../client/user.ts";
import { isAcknowledged } from "../../invariants/attempts.ts";
import { closingDelayMs } from "../../invariants/replay.ts";
import { quantile } from "../../results.ts";
import { offerFrom, type PersistentAttempt, sendUntilAnswered } from "../bidder.ts";
import {
  d1Violations,
  findEndNotificationViolations,
  type TorturePhase,
  type TortureContext,
  waitForNoViolations,
  UNLIMITED_SETTINGS,
} from "../context.ts";

const AUCTION_COUNT = 200;
const ENDING_WINDOW_MS = 5_000;
/** The longest time between a bid and the end of its auction, before or after. */
const MAX_OFFSET_MS = 250;
const BIDS_PER_AUCTION = 5;
/**
 * The first bid on each auction, in major units. It's placed right after the listing, so that every auction is sold.
 */
const OPENING_BID = 100;
/** The share of bids with a maximum. */
const MAXIMUM_SHARE = 0.4;
const BIDDER_COUNT = 24;
/** Few enough auctions per seller that the seller's inbox keeps every notification about them. */
const AUCTIONS_PER_SELLER = 25;
/** How long listing one auction takes, at a guess, while others get bids. */
const LISTING_MS = 150;
/** Added to the listing time of all auctions together. */
const MARGIN_MS = 5_000;
/** Within this time, all bids must be answered and all alarms must have run. A later closing counts as late. */
const QUIET_MS = 5_000;
const NOTIFICATION_TIMEOUT_MS = 120_000;

export const storm: TorturePhase = {
  name: "storm",
  title: "closing storms: 200 auctions end within the same five seconds",
  run: async (context) => {
    await context.runtime.kill();
    await context.runtime.start(UNLIMITED_SETTINGS);
    await runClosingStorm(context, "running", 1_000);
    await runClosingStorm(context, "after a restart", 2_000);
  },
};

type StormVariant = "running" | "after a restart";

async function runClosingStorm(context: TortureContext, when: StormVariant, maxLateMs: number): Promise<void> {
  const { runtime, checks } = context;
  const count = context.scaleCount(AUCTION_COUNT, 10);
  const random = context.random();
  const bidders = await context.getBidders(BIDDER_COUNT);
  const sellers = await context.signUpUsers(Math.ceil(count / AUCTIONS_PER_SELLER));
  const startsAt = Date.now() + count * LISTING_MS + MARGIN_MS;
  const endsAtById = new Map<string, number>();
  const openingBids: Promise<PersistentAttempt>[] = [];
  for (let index = 0; index < count; index += 1) {
    const endsAt = Math.round(startsAt + random.next() * ENDING_WINDOW_MS);
    const seller = sellers[Math.floor(index / AUCTIONS_PER_SELLER)];
    const bidder = bidders[index % bidders.length];
    if (!seller || !bidder) throw new Error("no seller or bidder is left for this auction");
    const id = await seller.createListing(`Storm auction ${index + 1}`, OPENING_BID, endsAt);
    endsAtById.set(id, endsAt);
    const openingBid = { type: "placeBid", actorId: bidder.id, amountMinor: OPENING_BID * 100 } as const;
    openingBids.push(sendUntilAnswered(context.senderFor(bidder), `${id}-opening`, id, openingBid));
  }
  checks.check(`${when}: all ${count} auctions are listed before the first ends`, Date.now() < startsAt);
  // Half of the auctions get no request after their end, so only the rooms themselves can close those.
  const aimedBids = Array.from(endsAtById, ([id, endsAt], index) =>
    placeAimedBids(context, bidders, id, endsAt, index % 2 === 0),
  );
  let upAgainAt = 0;
  if (when === "after a restart") {
    await pause(startsAt + ENDING_WINDOW_MS / 2 - Date.now());
    await runtime.kill();
    await runtime.start();
    upAgainAt = runtime.upSince;
  }
  const lastBids = (await Promise.all(aimedBids)).flat();
  const attempts = [...(await Promise.all(openingBids)), ...lastBids];
  await pause(Math.max(0, startsAt + ENDING_WINDOW_MS + QUIET_MS - Date.now(), upAgainAt + QUIET_MS - Date.now()));
  const [reader] = bidders;
  if (!reader) throw new Error("no bidder can read the journals");
  const replays = await context.replayJournals(reader, Array.from(endsAtById.keys()), attempts);
  context.judge(replays, attempts);
  const unclosed = replays.filter(({ auction }) => auction?.phase !== "closed");
  checks.noViolations(
    `${when}: every auction has closed once`,
    unclosed.map(({ auctionId }) => auctionId),
  );
  // If an auction ended while the runtime was down, its lateness counts from the restart.
  const delaysMs = replays.map((replay) => {
    const downMs = Math.max(0, upAgainAt - (endsAtById.get(replay.auctionId) ?? 0));
    return Math.max(0, (closingDelayMs(replay) ?? Number.POSITIVE_INFINITY) - downMs);
  });
  checks.metric(`${when}: closed late, median ms`, quantile(delaysMs, 0.5));
  checks.atMost(`${when}: closed late, p99 ms`, quantile(delaysMs, 0.99), maxLateMs);
  checks.metric(`${when}: closed late, max ms`, Math.max(...delaysMs));
  const acceptedCount = lastBids.filter(isAcknowledged).length;
  const refusedCount = lastBids.filter(
    ({ answer }) => answer?.ok === false && answer.failure.code === "auction_ended",
  ).length;
  checks.atLeast(`${when}: bids accepted in the last ${MAX_OFFSET_MS} ms`, acceptedCount, count / 4);
  checks.atLeast(`${when}: bids refused because the auction had ended`, refusedCount, count / 4);
  const rowViolations = await waitForNoViolations(NOTIFICATION_TIMEOUT_MS, () =>
    d1Violations(runtime.stateDir, replays),
  );
  checks.noViolations(`${when}: D1 matches the rooms, with one open deal for each sale (invariant 8)`, rowViolations);
  const sold = replays.filter(({ auction }) => auction !== null && auction.winner !== null);
  checks.atLeast(`${when}: sales`, sold.length, count);
  const notificationViolations = await waitForNoViolations(NOTIFICATION_TIMEOUT_MS, () =>
    findEndNotificationViolations([...sellers, ...bidders], replays),
  );
  checks.noViolations(`${when}: everyone was notified once of each result (invariant 8)`, notificationViolations);
}

/** Sends bids around one auction's end, each at its own time and from a different user. */
function placeAimedBids(
  context: TortureContext,
  bidders: readonly User[],
  auctionId: string,
  endsAt: number,
  onlyBefore: boolean,
) {
  const random = context.random();
  const maximumRandom = context.random();
  const placeBid = async (user: User, index: number) => {
    const offsetMs = random.between(-MAX_OFFSET_MS, onlyBefore ? 0 : MAX_OFFSET_MS);
    const offer = offerFrom(random.integer(100, 299) * 100, maximumRandom, MAXIMUM_SHARE);
    await pause(Math.max(0, endsAt + offsetMs - Date.now()));
    const command = { type: "placeBid", actorId: user.id, ...offer } as const;
    return sendUntilAnswered(context.senderFor(user), `${auctionId}-${index}`, auctionId, command);
  };
  const start = random.integer(0, bidders.length - 1);
  const chosen = [...bidders.slice(start), ...bidders].slice(0, BIDS_PER_AUCTION);
  return Promise.all(chosen.map(placeBid));
}
