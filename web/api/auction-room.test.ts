// @vitest-environment node
import { once } from "node:events";

import { afterEach, expect, it, vi } from "vitest";
import { type RawData, type WebSocket as ServerSocket, WebSocketServer } from "ws";

import { clientFrame, type ServerFrame } from "../../worker/contract/live.ts";
import { AuctionRoom } from "./auction-room.ts";
import { viewOf } from "./auction-view.ts";

const seller = { _id: "sue", firstName: "Sue", lastName: "Test", image: null };
const standing = (currentBid: number, bidCount: number) => ({
  currentBid,
  minNextBid: currentBid + 1,
  bidCount,
  auctionEndTime: "2026-11-21T13:00:00.000Z",
  status: "Live" as const,
  extensions: 0,
});
const lot = {
  _id: "lot",
  title: "Clock",
  description: "Ticks",
  images: null,
  startingPrice: 100,
  currency: "USD",
  scheduledEndTime: "2026-11-21T13:00:00.000Z",
  createdAt: "2026-11-20T13:00:00.000Z",
  category: null,
  seller,
  winner: null,
};
const emptyView = () => viewOf({ ...lot, ...standing(100, 0), bids: [], seq: 4, serverTime: Date.now(), watching: 1 });
const bidEvent = (seq: number, amount: number) => ({
  seq,
  type: "newBid" as const,
  productId: "lot",
  bidAmount: amount,
  bid: { _id: `bid${seq}`, amount, bidder: seller, createdAt: "2026-11-21T12:00:00.000Z", auto: false, edited: false },
  user: "Sue",
  userId: "sue",
  bidderEmail: "s•••@e•••.com",
  auto: false,
});
const events = (seq: number, amount: number): ServerFrame => ({
  type: "events",
  from: seq,
  to: seq,
  serverTime: Date.now(),
  omitted: 0,
  auction: standing(amount, 1),
  events: [bidEvent(seq, amount)],
});

const textOf = (data: RawData) =>
  Buffer.from(Array.isArray(data) ? Buffer.concat(data) : new Uint8Array(data)).toString();

const open: (() => void)[] = [];
afterEach(() => {
  for (const end of open.splice(0)) end();
});

/** A room in the browser and, as its other side, a real socket server that does what the test says. */
async function connected(onSocket: (socket: ServerSocket, after: string | null) => void) {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  server.on("connection", (socket, request) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "ws://x");
    expect(pathname).toBe("/api/v1/auction/lot/live");
    onSocket(socket, searchParams.get("after"));
  });
  await once(server, "listening");
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("the server has no port");
  const cache = { view: emptyView(), refetch: vi.fn<() => void>() };
  const room = new AuctionRoom(
    "lot",
    { read: () => cache.view, write: (view) => (cache.view = view), refetch: cache.refetch },
    `http://127.0.0.1:${address.port}`,
  );
  open.push(() => {
    room.close();
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  room.connect();
  return { room, cache };
}

it("asks for what comes after the view and writes it into the cache", async () => {
  const asked: (string | null)[] = [];
  const { room, cache } = await connected((socket, after) => {
    asked.push(after);
    socket.send(JSON.stringify(events(5, 110)));
  });
  await vi.waitFor(() => expect(cache.view.auction.currentBid).toBe(110));
  expect(asked).toEqual(["4"]);
  expect(room.connection().phase).toBe("live");
});

it("comes back by itself after a fall and asks only for what it missed", async () => {
  const asked: (string | null)[] = [];
  const { cache } = await connected((socket, after) => {
    asked.push(after);
    socket.send(JSON.stringify(events(asked.length === 1 ? 5 : 6, 100 + asked.length)), () => {
      if (asked.length === 1) socket.terminate();
    });
  });
  await vi.waitFor(() => expect(cache.view.seq).toBe(6), { timeout: 4_000 });
  expect(asked).toEqual(["4", "5"]);
});

it("notices a gap in the numbers and asks again from the last fact it has", async () => {
  const asked: (string | null)[] = [];
  const { cache } = await connected((socket, after) => {
    asked.push(after);
    socket.send(JSON.stringify(asked.length === 1 ? events(7, 130) : events(5, 110)));
  });
  await vi.waitFor(() => expect(cache.view.seq).toBe(5), { timeout: 4_000 });
  expect(asked).toEqual(["4", "4"]);
});

it("passes over what is no frame of the contract", async () => {
  const { cache } = await connected((socket) => {
    socket.send("{");
    socket.send(JSON.stringify({ type: "fireworks" }));
    socket.send(JSON.stringify(events(5, 110)));
  });
  await vi.waitFor(() => expect(cache.view.seq).toBe(5));
});

it("hands the room's word on an own bid to who placed it", async () => {
  const { room } = await connected((socket) => {
    socket.on("message", (data) => {
      const { requestId, bidAmount } = clientFrame.parse(JSON.parse(textOf(data)));
      const newBid = bidEvent(5, bidAmount).bid;
      const ack = { type: "ack", requestId, success: true, message: "Bid Placed", newBid, auction: standing(120, 1) };
      socket.send(JSON.stringify(ack));
    });
  });
  await vi.waitFor(() => expect(room.connection().phase).toBe("live"));
  expect(await room.placeBid("request-1", 120)).toMatchObject({ success: true, newBid: { amount: 120 } });
});

it("says that there is no word when the socket falls while a bid is in flight", async () => {
  const { room } = await connected((socket) => socket.on("message", () => socket.terminate()));
  await vi.waitFor(() => expect(room.connection().phase).toBe("live"));
  expect(await room.placeBid("request-1", 120)).toBeNull();
});

it("does not keep a bid for a later connection", async () => {
  const heard: string[] = [];
  const { room } = await connected((socket) => socket.on("message", (data) => heard.push(textOf(data))));
  expect(await room.placeBid("request-1", 120)).toBeNull();
  await vi.waitFor(() => expect(room.connection().phase).toBe("live"));
  room.wake();
  await vi.waitFor(() => expect(heard).toEqual(["ping"]));
});

it("fetches the list again when bids were omitted", async () => {
  const { cache } = await connected((socket) => {
    const flood = { ...events(60, 200), from: 5, omitted: 55 };
    socket.send(JSON.stringify(flood));
  });
  await vi.waitFor(() => expect(cache.refetch).toHaveBeenCalledOnce(), { timeout: 4_000 });
  expect(cache.view).toMatchObject({ seq: 60, auction: { currentBid: 200 } });
});
