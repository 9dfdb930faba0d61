/** Bidders. Amounts rise over all bidders of one auction, so that nearly every bid is acceptable when it arrives. */
import { setTimeout as pause } from "node:timers/promises";

import { HttpConnection } from "../../../client/http-connection.ts";
import { LiveSocket } from "../../../client/live-socket.ts";
import { type BidJob, type BidResult, nowMs, type Session } from "./jobs.ts";

const ACK = Buffer.from('{"type":"ack"');

type Answer = {
  success: boolean;
  code?: string;
  message?: string;
  newBid?: { _id: string };
  details?: { minimum?: number };
};
type Connection = { readonly bid: (auctionId: string, amount: number) => Promise<Answer>; readonly close: () => void };

export async function bid(job: BidJob, ready: () => void): Promise<BidResult> {
  const { users, auctionIds, durationMs, warmUpMs, pauseMs, firstAmount, step = 1 } = job;
  const auctionOf = (index: number) => auctionIds[index % auctionIds.length] ?? "";
  const connections = await Promise.all(users.map((session, index) => connectionOf(job, session, auctionOf(index))));
  ready();
  const next = new Map(auctionIds.map((id) => [id, firstAmount]));
  const lastSeq: Record<string, number> = {};
  const startAt = nowMs() + warmUpMs;
  const endAt = startAt + durationMs;
  const ackMs: number[] = [];
  const sent: { seq: number; at: number }[] = [];
  let refused = 0;

  const loop = async (connection: Connection, auctionId: string) => {
    while (nowMs() < endAt) {
      const amount = next.get(auctionId) ?? firstAmount;
      next.set(auctionId, amount + step);
      const at = nowMs();
      const answer = await connection.bid(auctionId, amount);
      const answeredAt = nowMs();
      const counts = at >= startAt && answeredAt <= endAt;
      if (answer.success) {
        const seq = Number(answer.newBid?._id.split("-").at(-1));
        lastSeq[auctionId] = Math.max(lastSeq[auctionId] ?? 0, seq);
        if (counts) ackMs.push(answeredAt - at);
        if (pauseMs > 0) sent.push({ seq, at });
      } else {
        if (answer.code !== "bid_too_low") throw new Error(`a bid was refused: ${JSON.stringify(answer)}`);
        next.set(auctionId, Math.max(next.get(auctionId) ?? 0, answer.details?.minimum ?? 0));
        if (counts) refused += 1;
      }
      if (pauseMs > 0) await pause(pauseMs);
    }
  };
  await Promise.all(connections.map((connection, index) => loop(connection, auctionOf(index))));
  for (const connection of connections) connection.close();
  return { accepted: ackMs.length, refused, countedMs: durationMs, ackMs: Float64Array.from(ackMs), sent, lastSeq };
}

function connectionOf(job: BidJob, session: Session, auctionId: string): Promise<Connection> {
  return job.over === "socket" ? overSocket(job.port, session, auctionId) : overRest(job.port, session);
}

async function overSocket(port: number, { headers }: Session, auctionId: string): Promise<Connection> {
  let resolve: ((answer: Answer) => void) | null = null;
  let sentFrames = 0;
  const client = await LiveSocket.connect({
    port,
    path: `/api/v1/auction/${auctionId}/live`,
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

async function overRest(port: number, { headers }: Session): Promise<Connection> {
  const client = await HttpConnection.connect(port);
  const lines = Object.entries({ ...headers, "content-type": "application/json" }).map(([k, v]) => `${k}: ${v}\r\n`);
  const head = lines.join("");
  return {
    bid: async (productId, bidAmount) => {
      const body = JSON.stringify({ productId, bidAmount });
      return JSON.parse((await client.request("POST", "/api/v1/bid/placeBid", head, body)).body);
    },
    close: () => client.destroy(),
  };
}
