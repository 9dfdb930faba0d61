/**
 * Two thousand sockets while users bid; one in five loses the connection at a random moment, some of them again, and
 * reconnects from the last fact that it knows. None misses a fact.
 */
import { setTimeout as pause } from "node:timers/promises";

import { countAcknowledged } from "../bidder.ts";
import { sum } from "../checks.ts";
import { type Phase, type TortureContext, until, WITHOUT_LIMITS } from "../context.ts";
import { faultsOf, ReconnectingSocket } from "../reconnecting-socket.ts";

const SOCKETS = 2_000;
const CONNECTING_AT_ONCE = 40;
const LOTS = 4;
const BIDDERS = 12;
const BIDDING_MS = 25_000;
/** The share that is cut. */
const CUT = 0.2;
/** With fewer bids, a cut socket may have missed nothing. */
const BIDS = 500;
/** The last flush, on a machine that serves and watches at the same time. */
const RECEIVED_WITHIN_MS = 30_000;

export const cutSockets: Phase = {
  name: "sockets",
  title: "two thousand sockets, a fifth of them cut",
  run: async (context) => {
    const { checks } = context;
    await context.restart(WITHOUT_LIMITS);
    const { bidders, seller, lots } = await context.market({ bidders: BIDDERS, lots: LOTS });
    const sockets = await connect(context, lots);
    const stop = context.startBidding(bidders, () => ({ auctionIds: lots, thinkMs: 100 }));
    const biddingMs = context.scaled(BIDDING_MS, 5_000);
    const cuts = await cutSome(context, sockets, biddingMs);
    const attempts = await stop();
    const replays = await context.replays(seller, lots, attempts);
    const last = new Map(replays.map(({ auctionId, records }) => [auctionId, records.length]));
    const behind = () =>
      sockets.filter(({ auctionId, seen }) => seen !== last.get(auctionId)).map(({ seen }) => `received up to ${seen}`);
    const received = await until(RECEIVED_WITHIN_MS, behind);
    context.judge(replays, attempts);
    checks.none("every socket received up to the last fact", received.faults);
    checks.none(
      "no socket missed a fact or received one twice (invariant 1)",
      replays.flatMap((replay) => faultsOf(replay, sockets)),
    );
    const reconnected = sockets.filter(({ connections }) => connections.length > 1).length;
    checks.figure("sockets", sockets.length);
    checks.atLeast("sockets cut", cuts, sockets.length * CUT);
    checks.atLeast("sockets that reconnected", reconnected, sockets.length * 0.15);
    checks.figure("facts received", sum(sockets.map(({ facts }) => facts)));
    checks.atLeast("acknowledged bids", countAcknowledged(attempts), context.scaled(BIDS, 50));
    for (const socket of sockets) socket.close();
  },
};

async function connect(context: TortureContext, lots: readonly string[]) {
  const count = context.scaled(SOCKETS, 100);
  const lotOf = (index: number) => lots[index % lots.length] ?? "";
  const sockets = Array.from(
    { length: count },
    (_, index) => new ReconnectingSocket(context.runtime, lotOf(index), null),
  );
  for (let made = 0; made < count; made += CONNECTING_AT_ONCE) {
    await Promise.all(sockets.slice(made, made + CONNECTING_AT_ONCE).map((socket) => socket.connect()));
  }
  return sockets;
}

/** Cuts a fifth of the sockets, spread over this time; answers with how many cuts there were. */
async function cutSome(
  context: TortureContext,
  sockets: readonly ReconnectingSocket[],
  overMs: number,
): Promise<number> {
  const random = context.random();
  const count = Math.ceil(sockets.length * CUT);
  const endAt = Date.now() + overMs;
  for (let cut = 0; cut < count; cut += 1) {
    random.pick(sockets).cut();
    await pause(Math.max(0, ((endAt - Date.now()) / (count - cut)) * 2 * random.next()));
  }
  await pause(Math.max(0, endAt - Date.now()));
  return count;
}
