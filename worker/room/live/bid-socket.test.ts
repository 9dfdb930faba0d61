import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { MAX_STALE_TOKEN_MS, FRESH_TOKEN_MS } from "../../accounts/sessions.ts";
import type { ServerFrame } from "../../contract/live.ts";
import { TimeoutError } from "../../platform/with-timeout.ts";
import type { Actor, Viewer } from "../../rpc/room-rpc.ts";
import { aPerson, DAY_MS, newId } from "../../testing/builders.ts";
import { standIn } from "../../testing/stand-in.ts";
import { BidSocket } from "./bid-socket.ts";
import type { Connections } from "./connections.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => vi.useRealTimers());

it("T21: a person can bid ten times in ten seconds across all sockets", async () => {
  const viewer = aViewer(Date.now());
  const inboxes = { getByName: () => ({ checkBidder: async () => viewer.actor }) };
  const answers: (ServerFrame | "a bid")[] = [];
  for (let index = 0; index < 11; index += 1) {
    const connections = standIn<Connections>({
      recordMessage: () => {},
      viewerOf: () => viewer,
      recordCheck: () => {},
      reply: (_socket: WebSocket, frame: ServerFrame) => answers.push(frame),
    });
    const bidSocket = new BidSocket(connections, inboxes, () => Date.now(), 1);
    const auctionId = newId();
    const frame = { type: "newBid", requestId: newId(), productId: auctionId, bidAmount: 100 };
    const { 0: socket } = new WebSocketPair();
    if (await bidSocket.receive(socket, JSON.stringify(frame), auctionId)) answers.push("a bid");
  }
  expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => "a bid"));
  expect(answers.slice(10)).toMatchObject([{ type: "ack", success: false, code: "too_many_requests" }]);
});

function aViewer(checkedAt: number): Viewer {
  return { actor: aPerson(), sessionId: newId(), expiresAt: Date.now() + DAY_MS, checkedAt };
}

/**
 * The socket of a person whose session was confirmed this long ago, so that the room calls their inbox, which answers
 * with `checkBidder`.
 */
function anOldSocket(checkBidder: () => Promise<Actor | null>, ageMs = FRESH_TOKEN_MS) {
  let viewer: Viewer | null = aViewer(Date.now() - ageMs);
  const answers: ServerFrame[] = [];
  const connections = standIn<Connections>({
    recordMessage: () => {},
    viewerOf: () => viewer,
    recordCheck: (_socket: WebSocket, actor: Actor, checkedAt: number) => {
      viewer = viewer && { ...viewer, actor, checkedAt };
    },
    endSession: () => {
      viewer = null;
    },
    reply: (_socket: WebSocket, frame: ServerFrame) => answers.push(frame),
  });
  const inboxes = { getByName: () => ({ checkBidder }) };
  const bidSocket = new BidSocket(connections, inboxes, () => Date.now(), 1);
  const { 0: socket } = new WebSocketPair();
  const auctionId = newId();
  const receive = () => {
    const frame = { type: "newBid", requestId: newId(), productId: auctionId, bidAmount: 100 };
    return bidSocket.receive(socket, JSON.stringify(frame), auctionId);
  };
  return { bidSocket, receive, answers };
}

it("a socket checks its session with the inbox once a minute", async () => {
  const renamedActor = aPerson("Anna");
  const checkBidder = vi.fn<() => Promise<Actor>>(async () => renamedActor);
  const { receive } = anOldSocket(checkBidder);
  expect((await receive())?.request.actor).toEqual(renamedActor);
  await receive();
  expect(checkBidder).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + FRESH_TOKEN_MS);
  await receive();
  expect(checkBidder).toHaveBeenCalledTimes(2);
});

it("the first bid on each socket checks the session with the inbox", async () => {
  const checkBidder = vi.fn<() => Promise<Actor>>(async () => aPerson());
  const { receive } = anOldSocket(checkBidder, 0);
  await receive();
  await receive();
  expect(checkBidder).toHaveBeenCalledTimes(1);
});

it("T7: a socket refuses a bid sent a minute after its session ended", async () => {
  const { receive, answers } = anOldSocket(async () => null);
  expect(await receive()).toBeNull();
  expect(answers).toMatchObject([{ type: "ack", success: false, code: "not_signed_in" }]);
});

it("sockets accept bids for ten minutes while the inbox is down, then refuse them", async () => {
  const failCheck = () => Promise.reject(new Error("the inbox is restarting"));
  expect(await anOldSocket(failCheck, MAX_STALE_TOKEN_MS - 1).receive()).not.toBeNull();
  const { receive, answers } = anOldSocket(failCheck, MAX_STALE_TOKEN_MS);
  expect(await receive()).toBeNull();
  expect(answers).toMatchObject([{ type: "ack", success: false, code: "busy", retryAfter: 1 }]);
});

it("T21: a bid's waiting time includes the inbox's time to answer", async () => {
  const roomReceivedAt = Date.now();
  const { receive } = anOldSocket(async () => {
    vi.setSystemTime(roomReceivedAt + 3_000);
    return aPerson();
  });
  expect((await receive())?.request).toMatchObject({ workerReceivedAt: roomReceivedAt });
});

it("a bid whose room is lost or doesn't answer in time gets an unknown outcome", async () => {
  const { bidSocket, receive, answers } = anOldSocket(async () => aPerson());
  const lostError = new Error("Network connection lost.");
  for (const error of [new TimeoutError(10_000), lostError, new Error("a mistake")]) {
    const bid = await receive();
    if (!bid) throw new Error("it was refused");
    await bidSocket.acknowledge(bid, Promise.reject(error));
  }
  expect(answers).toMatchObject([{ code: "outcome_unknown" }, { code: "outcome_unknown" }, { code: "internal_error" }]);
});
