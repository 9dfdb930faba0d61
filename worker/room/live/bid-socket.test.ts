import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { ServerFrame } from "../../contract/live.ts";
import { aPerson, newId } from "../../testing/builders.ts";
import { standIn } from "../../testing/stand-in.ts";
import type { Viewer } from "../rpc.ts";
import { BidSocket } from "./bid-socket.ts";
import type { Connections } from "./connections.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => vi.useRealTimers());

it("T21: one person can bid ten times in ten seconds over all auctions' sockets, however many auctions there are", async () => {
  const viewer: Viewer = { actor: aPerson(), sessionId: newId(), expiresAt: Date.now() + 60_000 };
  const answers: (ServerFrame | "a bid")[] = [];
  for (let index = 0; index < 11; index += 1) {
    const connections = standIn<Connections>({
      noteMessage: () => {},
      viewerOf: () => viewer,
      answer: (_socket: WebSocket, frame: ServerFrame) => answers.push(frame),
    });
    const bidSocket = new BidSocket(connections, env.INBOX, () => Date.now(), 1, null);
    const auctionId = newId();
    const frame = { type: "newBid", requestId: newId(), productId: auctionId, bidAmount: 100 };
    const { 0: socket } = new WebSocketPair();
    if (await bidSocket.receive(socket, JSON.stringify(frame), auctionId)) answers.push("a bid");
  }
  expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => "a bid"));
  expect(answers.slice(10)).toMatchObject([{ type: "ack", success: false, code: "too_many_requests" }]);
});
