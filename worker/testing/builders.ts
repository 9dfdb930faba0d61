/** Builds users, auctions and sockets for tests of rooms, each with its own IDs. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";

import type { Address } from "../contract/deal.ts";
import { type ServerFrame, serverFrame } from "../contract/live.ts";
import type { Actor, OpenRequest, Viewer } from "../rpc/room-rpc.ts";
import type { Terms } from "../rules/facts.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export function newId(): string {
  return crypto.randomUUID().replaceAll("-", "");
}

export function aPerson(firstName = "Ann"): Actor {
  return { id: newId(), firstName, lastName: "Example", imageUrl: null, maskedEmail: "a•••@e•••.com" };
}

export function someTerms(change: Partial<Terms> = {}): Terms {
  return {
    title: "A Regency mahogany bureau",
    description: "In good order.",
    categoryId: "antiques",
    categoryName: "Antiques",
    imageKeys: [],
    startingPriceMinor: 10_000,
    endsAt: Date.now() + 3 * DAY_MS,
    increments: "flat",
    softCloseMs: 120_000,
    freezeMs: 120_000,
    windowsAfterWithdrawal: 0,
    ...change,
  };
}

export function anOpenRequest(change: Partial<Terms> = {}, seller = aPerson("Sue")): OpenRequest {
  return {
    auctionId: newId(),
    actor: seller,
    currency: "USD",
    terms: someTerms(change),
    limits: { minStartingPriceMinor: 10_000, minAuctionMs: 1 },
  };
}

/** An open auction in its own room. */
export async function anAuction(change: Partial<Terms> = {}, seller = aPerson("Sue")) {
  const opening = anOpenRequest(change, seller);
  const room = env.AUCTION_ROOM.getByName(opening.auctionId);
  const opened = await room.open(opening);
  expect(opened.ok).toBe(true);
  return { id: opening.auctionId, room, seller: opening.actor, opening };
}

export type SocketListener = {
  readonly socket: WebSocket;
  readonly next: () => Promise<ServerFrame>;
  readonly frames: ServerFrame[];
};

/** Stores a session for someone who is in no other table, as if they had signed in. */
export async function insertSession({ id, firstName, lastName, anonymous = false }: Actor): Promise<string> {
  const [sessionId, now] = [newId(), Date.now()];
  const user = {
    id,
    firstName,
    lastName,
    email: "a@example.com",
    imageKey: null,
    role: "User",
    createdAt: 0,
    anonymous,
  };
  const row = {
    ...user,
    emailVerifiedAt: 1,
    finishedSaleAt: 1,
    trust: null,
    biddingStoppedAt: null,
    suspendedAt: null,
  };
  await runInDurableObject(env.INBOX.getByName(id), (_, { storage }) => {
    storage.kv.put("account", { row, readAt: now, changedAt: 0 });
    storage.sql.exec("INSERT INTO sessions VALUES (?, ?, ?, NULL, NULL)", sessionId, now, now);
  });
  return sessionId;
}

/**
 * Opens a socket to a room, for a visitor, or for a person with the given session or a new one. Every frame is parsed
 * with the contract's schema when it arrives.
 */
export async function listen(
  auctionId: string,
  actor: Actor | null = null,
  after?: number,
  viewerChange: Partial<Viewer> = {},
): Promise<SocketListener> {
  const url = new URL(`http://room/?${after === undefined ? "" : `after=${after}`}`);
  const headers: Record<string, string> = { upgrade: "websocket" };
  if (actor) {
    const now = Date.now();
    const sessionId = viewerChange.sessionId ?? (await insertSession(actor));
    const identity: Viewer = { actor, expiresAt: now + DAY_MS, checkedAt: now, ...viewerChange, sessionId };
    headers["x-lotline-viewer"] = encodeURIComponent(JSON.stringify(identity));
  }
  const response = await env.AUCTION_ROOM.getByName(auctionId).fetch(url, { headers });
  const socket = response.webSocket;
  if (!socket) throw new Error(`no socket: ${response.status}`);
  const frames: ServerFrame[] = [];
  const waiters: ((frame: ServerFrame) => void)[] = [];
  let takenCount = 0;
  socket.addEventListener("message", ({ data }) => {
    const frame = serverFrame.parse(JSON.parse(String(data)));
    // The number of watchers arrives at any time, so `next` skips it and `frames` leaves it out.
    if (frame.type === "presence") return;
    frames.push(frame);
    if (waiters.length > 0) {
      takenCount += 1;
      waiters.shift()?.(frame);
    }
  });
  socket.accept();
  const next = () =>
    new Promise<ServerFrame>((resolve) => {
      const frame = frames[takenCount];
      if (!frame) return waiters.push(resolve);
      takenCount += 1;
      return resolve(frame);
    });
  return { socket, next, frames };
}

/** A buyer's delivery address. */
export function anAddress(): Address {
  return {
    name: "Bea Bidder",
    line1: "12 Quay Street",
    line2: "",
    postalCode: "M3 4LZ",
    city: "Manchester",
    region: "",
    country: "United Kingdom",
  };
}
