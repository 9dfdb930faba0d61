import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";

import { FRESH_TOKEN_MS } from "../../accounts/sessions.ts";
import { type ServerFrame, serverFrame } from "../../contract/live.ts";
import { relayName } from "../../rpc/room-rpc.ts";
import { objectSettings } from "../../settings/settings.ts";
import { aPerson, newId } from "../../testing/builders.ts";
import { request, someoneSignedIn } from "../../testing/http.ts";
import { aListing, detailsOf } from "../../testing/selling.ts";

const SLOW_WAIT = { timeout: 45_000, interval: 50 };
const RELAY_AFTER = objectSettings(env).relayAfter;

/** A watcher, with every fault in the frames that it received. */
class SocketWatcher {
  socket: WebSocket | null = null;
  /** The last fact that it has received. */
  seq = 0;
  watching = 0;
  lost = false;
  readonly acks: Extract<ServerFrame, { type: "ack" }>[] = [];
  readonly faults: string[] = [];

  async join(auctionId: string, cookie?: string): Promise<this> {
    const after = this.seq === 0 ? "" : `?after=${this.seq}`;
    const response = await request(`/auction/${auctionId}/live${after}`, {
      cookie,
      headers: { upgrade: "websocket", "cf-connecting-ip": "192.0.2.1" },
    });
    const { webSocket } = response;
    if (!webSocket) throw new Error(`no socket: ${response.status}`);
    this.lost = false;
    this.socket = webSocket;
    webSocket.addEventListener("message", ({ data }) => this.#receive(serverFrame.parse(JSON.parse(String(data)))));
    webSocket.addEventListener("close", () => {
      this.lost = true;
    });
    webSocket.accept();
    return this;
  }

  bid(productId: string, bidAmount: number): void {
    this.socket?.send(JSON.stringify({ type: "newBid", requestId: newId(), productId, bidAmount }));
  }

  #receive(frame: ServerFrame): void {
    if (frame.type === "presence") this.watching = frame.watching;
    if (frame.type === "ack") this.acks.push(frame);
    if (frame.type === "snapshot") this.seq = frame.seq;
    if (frame.type !== "events") return;
    const count = frame.events.length + frame.omitted;
    if (frame.from !== this.seq + 1) this.faults.push(`after ${this.seq} came ${frame.from}`);
    if (count !== frame.to - frame.from + 1) this.faults.push(`${count} facts from ${frame.from} to ${frame.to}`);
    this.seq = frame.to;
  }
}

async function someWatchers(auctionId: string, count: number): Promise<SocketWatcher[]> {
  const watchers: SocketWatcher[] = [];
  for (let index = 0; index < count; index += 1) watchers.push(await new SocketWatcher().join(auctionId));
  return watchers;
}

function relay(auctionId: string, number: number) {
  return env.AUDIENCE_RELAY.getByName(relayName(auctionId, number));
}

function countSockets(auctionId: string, number: number): Promise<number> {
  return runInDurableObject(relay(auctionId, number), (_relay, state) => state.getWebSockets().length);
}

async function crash(stub: DurableObjectStub): Promise<void> {
  const aborted = runInDurableObject(stub, (_object, state) => state.abort("a crash"));
  await expect(aborted).rejects.toThrow("a crash");
}

/**
 * Few, because a room that has notices for hundreds of inboxes is busy for seconds, and it is not evicted before it is
 * done.
 */
const BIDDERS = Array.from({ length: 4 }, () => aPerson());

/** Bids that arrive at the same time. */
async function placeBids(auctionId: string, from: number, count: number): Promise<number> {
  const room = env.AUCTION_ROOM.getByName(auctionId);
  await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const actor = BIDDERS[index % BIDDERS.length] ?? aPerson();
      return room.placeBid({ actor, amountMinor: (from + index) * 100 });
    }),
  );
  const { seq } = await detailsOf(auctionId);
  return seq;
}

async function expectEveryoneAt(watchers: readonly SocketWatcher[], seq: number): Promise<void> {
  await vi.waitFor(() => expect(watchers.filter((watcher) => watcher.seq !== seq)).toHaveLength(0), SLOW_WAIT);
  expect(watchers.flatMap((watcher) => watcher.faults)).toEqual([]);
}

/** Does nothing if the object is already gone. On a slow machine, it may have hibernated by itself. */
async function evict(stub: DurableObjectStub): Promise<void> {
  try {
    await evictDurableObject(stub);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes("not currently running"))) throw error;
  }
}

it(
  "three relays send every event once, in order, through crashes under load",
  {
    timeout: 180_000,
  },
  async () => {
    const { id } = await aListing();
    const watchers = await someWatchers(id, 4 * RELAY_AFTER - 1);
    // A relay that counts late may exceed its limit by one watcher.
    const relaySocketCounts = [await countSockets(id, 1), await countSockets(id, 2), await countSockets(id, 3)];
    expect(Math.min(...relaySocketCounts)).toBeGreaterThan(0);
    expect(relaySocketCounts.reduce((sum, count) => sum + count, 0)).toBe(3 * RELAY_AFTER - 1);
    await expectEveryoneAt(watchers, await placeBids(id, 100, 120));

    // A watcher connects while many bids arrive.
    const burst = placeBids(id, 300, 200);
    watchers.push(await new SocketWatcher().join(id));
    await expectEveryoneAt(watchers, await burst);

    await evict(relay(id, 1));
    await evict(relay(id, 2));
    await expectEveryoneAt(watchers, await placeBids(id, 600, 3));
    await evict(env.AUCTION_ROOM.getByName(id));
    await evict(relay(id, 3));
    await expectEveryoneAt(watchers, await placeBids(id, 700, 70));

    // A relay that crashes loses its sockets. Its watchers reconnect and send the number of their last fact.
    const cutOffCount = await countSockets(id, 2);
    await crash(relay(id, 2));
    const bidsDuringCrash = placeBids(id, 800, 5);
    await vi.waitFor(() => expect(watchers.filter(({ lost }) => lost)).toHaveLength(cutOffCount), SLOW_WAIT);
    for (const watcher of watchers.filter(({ lost }) => lost)) await watcher.join(id);
    await bidsDuringCrash;
    await expectEveryoneAt(watchers, await placeBids(id, 900, 5));

    // A room that crashes before it has sent facts to the relays sends them when it wakes.
    const seq = await placeBids(id, 1_000, 5);
    await crash(env.AUCTION_ROOM.getByName(id));
    // Its own watchers detect that only when their sockets report it.
    await vi.waitFor(() => expect(watchers.filter(({ lost }) => lost)).toHaveLength(RELAY_AFTER), SLOW_WAIT);
    await env.AUCTION_ROOM.getByName(id).reconcile();
    await expectEveryoneAt(
      watchers.filter(({ lost }) => !lost),
      seq,
    );
  },
);

it("watchers at a relay are counted together with all others", async () => {
  const { id, seller } = await aListing();
  const watchers = await someWatchers(id, RELAY_AFTER + 2);
  const expectEveryoneSees = (count: number) =>
    vi.waitFor(async () => {
      expect(new Set(watchers.map(({ watching }) => watching))).toEqual(new Set([count]));
      expect((await detailsOf(id)).watching).toBe(count);
    }, SLOW_WAIT);
  await expectEveryoneSees(RELAY_AFTER + 2);
  watchers.pop()?.socket?.close();
  await expectEveryoneSees(RELAY_AFTER + 1);
  // The room is emptied. The watchers at the relay are still notified that the auction was removed.
  expect((await request(`/auction/deleteAuction/${id}`, { method: "DELETE", cookie: seller.cookie })).status).toBe(200);
  await expectEveryoneAt(watchers, 2);
});

it("a room processes a bid over a relay's socket while the session is live", async () => {
  const { id } = await aListing();
  const watchers = await someWatchers(id, RELAY_AFTER);
  const { id: bidderId, cookie } = await someoneSignedIn();
  const bidder = await new SocketWatcher().join(id, cookie);
  const visitor = await new SocketWatcher().join(id);
  expect(await countSockets(id, 1)).toBe(2);
  bidder.bid(id, 100);
  visitor.bid(id, 101);
  await vi.waitFor(() => {
    expect(bidder.acks).toMatchObject([{ success: true, newBid: { amount: 100, bidder: { _id: bidderId } } }]);
    expect(visitor.acks).toMatchObject([{ success: false, code: "not_signed_in" }]);
  }, SLOW_WAIT);
  await expectEveryoneAt([...watchers, bidder, visitor], 2);
  const origins = await runInDurableObject(env.AUCTION_ROOM.getByName(id), (_room, { storage: { sql } }) =>
    sql.exec("SELECT person_id FROM bid_origins").toArray(),
  );
  expect(origins).toContainEqual({ person_id: bidderId });
  await evict(relay(id, 1));
  bidder.bid(id, 99);
  await vi.waitFor(() => expect(bidder.acks[1]).toMatchObject({ success: false, code: "bid_too_low" }), SLOW_WAIT);
  expect((await request("/auth/logout", { method: "POST", cookie })).status).toBe(200);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + FRESH_TOKEN_MS });
  bidder.bid(id, 102);
  await vi.waitFor(() => expect(bidder.acks[2]).toMatchObject({ success: false, code: "not_signed_in" }), SLOW_WAIT);
  vi.useRealTimers();
  await expectEveryoneAt([...watchers, bidder, visitor], await placeBids(id, 103, 1));
});
