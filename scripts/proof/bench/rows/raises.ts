/**
 * A bid that makes the room raise the leader's automatic bid, beside a plain one: both on the same side, one after the other
 * in each round, because the bare object has no maxima.
 */
import { placeBidAnswer } from "../../../../worker/contract/bid.ts";
import { User, valueOf } from "../../../client/user.ts";
import { Load } from "../load/load.ts";
import type { Side } from "../sides.ts";
import { auctionOf, type Figures, type Lane, type Row, type Sides, sideOf, type Timing } from "./row.ts";

const BIDDERS = 16;
/** The starting price is 100, and each bid at least 1 more than the one before. */
const FIRST_AMOUNT = 100;
/** The highest amount that there is: no round comes near it. */
const MAXIMUM = 1_000_000_000;
const TIMES = "a raising bid, times a plain one";

async function perSecond({ runtime, users }: Side, timing: Timing, auctionId: string, step: number): Promise<number> {
  const bidders = Load.bid({
    ...timing,
    port: runtime.port,
    over: "socket",
    users: users.slice(0, BIDDERS),
    auctionIds: [auctionId],
    pauseMs: 0,
    firstAmount: FIRST_AMOUNT,
    step,
  });
  const { accepted, countedMs } = await bidders.result;
  return (accepted / countedMs) * 1_000;
}

/** An auction led with a maximum by a user who does not bid again. */
async function ledAuction(sides: Sides, lane: Lane): Promise<string> {
  const { runtime, users } = sideOf(sides, lane);
  const productId = await auctionOf(sides, lane);
  const leader = User.withCookie(runtime.url, users[BIDDERS]?.headers["cookie"] ?? "");
  valueOf(await leader.call("POST", "/bid/placeBid", placeBidAnswer, { productId, maxBid: MAXIMUM }));
  return productId;
}

async function raising(sides: Sides, lane: Lane, timing: Timing): Promise<Figures> {
  const side = sideOf(sides, lane);
  const plain = await perSecond(side, timing, await auctionOf(sides, lane), 1);
  // The leader is raised to 1 more than each bid.
  const raised = await perSecond(side, timing, await ledAuction(sides, lane), 2);
  return { "plain bids/s": plain, "raising bids/s": raised, [TIMES]: plain / raised };
}

export const raiseRows: readonly Row[] = [
  {
    name: "raises",
    title: "a proxy bid that triggers a raise: 16 bidders over sockets against a leader's maximum",
    lanes: ["ours"],
    figures: [
      { name: "plain bids/s", unit: "" },
      { name: "raising bids/s", unit: "" },
      { name: TIMES, unit: "", digits: 2, atMost: 1.3 },
    ],
    round: (sides, lane, timing) => raising(sides, lane, timing),
  },
];
