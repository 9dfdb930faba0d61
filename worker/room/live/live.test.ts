import { abortAllDurableObjects, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";

import { aPerson, anAuction, listen, newId, insertSession } from "../../testing/builders.ts";
import { parsePage } from "../../testing/parse-page.ts";
import { AuctionRoom } from "../auction-room.ts";

describe("live sockets", () => {
  it("a watcher gets a snapshot first and then each event in order", async () => {
    const { id, room } = await anAuction();
    const ann = aPerson();
    const watcher = await listen(id);
    expect(await watcher.next()).toMatchObject({ type: "snapshot", seq: 1, bids: [] });
    await room.placeBid({ actor: ann, amountMinor: 10_000 });
    expect(await watcher.next()).toMatchObject({
      type: "events",
      from: 2,
      to: 2,
      omitted: 0,
      auction: { currentBid: 100, minNextBid: 101 },
      events: [{ seq: 2, type: "newBid", bidAmount: 100, userId: ann.id, bidderEmail: "a•••@e•••.com" }],
    });
  });

  it("a bid over a socket uses the socket's session and is answered before the event", async () => {
    const { id } = await anAuction();
    const ann = aPerson();
    const bidder = await listen(id, ann);
    await bidder.next();
    bidder.socket.send(
      JSON.stringify({ type: "newBid", requestId: "r1", productId: id, bidAmount: 100, userId: "someone-else" }),
    );
    const ack = await bidder.next();
    expect(ack).toMatchObject({ type: "ack", requestId: "r1", success: true, message: "Bid Placed", seq: 2 });
    const journal = await env.AUCTION_ROOM.getByName(id).journal();
    expect(ack).toMatchObject({ hash: journal.ok && journal.value.records[1]?.hash });
    expect(await bidder.next()).toMatchObject({ type: "events", events: [{ userId: ann.id }] });
  });

  it("a bid refused over a socket doesn't reach other watchers", async () => {
    const { id } = await anAuction();
    const watcher = await listen(id);
    const bidder = await listen(id, aPerson());
    await watcher.next();
    await bidder.next();
    const bid = { type: "newBid", requestId: "r", productId: id, bidAmount: 100 };
    watcher.socket.send(JSON.stringify(bid));
    expect(await watcher.next()).toMatchObject({ type: "ack", success: false, code: "not_signed_in" });
    bidder.socket.send(JSON.stringify({ ...bid, productId: newId() }));
    expect(await bidder.next()).toMatchObject({ type: "ack", success: false, code: "wrong_auction" });
    bidder.socket.send(JSON.stringify({ ...bid, bidAmount: 99 }));
    expect(await bidder.next()).toMatchObject({ type: "ack", code: "bid_too_low", details: { minimum: 100 } });
    bidder.socket.send("{");
    expect(await bidder.next()).toMatchObject({ type: "ack", code: "malformed_request" });
    expect(watcher.frames.map((frame) => frame.type)).toEqual(["snapshot", "ack"]);
  });

  it("watchers see a removal even if the room is emptied before the next flush", async () => {
    // Fake timers are shared by all rooms and would run in this one, so no other room may have any.
    await abortAllDurableObjects();
    const { id, room, seller } = await anAuction();
    const watcher = await listen(id);
    await watcher.next();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      expect(await room.deleteListing({ actor: seller })).toMatchObject({ ok: true });
      const isEmpty = () => runInDurableObject(room, (_room, state) => state.storage.kv.get("schema") === undefined);
      while (!(await isEmpty()));
      await runInDurableObject(room, async () => {
        // Long enough for a flush, and too short for another room to retry a call here.
        await vi.advanceTimersByTimeAsync(500);
      });
    } finally {
      vi.useRealTimers();
    }
    expect(await watcher.next()).toMatchObject({ type: "events", events: [{ seq: 2, type: "removed" }] });
  });

  it("a client that reconnects gets exactly the events that it missed", async () => {
    const { id, room } = await anAuction();
    for (const amountMinor of [10_000, 10_100, 10_200]) await room.placeBid({ actor: aPerson(), amountMinor });
    const reconnected = await listen(id, null, 2);
    const frame = await reconnected.next();
    expect(frame).toMatchObject({ type: "events", from: 3, to: 4, events: [{ seq: 3 }, { seq: 4 }] });
    const upToDate = await listen(id, null, 4);
    expect(await upToDate.next()).toMatchObject({ type: "events", from: 5, to: 4, events: [] });
  });

  it("a live socket stays open when its room is evicted", async () => {
    const { id, room } = await anAuction();
    await room.placeBid({ actor: aPerson(), amountMinor: 10_000 });
    const watcher = await listen(id);
    await watcher.next();
    await evictDurableObject(room);
    await room.placeBid({ actor: aPerson(), amountMinor: 10_100 });
    expect(await watcher.next()).toMatchObject({ type: "events", from: 3, to: 3, events: [{ bidAmount: 101 }] });
    expect(parsePage(await room.page())).toMatchObject({ bidCount: 2, watching: 1, seq: 3 });
  });

  it("all watchers get the same events without a gap during many bids", async () => {
    const { id, room } = await anAuction();
    const bidders = [aPerson("Ann"), aPerson("Bob"), aPerson("Cem")];
    const early = await listen(id);
    const bids = Array.from({ length: 200 }, (_, index) =>
      room.placeBid({ actor: bidders[index % 3] ?? aPerson(), amountMinor: 10_000 + index * 100 }),
    );
    const late = await listen(id);
    await Promise.all(bids);
    for (const { frames } of [early, late]) {
      await vi.waitFor(() => {
        expect(lastSeqIn(frames)).toBe(201);
      });
      let expected: number | null = null;
      for (const frame of frames) {
        if (frame.type === "snapshot") expected = frame.seq + 1;
        if (frame.type !== "events") continue;
        expect(frame.from).toBe(expected);
        expect(frame.events.length + frame.omitted).toBe(frame.to - frame.from + 1);
        expect(frame.events.filter((event) => event.type === "newBid").length).toBeLessThanOrEqual(50);
        expected = frame.to + 1;
      }
    }
  });

  it("a socket may send ten frames in ten seconds, even malformed ones", async () => {
    const { id, room } = await anAuction();
    const people = [aPerson(), aPerson()] as const;
    const [annSession, otherSession] = [await insertSession(people[0]), await insertSession(people[1])];
    const ann = await listen(id, people[0], undefined, { sessionId: annSession });
    const other = await listen(id, people[1], undefined, { sessionId: otherSession });
    await Promise.all([ann.next(), other.next()]);
    // LIMIT_SCALE multiplies the limit in tests, so this one room has its own scale, and a clock that the test moves.
    await runInDurableObject(room, async (_room, state) => {
      let now = Date.now();
      const strictRoom = new AuctionRoom(state, { ...env, LIMIT_SCALE: "1" }, () => now);
      const [annSocket] = state.getWebSockets(`session:${annSession}`);
      const [otherSocket] = state.getWebSockets(`session:${otherSession}`);
      if (!annSocket || !otherSocket) throw new Error("the room does not have the sockets");
      for (let sent = 0; sent < 10; sent += 1) {
        await strictRoom.webSocketMessage(annSocket, "{");
        now += 100;
      }
      await strictRoom.webSocketMessage(annSocket, "{");
      await strictRoom.webSocketMessage(otherSocket, "{");
      now += 8_999;
      const bid = { type: "newBid", requestId: "r1", productId: newId(), bidAmount: 100 };
      await strictRoom.webSocketMessage(annSocket, JSON.stringify(bid));
      now += 1;
      await strictRoom.webSocketMessage(annSocket, JSON.stringify({ ...bid, requestId: "r2" }));
    });
    const refusedAck = { type: "ack", success: false, code: "too_many_requests" };
    for (let sent = 0; sent < 10; sent += 1) expect(await ann.next()).toMatchObject({ code: "malformed_request" });
    expect(await ann.next()).toMatchObject({
      ...refusedAck,
      retryAfter: 9,
      message: "Too many requests. Try again in 9 seconds.",
    });
    expect(await other.next()).toMatchObject({ code: "malformed_request" });
    expect(await ann.next()).toMatchObject({ ...refusedAck, requestId: "r1", retryAfter: 1 });
    expect(await ann.next()).toMatchObject({ requestId: "r2", code: "wrong_auction" });
  });

  it("a socket is closed if it sends a message that is too long or binary", async () => {
    const { id } = await anAuction();
    for (const [message, code] of [
      ["x".repeat(5_000), 1009],
      [new ArrayBuffer(4), 1003],
    ] as const) {
      const { socket } = await listen(id);
      const closed = new Promise<number>((resolve) => {
        socket.addEventListener("close", (event) => resolve(event.code));
      });
      socket.send(message);
      expect(await closed).toBe(code);
    }
  });
});

function lastSeqIn(frames: readonly { type: string; to?: number; seq?: number }[]): number {
  return Math.max(0, ...frames.map((frame) => frame.to ?? frame.seq ?? 0));
}
