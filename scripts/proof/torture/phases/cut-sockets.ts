/**
 * Two thousand watchers while people bid; one in five loses the connection at a random moment, some of them again, and
 * comes back from where it was. Nobody misses a number.
 */
import { setTimeout as pause } from "node:timers/promises";

import { countAcknowledged } from "../bidder.ts";
import { type House, OPEN_HOUSE, until } from "../house.ts";
import { Seat } from "../seat.ts";
import type { Phase } from "./phase.ts";

const SOCKETS = 2_000;
const JOINING_AT_ONCE = 40;
const LOTS = 4;
const BIDDERS = 12;
const BIDDING_MS = 25_000;
/** The share that is cut. */
const CUT = 0.2;
/** Bids between which nothing can have been missed are too few. */
const BIDS = 500;
/** The last flush, on a machine that serves and watches at the same time. */
const HEARD_WITHIN_MS = 30_000;

export const cutSockets: Phase = {
  name: "sockets",
  title: "two thousand sockets, a fifth of them cut",
  run: async (house) => {
    const { checks } = house;
    await house.settle(OPEN_HOUSE);
    const { bidders, seller, lots } = await house.market({ bidders: BIDDERS, lots: LOTS });
    const seats = await takeSeats(house, lots);
    const stop = house.sendBidding(bidders, () => ({ auctionIds: lots, thinkMs: 100 }));
    const biddingMs = house.scaled(BIDDING_MS, 5_000);
    const cuts = await cutSome(house, seats, biddingMs);
    const attempts = await stop();
    const replays = await house.replays(seller, lots);
    const last = new Map(replays.map(({ auctionId, records }) => [auctionId, records.length]));
    const behind = () =>
      seats.filter((seat) => seat.seen !== last.get(seat.auctionId)).map((seat) => `heard up to ${seat.seen}`);
    const heard = await until(HEARD_WITHIN_MS, behind);
    house.judge(replays, attempts);
    checks.none("every socket heard up to the last fact", heard.faults);
    checks.none(
      "no socket missed a number or heard one twice (invariant 1)",
      seats.flatMap((seat) => seat.faults),
    );
    checks.figure("sockets", seats.length);
    checks.atLeast("sockets cut", cuts, seats.length * CUT);
    checks.atLeast("sockets that came back", seats.filter((seat) => seat.connections > 1).length, seats.length * 0.15);
    const named = seats.reduce((all, seat) => all + seat.heard.length, 0);
    checks.figure("facts heard", named);
    checks.atLeast("acknowledged bids", countAcknowledged(attempts), house.scaled(BIDS, 50));
    for (const seat of seats) seat.leave();
  },
};

async function takeSeats(house: House, lots: readonly string[]): Promise<Seat[]> {
  const count = house.scaled(SOCKETS, 100);
  const seats = Array.from({ length: count }, (_, n) => new Seat(house.runtime, lots[n % lots.length] ?? "", null));
  for (let joined = 0; joined < count; joined += JOINING_AT_ONCE) {
    await Promise.all(seats.slice(joined, joined + JOINING_AT_ONCE).map((seat) => seat.join()));
  }
  return seats;
}

/** Cuts a fifth of the sockets, spread over this time; answers with how many cuts there were. */
async function cutSome(house: House, seats: readonly Seat[], overMs: number): Promise<number> {
  const random = house.random();
  const count = Math.ceil(seats.length * CUT);
  const endAt = Date.now() + overMs;
  for (let cut = 0; cut < count; cut += 1) {
    seats[Math.floor(random() * seats.length)]?.cut();
    await pause(Math.max(0, ((endAt - Date.now()) / (count - cut)) * 2 * random()));
  }
  await pause(Math.max(0, endAt - Date.now()));
  return count;
}
