/**
 * Caches sessions that this isolate has recently found in the catalogue, so that bids do not wait for D1. A cached
 * session may be some minutes old. It identifies the bidder but does not prove that the session is still active: the
 * room refuses a session that has ended (see worker/room/commands/sessions.ts). After half a minute a session is
 * confirmed while the bid is processed, not before it, because D1 may stall. Times are epoch ms.
 */
import { ExpiringCache } from "../platform/expiring-cache.ts";
import type { Session } from "./sessions.ts";

/** A session that was looked up longer ago than this has to be confirmed. */
const FRESH_MS = 30_000;
/** How long a session that could not be confirmed is still used. */
const MAX_AGE_MS = 5 * 60_000;
/** While D1 does not answer, retry this often rather than with each bid. */
const CONFIRM_AGAIN_MS = 5_000;
/** Takes a few megabytes of memory. */
const MAX_SESSIONS = 10_000;

type Found = { readonly session: Session; readonly at: number; confirmingSince: number };
/** `toConfirm` is set for one caller at a time, which then looks the session up in the background. */
export type Recalled = { readonly session: Session; readonly toConfirm: boolean };

/** The token of each known session, by the session's id. */
const tokens = new Map<string, string>();
/** Keyed by the cookie's token. Tokens are only held in memory. */
const known = new ExpiringCache<Found>({
  maxSize: MAX_SESSIONS,
  onRemoved: ({ session }) => tokens.delete(session.id),
});

export function rememberSession(token: string, session: Session, now: number): void {
  known.set(token, { session, at: now, confirmingSince: now }, Math.min(now + MAX_AGE_MS, session.expiresAt));
  // Must follow `known.set`, which removes the entry that this token had before.
  if (known.get(token)) tokens.set(session.id, token);
}

export function recallSession(token: string, now: number): Recalled | null {
  const found = known.get(token);
  if (!found) return null;
  const toConfirm = now - found.at >= FRESH_MS && now - found.confirmingSince >= CONFIRM_AGAIN_MS;
  if (toConfirm) found.confirmingSince = now;
  return { session: found.session, toConfirm };
}

/** For counting requests: unlike `recallSession` it does not claim the confirmation of the session. */
export function peekSession(token: string): Session | null {
  return known.get(token)?.session ?? null;
}

export function forgetSession(sessionId: string): void {
  const token = tokens.get(sessionId);
  if (token !== undefined) known.delete(token);
}
