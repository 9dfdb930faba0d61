import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";

import { SESSION_MS } from "../../accounts/sessions.ts";
import { type ServerFrame, serverFrame } from "../../contract/live.ts";
import { newId } from "../../testing/builders.ts";
import { expectRefusal, request, someoneSignedIn, aCookieFor } from "../../testing/http.ts";
import { aListing } from "../../testing/selling.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

afterEach(() => vi.useRealTimers());

/** `lifetimeMs` is how long the session lasts from now on, at most. */
async function aSocket({ lifetimeMs }: { readonly lifetimeMs?: number } = {}) {
  const { id } = await aListing();
  const bidder = await someoneSignedIn();
  const cookie =
    lifetimeMs === undefined ? bidder.cookie : await aCookieFor(bidder.id, Date.now() + lifetimeMs - SESSION_MS);
  const response = await request(`/auction/${id}/live`, { cookie, headers: { upgrade: "websocket" } });
  const socket = response.webSocket;
  if (!socket) throw new Error(`the socket was answered ${response.status}`);
  const received: ServerFrame[] = [];
  socket.addEventListener("message", ({ data }) => {
    received.push(serverFrame.parse(JSON.parse(String(data))));
  });
  socket.accept();
  /** Bids and returns the room's answer. */
  const bid = async (bidAmount: number) => {
    const requestId = newId();
    socket.send(JSON.stringify({ type: "newBid", requestId, productId: id, bidAmount }));
    return vi.waitFor(() => {
      const ack = received.find((frame) => frame.type === "ack" && frame.requestId === requestId);
      if (!ack) throw new Error("no answer yet");
      return ack;
    }, 30_000);
  };
  return { id, bidder: { ...bidder, cookie }, bid };
}

async function lastUsedAt(userId: string): Promise<number> {
  const [session] = await env.INBOX.getByName(userId).listSessions();
  return session?.lastSeenAt ?? 0;
}
function useElsewhere(userId: string, at: number) {
  return runInDurableObject(env.INBOX.getByName(userId), (_, { storage }) => {
    storage.sql.exec("UPDATE sessions SET last_seen_at = ?", at);
  });
}

it.each([
  ["was idle for a day", {}, 24 * HOUR_MS],
  ["has expired", { lifetimeMs: 5 * MINUTE_MS }, 5 * MINUTE_MS],
  ["just expired", { lifetimeMs: MINUTE_MS / 2 }, MINUTE_MS / 2],
])("T7: a session that %s can't bid over its open socket", async (_, lifetime, laterMs) => {
  const { bidder, bid } = await aSocket(lifetime);
  expect(await bid(100)).toMatchObject({ success: true });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + laterMs });
  for (const amount of [110, 110]) expect(await bid(amount)).toMatchObject({ success: false, code: "not_signed_in" });
  await expectRefusal("not_signed_in", 401, "/user/profile", { cookie: bidder.cookie });
});

describe("bids over a socket", () => {
  it("a bid over a socket counts as a use of its session", async () => {
    const { bidder, bid } = await aSocket();
    const openedAt = await lastUsedAt(bidder.id);
    for (const [hours, amount] of [
      [20, 100],
      [40, 110],
      [60, 120],
    ] as const) {
      vi.useFakeTimers({ toFake: ["Date"], now: openedAt + hours * HOUR_MS });
      expect(await bid(amount)).toMatchObject({ success: true });
      expect(await lastUsedAt(bidder.id)).toBeGreaterThanOrEqual(openedAt + hours * HOUR_MS);
    }
  });

  it("a bid over a socket is accepted if the session has been used elsewhere", async () => {
    const { bidder, bid } = await aSocket();
    const laterAt = Date.now() + 48 * HOUR_MS;
    await useElsewhere(bidder.id, laterAt - HOUR_MS);
    vi.useFakeTimers({ toFake: ["Date"], now: laterAt });
    expect(await bid(100)).toMatchObject({ success: true });
  });

  it("a socket's bid is refused while its account is being checked for deletion", async () => {
    const { id, bidder, bid } = await aSocket();
    expect(await bid(100)).toMatchObject({ success: true });
    const room = env.AUCTION_ROOM.getByName(id);
    expect(await room.checkDeletion(bidder.id, Date.now() + HOUR_MS)).toMatchObject({ leads: true });
    expect(await bid(110)).toMatchObject({ success: false, code: "not_signed_in" });
    await room.liftSuspension(bidder.id);
    expect(await bid(110)).toMatchObject({ success: true });
  });
});
