/**
 * Sessions that this isolate has lately found in the catalogue, for the one path that must not wait for D1: bidding.
 * What is known here may be half a minute old, so it says who bids and not that he still may: the room refuses a
 * session that has ended (see worker/room/live-sessions.ts). Times are epoch ms.
 */
// @ts-nocheck

import type { Session } from "../accounts/sessions.ts";

/** How old a finding may be. */
const FRESH_MS = 30_000;
/** A few megabytes; the oldest findings go first. */
const MOST = 10_000;

type Found = { readonly session: Session; readonly at: number };

const known = new Map<string, Found>();

export function rememberSession(session: Session, now: number): void {
  known.delete(session.id);
  known.set(session.id, { session, at: now });
  if (known.size <= MOST) return;
  const [oldest] = known.keys();
  if (oldest !== undefined) known.delete(oldest);
}

export function recallSession(sessionId: string, now: number): Session | null {
  const found = known.get(sessionId);
  return found && now - found.at < FRESH_MS && found.session.expiresAt > now ? found.session : null;
}

export function forgetSession(sessionId: string): void {
  known.delete(sessionId);
}
