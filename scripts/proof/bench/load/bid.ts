/**
 * Bidders that draw from one rising sequence of amounts per auction, so that nearly every bid is high enough when it
 * arrives.
 */
import { setTimeout as pause } from "node:timers/promises";

import { CookieJar } from "../../../client/cookie-jar.ts";
import { HttpConnection } from "../../../client/http-connection.ts";
import { LiveSocket } from "../../../client/live-socket.ts";
import { MeasuredLoop, headerLines, livePath, type Timing } from "./loop.ts";

/** Expected refusals: a higher bid came first, or the server is too busy to decide in time. */
const EXPECTED_CODES = ["bid_too_low", "busy"];
const STARTING_PRICE = 100;
const ACK = Buffer.from('{"type":"ack"');

export type BenchSession = { readonly headers: Readonly<Record<string, string>> };

export type BiddingOptions = {
  readonly port: number;
  readonly transport: "socket" | "rest";
  /** The bidders. Each has its own connection. */
  readonly users: readonly BenchSession[];
  /** Bidder number n bids on auction n modulo the number of auctions. */
  readonly auctionIds: readonly string[];
  /** Over REST only. After each bid, a bidder moves forward by as many auctions as there are bidders. */
  readonly moving?: boolean;
  /** How long a bidder waits between an answer and its next bid. */
  readonly pauseMs?: number;
};
export type BidResult = {
  readonly refused: number;
  /** Includes bids sent outside the measured time. */
  readonly acceptedTotal: number;
  /** The time from sending to the answer, for each accepted bid that was measured. */
  readonly latencyMs: readonly number[];
  /** When each accepted bid was sent, with its number. */
  readonly sent: readonly { readonly seq: number; readonly at: number }[];
  /** For each auction, the highest fact number in an answer. */
  readonly lastSeq: Readonly<Record<string, number>>;
};

type BidAnswer = {
  success: boolean;
  code?: string;
  message?: string;
  newBid?: { _id: string };
  details?: { minimum?: number };
};
type BidConnection = {
  readonly bid: (auctionId: string, amount: number) => Promise<BidAnswer>;
  readonly close: () => void;
};

export async function runBidders(bidding: BiddingOptions, timing: Timing): Promise<BidResult> {
  const { users, auctionIds, pauseMs = 0, moving = false } = bidding;
  const auctionIdOf = (turn: number) => auctionIds[turn % auctionIds.length] ?? "";
  const connections = await Promise.all(users.map((user, index) => openConnection(bidding, user, auctionIdOf(index))));
  const nextAmounts = new Map<string, number>();
  const lastSeq: Record<string, number> = {};
  const loop = new MeasuredLoop(timing);
  const latencyMs: number[] = [];
  const sent: { seq: number; at: number }[] = [];
  let refused = 0;

  const bidder = async (connection: BidConnection, index: number) => {
    for (let turn = index; !loop.isOver(); turn += moving ? users.length : 0) {
      const auctionId = auctionIdOf(turn);
      const amount = nextAmounts.get(auctionId) ?? STARTING_PRICE;
      nextAmounts.set(auctionId, amount + 1);
      const sentAt = performance.now();
      const answer = await connection.bid(auctionId, amount);
      const answeredAt = performance.now();
      const isMeasured = loop.isMeasured(sentAt, answeredAt);
      if (answer.success) {
        const seq = Number(answer.newBid?._id.split("-").at(-1));
        lastSeq[auctionId] = Math.max(lastSeq[auctionId] ?? 0, seq);
        sent.push({ seq, at: sentAt });
        if (isMeasured) latencyMs.push(answeredAt - sentAt);
      } else {
        if (!EXPECTED_CODES.includes(answer.code ?? ""))
          throw new Error(`a bid was refused: ${JSON.stringify(answer)}`);
        nextAmounts.set(auctionId, Math.max(nextAmounts.get(auctionId) ?? 0, answer.details?.minimum ?? 0));
        if (isMeasured) refused += 1;
      }
      if (pauseMs > 0) await pause(pauseMs);
    }
  };
  await Promise.all(connections.map(bidder));
  for (const connection of connections) connection.close();
  return { refused, acceptedTotal: sent.length, latencyMs, sent, lastSeq };
}

function openConnection(
  { transport, port }: BiddingOptions,
  session: BenchSession,
  auctionId: string,
): Promise<BidConnection> {
  return transport === "socket" ? openSocketConnection(port, session, auctionId) : openRestConnection(port, session);
}

async function openSocketConnection(
  port: number,
  { headers }: BenchSession,
  auctionId: string,
): Promise<BidConnection> {
  let resolve: ((answer: BidAnswer) => void) | null = null;
  let sentFrames = 0;
  const client = await LiveSocket.connect({
    port,
    path: livePath(auctionId),
    headers,
    onText: (payload) => {
      if (ACK.compare(payload, 0, ACK.length) === 0) resolve?.(JSON.parse(payload.toString()));
    },
    onClose: (reason) => resolve?.({ success: false, message: reason }),
  });
  return {
    bid: (productId, bidAmount) =>
      new Promise((done) => {
        resolve = done;
        sentFrames += 1;
        client.send(JSON.stringify({ type: "newBid", requestId: `${auctionId}-${sentFrames}`, productId, bidAmount }));
      }),
    close: () => client.destroy(),
  };
}

async function openRestConnection(port: number, { headers }: BenchSession): Promise<BidConnection> {
  const client = await HttpConnection.connect(port);
  const { cookie, ...others } = headers;
  const cookies = new CookieJar(cookie);
  const head = headerLines({ ...others, "content-type": "application/json" });
  return {
    bid: async (productId, bidAmount) => {
      const body = JSON.stringify({ productId, bidAmount });
      const requestHeaders = `cookie: ${cookies.header}\r\n${head}`;
      const answer = await client.request("POST", "/api/v1/bid/placeBid", requestHeaders, body);
      // Takes new cookies as a browser does. If it kept its first token, every bid after a minute would renew the
      // session.
      cookies.store(answer.setCookies);
      return JSON.parse(answer.body);
    },
    close: () => client.destroy(),
  };
}
