/** Access to the Durable Objects: their stubs, and the WebSocket upgrades that are forwarded to them. */
import { bidderOf } from "../accounts/actor.ts";
import type { Session } from "../accounts/sessions.ts";
import { auctionIdOfBid } from "../contract/bid.ts";
import { networkOf } from "../http/caller-address.ts";
import type { HttpContext } from "../http/context.ts";
import { failureReason } from "../platform/failure-reason.ts";
import { writeMetric } from "../platform/metrics.ts";
import {
  EXPIRES_HEADER,
  NETWORK_HEADER,
  RELAY_HEADER,
  SESSION_HEADER,
  VIEWER_HEADER,
} from "../rpc/internal-headers.ts";
import type { Viewer } from "../rpc/room-rpc.ts";
import { bidOriginOf } from "./bid-origin.ts";

/** The headers that open a socket. */
const HANDSHAKE_HEADERS = [
  "upgrade",
  "connection",
  "sec-websocket-key",
  "sec-websocket-version",
  "sec-websocket-extensions",
] as const;

export function roomOf(c: HttpContext, auctionId: string) {
  return c.env.AUCTION_ROOM.getByName(auctionId);
}

/** The room of a bid's auction, or null when the text is not the ID of a bid. */
export function roomOfBid(c: HttpContext, bidId: string) {
  const auctionId = auctionIdOfBid(bidId);
  return auctionId === null ? null : roomOf(c, auctionId);
}

export function inboxOf(c: HttpContext, userId: string) {
  return c.env.INBOX.getByName(userId);
}

/**
 * Makes the inboxes of these people read their rows in D1 again, after a change in fields that sessions have. We only
 * log a failure, because inboxes read the rows again within an hour anyway.
 */
export async function refreshAccounts(c: HttpContext, userIds: readonly string[]): Promise<void> {
  const outcomes = await Promise.allSettled(userIds.map((id) => inboxOf(c, id).refreshAccount()));
  for (const outcome of outcomes) {
    if (outcome.status === "fulfilled") continue;
    console.warn(JSON.stringify({ event: "account_change_not_delivered", reason: failureReason(outcome.reason) }));
  }
}

/** Forwards an upgrade to a room, or to the relay that the room chooses. Only the session identifies the viewer. */
export async function watchRoom(c: HttpContext, auctionId: string, session: Session | undefined): Promise<Response> {
  const response = await openRoomSocket(c, auctionId, session);
  if (response.status === 101) writeMetric(c.env.METRICS, "socket", "auction");
  return response;
}

async function openRoomSocket(c: HttpContext, auctionId: string, session: Session | undefined): Promise<Response> {
  const headers = socketHeaders(c);
  headers.set(NETWORK_HEADER, networkOf(c));
  if (session) {
    const { id: sessionId, expiresAt, checkedAt } = session;
    const actor = bidderOf(session, c.get("settings"), c.get("now"));
    const viewer: Viewer = { actor, sessionId, expiresAt, checkedAt, ...bidOriginOf(c, session) };
    headers.set(VIEWER_HEADER, encodeURIComponent(JSON.stringify(viewer)));
  }
  const response = await roomOf(c, auctionId).fetch(new Request(c.req.raw, { headers }));
  const relay = response.headers.get(RELAY_HEADER);
  if (relay === null) return response;
  headers.set(RELAY_HEADER, relay);
  return c.env.AUDIENCE_RELAY.getByName(relay).fetch(new Request(c.req.raw, { headers }));
}

export async function watchInbox(c: HttpContext, session: Session): Promise<Response> {
  const headers = socketHeaders(c);
  headers.set(SESSION_HEADER, session.id);
  headers.set(EXPIRES_HEADER, String(session.expiresAt));
  const response = await inboxOf(c, session.user.id).fetch(new Request(c.req.raw, { headers }));
  if (response.status === 101) writeMetric(c.env.METRICS, "socket", "inbox");
  return response;
}

/**
 * Only the headers of the handshake. Drops the client's credentials, headers that only the Worker can set, and anything
 * long.
 */
function socketHeaders(c: HttpContext): Headers {
  const headers = new Headers();
  for (const name of HANDSHAKE_HEADERS) {
    const value = c.req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}
