// @vitest-environment node

import { expect, it, onTestFinished, vi } from "vitest";
import type { WebSocket as ServerSocket } from "ws";

import { CLOSE_TRY_LATER, tryLaterReason } from "../../worker/contract/close-codes.ts";
import { clientFrame, type ServerFrame } from "../../worker/contract/live.ts";
import { ACCEPTED, bid, eventsFrame, newBidEvent, standing, view } from "../testing/auctions.ts";
import { serveSockets, stubPage, textOf } from "../testing/socket-server.ts";
import { LiveAuctionSocket } from "./live-auction-socket.ts";

const emptyView = () => view([], 4);
const bidAt = (seq: number, amount: number) => bid(`bid${seq}`, amount, "sue");
const events = (seq: number, amount: number): ServerFrame => ({
  ...eventsFrame([newBidEvent(seq, bidAt(seq, amount))], standing(amount, 1)),
  serverTime: Date.now(),
});

/** The product's socket, connected to a real socket server that the test controls. */
async function connectSocket(onSocket: (socket: ServerSocket, after: string | null, person: string | null) => void) {
  const page = stubPage();
  const { host } = await serveSockets((socket, { pathname, searchParams }) => {
    expect(pathname).toBe("/api/v1/auction/lot/live");
    onSocket(socket, searchParams.get("after"), searchParams.get("person"));
  });
  const cache = { view: emptyView(), refetch: vi.fn<() => void>() };
  const auctionSocket = new LiveAuctionSocket(
    "lot",
    { read: () => cache.view, write: (changed) => (cache.view = changed), refetch: cache.refetch },
    `http://${host}`,
  );
  onTestFinished(() => auctionSocket.close());
  auctionSocket.connect();
  return { auctionSocket, cache, goOnline: () => page.dispatchEvent(new Event("online")) };
}

it("a socket requests the events that the view lacks and writes them to the cache", async () => {
  const afterParams: (string | null)[] = [];
  const { auctionSocket, cache } = await connectSocket((socket, after) => {
    afterParams.push(after);
    socket.send(JSON.stringify(events(5, 110)));
  });
  await vi.waitFor(() => expect(cache.view.auction.currentBid).toBe(110));
  expect(afterParams).toEqual(["4"]);
  expect(auctionSocket.connection().phase).toBe("live");
});

it("a socket identifies the signed-in user, if any, each time it connects", async () => {
  const people: (string | null)[] = [];
  const { auctionSocket } = await connectSocket((socket, _, person) => {
    people.push(person);
    if (people.length === 2) socket.terminate();
  });
  await vi.waitFor(() => expect(people).toEqual([null]));
  auctionSocket.connect("ada");
  await vi.waitFor(() => expect(people).toEqual([null, "ada", "ada"]));
});

it("a dropped socket reconnects by itself and requests only the events it missed", async () => {
  const afterParams: (string | null)[] = [];
  const { cache } = await connectSocket((socket, after) => {
    afterParams.push(after);
    socket.send(JSON.stringify(events(afterParams.length === 1 ? 5 : 6, 100 + afterParams.length)), () => {
      if (afterParams.length === 1) socket.terminate();
    });
  });
  await vi.waitFor(() => expect(cache.view.seq).toBe(6));
  expect(afterParams).toEqual(["4", "5"]);
});

it("a socket that finds a gap requests the events after the last one it has", async () => {
  const afterParams: (string | null)[] = [];
  const { cache } = await connectSocket((socket, after) => {
    afterParams.push(after);
    socket.send(JSON.stringify(afterParams.length === 1 ? events(7, 130) : events(5, 110)));
  });
  await vi.waitFor(() => expect(cache.view.seq).toBe(5));
  expect(afterParams).toEqual(["4", "4"]);
});

it("a socket ignores frames that don't match the contract", async () => {
  const { cache } = await connectSocket((socket) => {
    socket.send("{");
    socket.send(JSON.stringify({ type: "fireworks" }));
    socket.send(JSON.stringify(events(5, 110)));
  });
  await vi.waitFor(() => expect(cache.view.seq).toBe(5));
});

/** Acknowledges each bid, and notes the IDs of the requests. */
function acknowledgeBids(socket: ServerSocket, received: string[] = []) {
  socket.on("message", (data) => {
    if (textOf(data) === "ping") return;
    const { requestId, bidAmount } = clientFrame.parse(JSON.parse(textOf(data)));
    received.push(requestId);
    const placed = { newBid: bidAt(5, bidAmount ?? 0), auction: standing(120, 1), ...ACCEPTED };
    socket.send(JSON.stringify({ type: "ack", requestId, success: true, message: "Bid Placed", ...placed }));
  });
}

it("a bid sent twice at the same time is one request with one acknowledgment", async () => {
  const received: string[] = [];
  const { auctionSocket } = await connectSocket((socket) => acknowledgeBids(socket, received));
  await vi.waitFor(() => expect(auctionSocket.connection().phase).toBe("live"));
  const offer = { bidAmount: 120 };
  const acks = await Promise.all([
    auctionSocket.placeBid("request-1", offer),
    auctionSocket.placeBid("request-1", offer),
  ]);
  const ack = { success: true, newBid: { amount: 120 } };
  expect(acks).toMatchObject([ack, ack]);
  expect(received).toEqual(["request-1"]);
});

it("a bid has no answer when the socket drops before the acknowledgment", async () => {
  const { auctionSocket } = await connectSocket((socket) =>
    socket.on("message", (data) => textOf(data) !== "ping" && socket.terminate()),
  );
  await vi.waitFor(() => expect(auctionSocket.connection().phase).toBe("live"));
  expect(await auctionSocket.placeBid("request-1", { bidAmount: 120 })).toBeNull();
});

it("the socket doesn't queue a bid for a later connection", async () => {
  const received: string[] = [];
  const { auctionSocket, goOnline } = await connectSocket((socket) =>
    socket.on("message", (data) => received.push(textOf(data))),
  );
  expect(await auctionSocket.placeBid("request-1", { bidAmount: 120 })).toBeNull();
  await vi.waitFor(() => expect(auctionSocket.connection().phase).toBe("live"));
  goOnline();
  await vi.waitFor(() => expect(received).toEqual(["ping", "ping"]));
});

it("the page refetches the bids when a frame omits some", async () => {
  const { cache } = await connectSocket((socket) => {
    const burst = { ...events(60, 200), from: 5, omitted: 55 };
    socket.send(JSON.stringify(burst));
  });
  await vi.waitFor(() => expect(cache.refetch).toHaveBeenCalledOnce());
  expect(cache.view).toMatchObject({ seq: 60, auction: { currentBid: 200 } });
});

it("a refused socket waits as long as the server says, then reconnects", async () => {
  const phases: string[] = [];
  let tries = 0;
  const { auctionSocket, goOnline } = await connectSocket((socket) => {
    tries += 1;
    if (tries === 1) socket.close(CLOSE_TRY_LATER, tryLaterReason(1));
  });
  auctionSocket.subscribe(() => phases.push(auctionSocket.connection().phase));
  await vi.waitFor(() => expect(auctionSocket.connection()).toEqual({ phase: "refused", failures: 0, waitMs: 1_000 }));
  // The network is back, but the server's wait isn't over yet.
  goOnline();
  expect(tries).toBe(1);
  await vi.waitFor(() => expect(auctionSocket.connection().phase).toBe("live"));
  expect(phases).toEqual(["refused", "live"]);
  expect(tries).toBe(2);
});

it("the page immediately replaces a socket that gets no pong", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  let tries = 0;
  const pingListeners: (() => void)[] = [];
  const { auctionSocket } = await connectSocket((socket) => {
    tries += 1;
    if (tries > 1) return;
    socket.send(JSON.stringify({ type: "presence", watching: 1 }));
    socket.on("message", () => {
      socket.removeAllListeners("message");
      for (const onPing of pingListeners.splice(0)) onPing();
    });
  });
  const pinged = new Promise<void>((resolve) => pingListeners.push(resolve));
  // The library connects in a later turn of the event loop.
  vi.advanceTimersByTime(1);
  await pinged;
  expect(auctionSocket.connection().phase).toBe("live");
  vi.advanceTimersByTime(25_000 + 8_000);
  vi.advanceTimersByTime(1);
  await vi.waitFor(() => {
    vi.advanceTimersByTime(1);
    expect(tries).toBe(2);
  });
});
