/** Bidders that share rising amounts in each auction, so that nearly every bid is high enough when it arrives. */
import { setTimeout as pause } from "node:timers/promises";

import { Cookies } from "../../../client/cookies.ts";
import { HttpConnection } from "../../../client/http-connection.ts";
import { LiveSocket } from "../../../client/live-socket.ts";
import { CountedLoop } from "./counted.ts";
import { type BidJob, type BidResult, headerLines, livePath, nowMs, type BenchSession } from "./jobs.ts";

/** Refusals to expect: a higher bid came first, or the server is too busy to decide in time. */
const EXPECTED = ["bid_too_low", "busy"];
const ACK = Buffer.from('{"type":"ack"');

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

export async function bid(job: BidJob, ready: () => void): Promise<BidResult> {
  const { users, auctionIds, durationMs, pauseMs, firstAmount } = job;
  const auctionOf = (turn: number) => auctionIds[turn % auctionIds.length] ?? "";
  const connections = await Promise.all(users.map((session, index) => connectionOf(job, session, auctionOf(index))));
  ready();
  const next = new Map(auctionIds.map((id) => [id, firstAmount]));
  const lastSeq: Record<string, number> = {};
  const loop = new CountedLoop(job);
  const answerMs: number[] = [];
  const sent: { seq: number; at: number }[] = [];
  const inAll = { accepted: 0, refused: 0 };
  let refused = 0;

  const bidder = async (connection: BidConnection, index: number) => {
    for (let turn = index; !loop.isOver(); turn += job.moving ? users.length : 0) {
      const auctionId = auctionOf(turn);
      const amount = next.get(auctionId) ?? firstAmount;
      next.set(auctionId, amount + 1);
      const at = nowMs();
      const answer = await connection.bid(auctionId, amount);
      const answeredAt = nowMs();
      const counts = loop.has(at, answeredAt);
      if (answer.success) {
        const seq = Number(answer.newBid?._id.split("-").at(-1));
        lastSeq[auctionId] = Math.max(lastSeq[auctionId] ?? 0, seq);
        inAll.accepted += 1;
        if (counts) answerMs.push(answeredAt - at);
        if (pauseMs > 0) sent.push({ seq, at });
      } else {
        if (!EXPECTED.includes(answer.code ?? "")) throw new Error(`a bid was refused: ${JSON.stringify(answer)}`);
        next.set(auctionId, Math.max(next.get(auctionId) ?? 0, answer.details?.minimum ?? 0));
        inAll.refused += 1;
        if (counts) refused += 1;
      }
      if (pauseMs > 0) await pause(pauseMs);
    }
  };
  await Promise.all(connections.map(bidder));
  for (const connection of connections) connection.close();
  return {
    accepted: answerMs.length,
    refused,
    inAll,
    countedMs: durationMs,
    processor: await loop.processor(),
    answerMs: Float64Array.from(answerMs),
    sent,
    lastSeq,
  };
}

function connectionOf(job: BidJob, session: BenchSession, auctionId: string): Promise<BidConnection> {
  return job.over === "socket" ? overSocket(job.port, session, auctionId) : overRest(job.port, session);
}

async function overSocket(port: number, { headers }: BenchSession, auctionId: string): Promise<BidConnection> {
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

async function overRest(port: number, { headers }: BenchSession): Promise<BidConnection> {
  const client = await HttpConnection.connect(port);
  const { cookie, ...others } = headers;
  const cookies = new Cookies(cookie);
  const head = headerLines({ ...others, "content-type": "application/json" });
  return {
    bid: async (productId, bidAmount) => {
      const body = JSON.stringify({ productId, bidAmount });
      const own = `cookie: ${cookies.header}\r\n${head}`;
      const answer = await client.request("POST", "/api/v1/bid/placeBid", own, body);
      // Takes new cookies as a browser does. If it kept its first token, every bid after a minute would renew the
      // session.
      cookies.store(answer.setCookies);
      return JSON.parse(answer.body);
    },
    close: () => client.destroy(),
  };
}
