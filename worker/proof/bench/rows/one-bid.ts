/** One bid at a time in front of 5,000 watchers: when the last of them has it, and when its bidder has the answer. */
import { setTimeout as pause } from "node:timers/promises";

import { Crew } from "../load/crew.ts";
import { auctionOf, type Figures, median, type Row, sideOf } from "./row.ts";

const WATCHERS = 5_000;
const SETTLE_MS = 1_500;
/** Long enough for everyone to have heard the last bid before the next. */
const BETWEEN_BIDS_MS = 600;

export const oneBidRows: readonly Row[] = [
  {
    name: "one-bid",
    title: "one bid to 5,000 watchers",
    lanes: ["grouped", "ours", "naive"],
    figures: [
      { name: "last one reached, ms", unit: "ms", digits: 1, ratio: { of: "grouped", atMost: 1.25 } },
      { name: "the bidder's own answer, ms", unit: "ms", digits: 1, atMost: 5 },
      { name: "watchers that missed a number", unit: "", atMost: 0 },
    ],
    round: async (sides, lane, { durationMs }): Promise<Figures> => {
      const { runtime, people } = sideOf(sides, lane);
      const auctionId = await auctionOf(sides, lane);
      const { port } = runtime;
      const audience = Crew.watch({ port, auctionId, count: WATCHERS });
      await audience.ready;
      await pause(SETTLE_MS);
      const bidder = Crew.bid({
        port,
        over: "socket",
        people: people.slice(0, 1),
        auctionIds: [auctionId],
        durationMs: Math.max(durationMs, 3 * BETWEEN_BIDS_MS),
        warmUpMs: 0,
        pauseMs: BETWEEN_BIDS_MS,
        firstAmount: 100,
      });
      const { ackMs, sent, lastSeq } = await bidder.result;
      audience.finish(lastSeq[auctionId] ?? 0);
      const { lastHeard, wrong } = await audience.result;
      const reached = sent.flatMap(({ seq, at }) => (lastHeard.get(seq) ?? Number.NaN) - at);
      return {
        "last one reached, ms": median(reached),
        "the bidder's own answer, ms": median(Array.from(ackMs)),
        "watchers that missed a number": wrong,
      };
    },
  },
];
