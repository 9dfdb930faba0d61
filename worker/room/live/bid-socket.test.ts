import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { ServerFrame } from "../../contract/live.ts";
import type { Inbox } from "../../inbox/inbox.ts";
import { TimedOut } from "../../platform/with-timeout.ts";
import type { Viewer } from "../../room-rpc.ts";
import { aPerson, newId } from "../../testing/builders.ts";
import { standIn } from "../../testing/stand-in.ts";
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
    const bidSocket = new BidSocket(connections, env.INBOX, () => Date.now(), 1);
    const auctionId = newId();
    const frame = { type: "newBid", requestId: newId(), productId: auctionId, bidAmount: 100 };
    const { 0: socket } = new WebSocketPair();
    if (await bidSocket.receive(socket, JSON.stringify(frame), auctionId)) answers.push("a bid");
  }
  expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => "a bid"));
  expect(answers.slice(10)).toMatchObject([{ type: "ack", success: false, code: "too_many_requests" }]);
});

/**
 * The socket of a person whose last recorded use is a day ago, so that their inbox is asked, which answers by
 * `useSession`.
 */
function anIdleSocket(useSession: () => Promise<boolean>) {
  const viewer: Viewer = { actor: aPerson(), sessionId: newId(), expiresAt: Date.now() + 60_000, usedAt: 0 };
  const answers: ServerFrame[] = [];
  const connections = standIn<Connections>({
    noteMessage: () => {},
    viewerOf: () => viewer,
    noteUse: () => {},
    answer: (_socket: WebSocket, frame: ServerFrame) => answers.push(frame),
  });
  const inboxes = { getByName: () => standIn<DurableObjectStub<Inbox>>({ useSession }) };
  const bidSocket = new BidSocket(connections, inboxes, () => Date.now(), 1);
  const { 0: socket } = new WebSocketPair();
  const auctionId = newId();
  const receive = () => {
    const frame = { type: "newBid", requestId: newId(), productId: auctionId, bidAmount: 100 };
    return bidSocket.receive(socket, JSON.stringify(frame), auctionId);
  };
  return { bidSocket, receive, answers };
}

it("a bid whose session cannot be checked, because the inbox does not answer, is answered as busy", async () => {
  const { receive, answers } = anIdleSocket(() => Promise.reject(new Error("the inbox is restarting")));
  expect(await receive()).toBeNull();
  expect(answers).toMatchObject([{ type: "ack", success: false, code: "busy", retryAfter: 1 }]);
});

it("T21: a bid's waiting time counts from the arrival of its message, including the time that the inbox took", async () => {
  const arrivedAt = Date.now();
  const { receive } = anIdleSocket(async () => {
    vi.setSystemTime(arrivedAt + 3_000);
    return true;
  });
  expect((await receive())?.request).toMatchObject({ receivedAt: arrivedAt });
});

it("a bid whose room did not answer in time may have been placed: its sender is answered that the outcome is unknown", async () => {
  const { bidSocket, receive, answers } = anIdleSocket(async () => true);
  for (const error of [new TimedOut(10_000), new Error("a mistake")]) {
    const bid = await receive();
    if (!bid) throw new Error("it was refused");
    await bidSocket.acknowledge(bid, Promise.reject(error));
  }
  expect(answers).toMatchObject([{ code: "outcome_unknown" }, { code: "internal_error" }]);
});
