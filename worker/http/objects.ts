/** How a handler reaches the Durable Objects, and what it tells them about the person behind a call. */
import { maskEmail } from "../accounts/masked-email.ts";
import { forgetSession } from "../accounts/session-cache.ts";
import type { Session } from "../accounts/sessions.ts";
import { moderates } from "../contract/account.ts";
import { auctionOfBid } from "../contract/bid.ts";
import { imageUrl } from "../contract/fields.ts";
import { EXPIRES_HEADER, NETWORK_HEADER, RELAY_HEADER, SESSION_HEADER, VIEWER_HEADER } from "../contract/live.ts";
import type { Actor, Onlooker, SessionCard, Viewer } from "../room/rpc.ts";
import { networkOf } from "./address.ts";
import { traceOf } from "./bid-origin.ts";
import type { HttpContext } from "./context.ts";

export function roomOf(c: HttpContext, auctionId: string) {
  return c.env.AUCTION_ROOM.getByName(auctionId);
}

/** The room of the auction that a bid belongs to, or null when this is no id of a bid. */
export function roomOfBid(c: HttpContext, bidId: string) {
  const auctionId = auctionOfBid(bidId);
  return auctionId === null ? null : roomOf(c, auctionId);
}

export function inboxOf(c: HttpContext, userId: string) {
  return c.env.INBOX.getByName(userId);
}

export function actorOf({ user }: Session): Actor {
  const { id, firstName, lastName, email, imageKey, anonymous } = user;
  return {
    id,
    firstName,
    lastName,
    imageUrl: imageKey === null ? null : imageUrl(imageKey),
    maskedEmail: email === null ? "" : maskEmail(email),
    anonymous,
  };
}

/** Someone who looks at a listing that the house may have hidden. */
export function onlookerOf({ user }: Session): Onlooker {
  return { userId: user.id, moderates: moderates(user) };
}

/** A person with the session that the room is to check: it may have ended since we found it. */
export function signedBy(session: Session): { readonly actor: Actor; readonly session: SessionCard } {
  return { actor: actorOf(session), session: cardOf(session) };
}

function cardOf({ id, expiresAt }: Session): SessionCard {
  return { sessionId: socketMark(id), expiresAt };
}

/**
 * Hands an upgrade to a room, or to the relay that the room names. Whoever the client says it is does not count: the
 * session does.
 */
export async function watchRoom(c: HttpContext, auctionId: string, session: Session | undefined): Promise<Response> {
  const headers = socketHeaders(c);
  headers.set(NETWORK_HEADER, networkOf(c));
  if (session) {
    const usedAt = session.lastSeenAt;
    const viewer: Viewer = { actor: actorOf(session), ...cardOf(session), usedAt, ...traceOf(c, session) };
    headers.set(VIEWER_HEADER, encodeURIComponent(JSON.stringify(viewer)));
  }
  const answer = await roomOf(c, auctionId).fetch(new Request(c.req.raw, { headers }));
  const relay = answer.headers.get(RELAY_HEADER);
  if (relay === null) return answer;
  headers.set(RELAY_HEADER, relay);
  return c.env.AUDIENCE_RELAY.getByName(relay).fetch(new Request(c.req.raw, { headers }));
}

export function joinInbox(c: HttpContext, session: Session): Promise<Response> {
  const headers = socketHeaders(c);
  headers.set(SESSION_HEADER, socketMark(session.id));
  headers.set(EXPIRES_HEADER, String(session.expiresAt));
  return inboxOf(c, session.user.id).fetch(new Request(c.req.raw, { headers }));
}

/** Closes the inbox sockets of a session; the rooms that know it take no more bids of it. */
export async function endSockets(c: HttpContext, userId: string, sessionId: string): Promise<void> {
  forgetSession(sessionId);
  await inboxOf(c, userId).endSession(socketMark(sessionId));
}

/** What the handshake needs, without the cookie and without anything that only we may say. */
function socketHeaders(c: HttpContext): Headers {
  const headers = new Headers(c.req.raw.headers);
  for (const name of [
    "cookie",
    "authorization",
    VIEWER_HEADER,
    SESSION_HEADER,
    EXPIRES_HEADER,
    NETWORK_HEADER,
    RELAY_HEADER,
  ]) {
    headers.delete(name);
  }
  return headers;
}

/**
 * A session as rooms and inboxes know it: 128 bits of its id (which is a hash of the cookie, and no cookie), so that no
 * two sessions of a crowded room are taken for one.
 */
function socketMark(sessionId: string): string {
  return sessionId.slice(0, 32);
}
