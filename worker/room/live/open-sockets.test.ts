/** How many sockets may be open, and that sockets whose clients are gone don't count. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";

import type { ServerFrame } from "../../contract/live.ts";
import { type Actor, relayName, type Viewer } from "../../rpc/room-rpc.ts";
import { aPerson, anAuction, DAY_MS, newId } from "../../testing/builders.ts";
import { parsePage } from "../../testing/parse-page.ts";
import { AuctionRoom } from "../auction-room.ts";
import { AudienceRelay } from "./relay.ts";

const SECOND_MS = 1_000;

afterEach(() => vi.useRealTimers());

type SocketCaller = { readonly network?: string; readonly person?: Actor };

function upgradeBy({ network = "203.0.113.7", person }: SocketCaller): Request {
  const headers = new Headers({ upgrade: "websocket", "x-lotline-network": network });
  if (person) {
    const now = Date.now();
    const viewer: Viewer = { actor: person, sessionId: newId(), expiresAt: now + DAY_MS, checkedAt: now };
    headers.set("x-lotline-viewer", encodeURIComponent(JSON.stringify(viewer)));
  }
  return new Request("http://room/", { headers });
}

/** Runs `work` with a room that has production limits. `open` opens a socket, which is closed at the end. */
async function withStrictRoom(
  work: (room: AuctionRoom, open: (caller: SocketCaller) => Promise<number>) => Promise<void>,
) {
  const { room } = await anAuction();
  await runInDurableObject(room, async (_room, state) => {
    const strictRoom = new AuctionRoom(state, { ...env, LIMIT_SCALE: "1", RELAY_AFTER: "5000" });
    const clients: WebSocket[] = [];
    await work(strictRoom, async (caller) => {
      const { status, webSocket } = await strictRoom.fetch(upgradeBy(caller));
      if (webSocket) clients.push(webSocket);
      return status;
    });
    for (const client of clients) {
      client.accept();
      client.close(1000);
    }
  });
}

async function connect(room: Pick<AuctionRoom, "fetch">, caller: SocketCaller = {}) {
  const { webSocket, status } = await room.fetch(upgradeBy(caller));
  if (!webSocket) throw new Error(`no socket: ${status}`);
  const frames: ServerFrame[] = [];
  const closeCodes: number[] = [];
  webSocket.addEventListener("message", ({ data }) => {
    if (data !== "pong") frames.push(JSON.parse(String(data)));
  });
  webSocket.addEventListener("close", ({ code }) => {
    closeCodes.push(code);
  });
  webSocket.accept();
  return { webSocket, frames, closeCodes };
}

async function watcherCountOf(room: AuctionRoom): Promise<number> {
  return parsePage(await room.page()).watching;
}

/** Sends a ping, and waits until the platform has answered it. */
async function ping(socket: WebSocket): Promise<void> {
  const answered = new Promise<void>((resolve) => {
    socket.addEventListener("message", ({ data }) => {
      if (data === "pong") resolve();
    });
  });
  socket.send("ping");
  await answered;
}

describe("open sockets", () => {
  it("signed-in people's sockets are counted per person, not per network", async () => {
    await withStrictRoom(async (_room, open) => {
      for (let customer = 0; customer < 200; customer += 1) {
        expect(await open({ person: aPerson() })).toBe(101);
      }
      const ann = aPerson("Ann");
      for (let tab = 0; tab < 20; tab += 1) expect(await open({ person: ann })).toBe(101);
      expect(await open({ person: ann })).toBe(429);
      expect(await open({ person: ann, network: "198.51.100.1" })).toBe(429);
      expect(await open({ person: aPerson() })).toBe(101);
      expect(await open({})).toBe(101);
    });
  });

  it("a relay limits one person's sockets like a room does", async () => {
    const { id } = await anAuction();
    const name = relayName(id, 1);
    await runInDurableObject(env.AUDIENCE_RELAY.getByName(name), async (_relay, state) => {
      const relay = new AudienceRelay(state, { ...env, LIMIT_SCALE: "1" });
      const upgrade = upgradeBy({ person: aPerson() });
      upgrade.headers.set("x-lotline-relay", name);
      const responses = await Promise.all(Array.from({ length: 25 }, () => relay.fetch(new Request(upgrade))));
      const statuses = responses.map(({ status }) => status);
      expect(statuses.filter((status) => status === 101)).toHaveLength(20);
      expect(statuses.filter((status) => status === 429)).toHaveLength(5);
      for (const { webSocket } of responses) {
        webSocket?.accept();
        webSocket?.close(1000);
      }
    });
  });

  it("visitors' sockets are counted per network", async () => {
    await withStrictRoom(async (_room, open) => {
      for (let visitor = 0; visitor < 500; visitor += 1) expect(await open({})).toBe(101);
      expect(await open({})).toBe(429);
      expect(await open({ network: "203.0.113.8" })).toBe(101);
      expect(await open({ person: aPerson() })).toBe(101);
      const household = "2001:db8:0:1";
      for (let visitor = 0; visitor < 50; visitor += 1) expect(await open({ network: household })).toBe(101);
      expect(await open({ network: household })).toBe(429);
    });
  });
});

describe("sockets whose clients are gone", () => {
  it("sockets whose clients are gone are closed, and sockets that send pings stay", async () => {
    await withStrictRoom(async (room) => {
      // The platform records each ping in real time, so the sockets are opened in the past.
      const startedAt = Date.now() - 80 * SECOND_MS;
      vi.useFakeTimers({ toFake: ["Date"], now: startedAt });
      const [goneWatcher, liveWatcher] = [await connect(room), await connect(room)];
      expect(await watcherCountOf(room)).toBe(2);
      await ping(liveWatcher.webSocket);
      vi.setSystemTime(startedAt + 90 * SECOND_MS);
      expect(await watcherCountOf(room)).toBe(2);
      vi.setSystemTime(startedAt + 121 * SECOND_MS);
      expect(await watcherCountOf(room)).toBe(1);
      await vi.waitFor(() => expect(goneWatcher.closeCodes).toEqual([1001]));
      expect(liveWatcher.closeCodes).toEqual([]);
      vi.useRealTimers();
      await room.placeBid({ actor: aPerson(), amountMinor: 10_000 });
      await vi.waitFor(() =>
        expect(liveWatcher.frames).toContainEqual(expect.objectContaining({ type: "events", to: 2 })),
      );
    });
  });

  it("sockets whose clients are gone don't count toward a person's limit", async () => {
    await withStrictRoom(async (room, open) => {
      const startedAt = Date.now() - 80 * SECOND_MS;
      vi.useFakeTimers({ toFake: ["Date"], now: startedAt });
      const person = aPerson();
      const sockets = [];
      for (let tab = 0; tab < 20; tab += 1) sockets.push(await connect(room, { person }));
      const [first] = sockets;
      if (first) await ping(first.webSocket);
      expect(await open({ person })).toBe(429);
      vi.setSystemTime(startedAt + 91 * SECOND_MS);
      for (let tab = 0; tab < 19; tab += 1) expect(await open({ person })).toBe(101);
      expect(await open({ person })).toBe(429);
      expect(first?.closeCodes).toEqual([]);
    });
  });

  it("a relay's count for the room leaves out sockets whose clients are gone", async () => {
    const { id, room } = await anAuction();
    const relay = env.AUDIENCE_RELAY.getByName(relayName(id, 1));
    await runInDurableObject(relay, async (instance) => {
      const startedAt = Date.now() - 80 * SECOND_MS;
      vi.useFakeTimers({ toFake: ["Date"], now: startedAt });
      const headers = new Headers(upgradeBy({}).headers);
      headers.set("x-lotline-relay", relayName(id, 1));
      const join = async () => {
        const { webSocket } = await instance.fetch(new Request("http://relay/", { headers }));
        webSocket?.accept();
        return webSocket;
      };
      const [, liveSocket] = [await join(), await join()];
      if (!liveSocket) throw new Error("no socket");
      await ping(liveSocket);
      const emptyFrame = { from: 1, to: 0, text: "" };
      expect((await instance.sendFrame(emptyFrame)).watching).toBe(2);
      vi.setSystemTime(startedAt + 121 * SECOND_MS);
      expect((await instance.sendFrame(emptyFrame)).watching).toBe(1);
    });
    vi.useRealTimers();
    await room.reconcile();
  });
});
