/**
 * Three times as many bids as an auction takes: how much of its work it still does. With many connections that is
 * first a question to workerd's HTTP server, which is the same for both sides.
 */
import { Flood } from "../../../client/flood.ts";
import { auctionOf, type Figure, type Figures, type Lane, type Timing, type Row, type Sides, sideOf } from "./row.ts";

const PATIENT_BIDDERS = 64;
const USERS = 24;
const TIMES = 3;
/** A flood shorter than this is over before its queue is full. */
const SHORTEST_MS = 4_000;
const KEPT = "share of the capacity kept";

async function flooded(sides: Sides, lane: Lane, timing: Timing, connections: number): Promise<Figures> {
  const { runtime, users } = sideOf(sides, lane);
  const floodOf = async (most: number) =>
    new Flood({
      url: runtime.url,
      users: users.slice(0, USERS),
      auctionId: await auctionOf(sides, lane),
      connections: most,
    });
  const calm = await floodOf(PATIENT_BIDDERS);
  await calm.fill(PATIENT_BIDDERS, timing.warmUpMs);
  const from = Date.now();
  await calm.fill(PATIENT_BIDDERS, timing.durationMs);
  const capacity = calm.decidedPerSecond(from, Date.now());
  calm.close();
  const flood = await floodOf(connections);
  const floodedAt = Date.now();
  await flood.pour(capacity * TIMES, Math.max(timing.durationMs, SHORTEST_MS));
  const kept = flood.decidedPerSecond(floodedAt, Date.now()) / capacity;
  await flood.drained();
  flood.close();
  return { "capacity, bids/s": capacity, [KEPT]: kept };
}

function overload(connections: number, aim: Pick<Figure, "atLeast" | "ratio">): Row {
  return {
    name: `overload-${connections}`,
    title: `three times as many bids as it takes, over ${connections.toLocaleString("en")} connections`,
    lanes: ["grouped", "ours"],
    figures: [
      { name: "capacity, bids/s", unit: "" },
      { name: KEPT, unit: "", digits: 2, ...aim },
    ],
    round: (sides, lane, timing) => flooded(sides, lane, timing, connections),
  };
}

export const overloadRows: readonly Row[] = [
  overload(256, { atLeast: 0.8 }),
  overload(6_000, { ratio: { of: "grouped" } }),
];
