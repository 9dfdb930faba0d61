/**
 * The whole runtime dies at random moments while users bid, set maximums, edit, withdraw and undo over REST and
 * sockets, and a seller releases bids. Some auctions end while it's down. Afterward, every command, frame, row and
 * notification is compared with the journals.
 */
import { setTimeout as pause } from "node:timers/promises";

import { RefusedError, type User } from "../../../client/user.ts";
import { isAcknowledged } from "../../invariants/attempts.ts";
import { bidUntilStopped, restChannel, type PersistentAttempt, sendUntilAnswered } from "../bidder.ts";
import {
  d1Violations,
  findEndNotificationViolations,
  type TorturePhase,
  type TortureContext,
  waitForNoViolations,
  UNLIMITED_SETTINGS,
  findAuctionsWithoutEndNotification,
} from "../context.ts";
import { violationsOf, ReconnectingSocket } from "../reconnecting-socket.ts";

const KILL_COUNT = 60;
/** How many acknowledged commands there must be per kill, on average, for the test to mean anything. */
const COMMANDS_PER_KILL = 84;
const LONG_AUCTION_COUNT = 6;
const BIDDER_COUNT = 24;
/** How many commands are acknowledged between two kills. It's random, so a kill hits the room at any point. */
const COMMANDS_PER_RUN = { min: 40, max: 240 };
/** The longest run between two kills. A busy machine may reach it, and then the final check reports what's missing. */
const MAX_RUN_MS = 12_000;
/** The longest that the runtime stays down after a kill. */
const MAX_DOWN_MS = 500;
/** How long a brief auction runs. It often ends while the runtime is down. */
const BRIEF_AUCTION_MS = { min: 400, max: 3_500 };
/** How long all other auctions run, which is longer than this phase takes. */
const LONG_AUCTION_MS = 60 * 60_000;
/** Brief auctions per seller. An inbox keeps the newest 200 notifications about ends, so none of them is pushed out. */
const BRIEF_PER_SELLER = 40;
/**
 * Time for facts that were pending at the last kill, and for the sweep, which runs every minute, to find lost alarms.
 */
const NOTIFICATION_TIMEOUT_MS = 120_000;

export const kills: TorturePhase = {
  name: "kills",
  title: "the whole runtime killed (kill -9) at random moments under load",
  run: async (context) => {
    const { runtime, checks } = context;
    await runtime.kill();
    await runtime.start({ ...UNLIMITED_SETTINGS, SOFT_CLOSE_SECONDS: "120" });
    const killCount = context.scaleCount(KILL_COUNT, 3);
    const random = context.random();
    const bidders = await context.getBidders(context.scaleCount(BIDDER_COUNT, 8));
    const [seller] = await context.signUpUsers(1);
    if (!seller) throw new Error("there is no seller");
    const longAuctionIds: string[] = [];
    while (longAuctionIds.length < LONG_AUCTION_COUNT) {
      longAuctionIds.push(
        await seller.createListing(`Auction ${longAuctionIds.length + 1}`, 100, Date.now() + LONG_AUCTION_MS),
      );
    }
    const briefSellers = await context.signUpUsers(Math.ceil(killCount / BRIEF_PER_SELLER));
    const sockets = await connect(context, bidders, longAuctionIds);
    const progress = { acknowledged: 0, isOver: false };
    const bidderRuns = bidders.map((user, index) =>
      bidUntilStopped({
        ...context.senderFor(user),
        auctionIds: longAuctionIds,
        seller,
        // Every second user has sockets to two auctions, and sends most bids there over them. All other bids use REST.
        // Each try picks its channel again.
        channels: (auctionId) => {
          const own = sockets.filter((socket) => socket.user === user && socket.auctionId === auctionId);
          const channels = own.map(({ channel }) => channel);
          return index % 2 === 0 ? [restChannel(user)] : [...channels, ...channels, restChannel(user)];
        },
        isRunning: () => !progress.isOver,
        onAcknowledged: () => {
          progress.acknowledged += 1;
        },
      }),
    );
    const briefAuctionIds: string[] = [];
    const briefBids: Promise<PersistentAttempt>[] = [];
    for (let kill = 0; kill < killCount; kill += 1) {
      const briefSeller = briefSellers[Math.floor(kill / BRIEF_PER_SELLER)] ?? seller;
      const id = await listBrief(
        briefSeller,
        `Brief auction ${kill + 1}`,
        random.integer(BRIEF_AUCTION_MS.min, BRIEF_AUCTION_MS.max),
      );
      briefAuctionIds.push(id);
      for (const user of bidders.slice(0, random.integer(0, 2))) {
        const bid = { type: "placeBid", actorId: user.id, amountMinor: random.integer(100, 149) * 100 } as const;
        briefBids.push(sendUntilAnswered(context.senderFor(user), `brief-${briefAuctionIds.length}-bid`, id, bid));
      }
      const target = progress.acknowledged + random.integer(COMMANDS_PER_RUN.min, COMMANDS_PER_RUN.max);
      const giveUpAt = Date.now() + MAX_RUN_MS;
      const isOver = () => progress.acknowledged >= target || Date.now() >= giveUpAt;
      while (!isOver()) await pause(random.between(0, 20));
      await runtime.kill();
      await pause(random.between(0, MAX_DOWN_MS));
      await runtime.start();
    }
    progress.isOver = true;
    const longAttempts = (await Promise.all(bidderRuns)).flat();
    const attempts = [...longAttempts, ...(await Promise.all(briefBids))];
    await judgeAll(context, { sellers: briefSellers, bidders, longAuctionIds, briefAuctionIds, attempts, sockets });

    checks.atLeast("kills", killCount, killCount);
    const accepted = attempts.filter(isAcknowledged).map(({ command }) => command);
    checks.atLeast("acknowledged commands", accepted.length, killCount * COMMANDS_PER_KILL);
    checks.atLeast("commands retried with their key", attempts.filter(({ tries }) => tries > 1).length, killCount);
    const withdrawn = accepted.filter((command) => command.type === "withdrawBid");
    const undone = withdrawn.filter(({ reason }) => reason === "mistake");
    checks.metric("bids changed", accepted.filter(({ type }) => type === "editBid").length);
    checks.metric("bids withdrawn", withdrawn.length - undone.length);
    checks.atLeast("bids undone", undone.length, 1);
    checks.atLeast("bids released", accepted.filter(({ type }) => type === "releaseBid").length, 1);
    checks.atLeast("maximums set", accepted.filter((command) => "maxMinor" in command).length, killCount / 4);
    checks.atMost(
      "server errors",
      sum(attempts, ({ serverErrorCount }) => serverErrorCount),
      0,
    );
    checks.atLeast(
      "reconnected sockets",
      sum(sockets, ({ connections }) => connections.length - 1),
      killCount,
    );
    for (const socket of sockets) socket.close();
  },
};

/** Lists a brief auction. On a busy machine, its end may pass before it's listed. Then it gets twice the time. */
async function listBrief(seller: User, title: string, durationMs: number): Promise<string> {
  try {
    return await seller.createListing(title, 100, Date.now() + durationMs);
  } catch (error) {
    if (!(error instanceof RefusedError) || error.failure.code !== "end_too_soon") throw error;
    return listBrief(seller, title, 2 * durationMs);
  }
}

function sum<Value>(values: readonly Value[], count: (one: Value) => number): number {
  return values.reduce((all, value) => all + count(value), 0);
}

/** Connects the sockets. A visitor watches each room, and every second bidder watches two rooms. */
async function connect({ runtime }: TortureContext, bidders: readonly User[], auctionIds: readonly string[]) {
  const sockets = auctionIds.map((id) => new ReconnectingSocket(runtime, id, null));
  for (const [index, user] of bidders.entries()) {
    if (index % 2 === 0) continue;
    for (const offset of [0, 1]) {
      const auctionId = auctionIds[(index + offset) % auctionIds.length] ?? "";
      sockets.push(new ReconnectingSocket(runtime, auctionId, user));
    }
  }
  await Promise.all(sockets.map((socket) => socket.connect()));
  return sockets;
}

type KillEvidence = {
  readonly sellers: readonly User[];
  readonly bidders: readonly User[];
  readonly longAuctionIds: readonly string[];
  readonly briefAuctionIds: readonly string[];
  readonly attempts: readonly PersistentAttempt[];
  readonly sockets: readonly ReconnectingSocket[];
};

async function judgeAll(context: TortureContext, evidence: KillEvidence): Promise<void> {
  const { runtime, checks } = context;
  const { sellers, bidders, longAuctionIds, briefAuctionIds, attempts, sockets } = evidence;
  const [reader] = sellers;
  if (!reader) throw new Error("no seller can read the journals");
  // Up to this point, only a retried bid can reach a brief auction after its end. Inboxes show whether it closed. The
  // judge below checks whether the notifications are right.
  const unclosed = await waitForNoViolations(NOTIFICATION_TIMEOUT_MS, () =>
    findAuctionsWithoutEndNotification(sellers, briefAuctionIds),
  );
  checks.noViolations("auctions that ended while the runtime was down close by themselves", unclosed);
  const replays = await context.replayJournals(reader, [...longAuctionIds, ...briefAuctionIds], attempts);
  context.judge(replays, attempts);
  const endedReplays = replays.filter(({ auctionId }) => briefAuctionIds.includes(auctionId));
  checks.noViolations(
    "every auction that is over has closed once",
    endedReplays.filter(({ auction }) => auction?.phase !== "closed").map(({ auctionId }) => auctionId),
  );
  const socketViolations = await waitForNoViolations(10_000, () =>
    replays.flatMap((replay) => violationsOf(replay, sockets)),
  );
  checks.noViolations("sockets received every fact once, in order, and nothing else", socketViolations);
  const rowViolations = await waitForNoViolations(NOTIFICATION_TIMEOUT_MS, () =>
    d1Violations(runtime.stateDir, replays),
  );
  checks.noViolations("D1 matches the rooms, with one open deal for each sale (invariant 8)", rowViolations);
  const notificationViolations = await waitForNoViolations(NOTIFICATION_TIMEOUT_MS, () =>
    findEndNotificationViolations([...sellers, ...bidders], endedReplays),
  );
  checks.noViolations("everyone was notified once of each result (invariant 8)", notificationViolations);
}
