/**
 * Sessions that this isolate has lately found in the catalogue, for bids: they must not wait for D1. What is known here
 * may be some minutes old, so it says who bids and not that they still may: the room refuses a session that has ended
 * (see worker/room/commands/sessions.ts). After half a minute a session is confirmed beside the bid, not before it: D1
 * may stall, and bidders do not wait for that. Times are epoch ms.
 */
import { ExpiringCache } from "../platform/expiring-cache.ts";
import type { Session } from "./sessions.ts";

/** A session found longer ago than this is to be confirmed. */
const FRESH_MS = 30_000;
/** For how long a session is used that could not be confirmed. */
const MAX_AGE_MS = 5 * 60_000;
/** While D1 does not answer it is asked again this often, not with each bid. */
const CONFIRM_AGAIN_MS = 5_000;
/** A few megabytes. */
const MAX_SESSIONS = 10_000;

type Found = { readonly session: Session; readonly at: number; confirmingSince: number };
/** `toConfirm` is set for one caller now and then, who looks the session up beside what they do. */
export type Recalled = { readonly session: Session; readonly toConfirm: boolean };

/** The token of each known session, by the session's id. */
const tokens = new Map<string, string>();
/** By the token that the cookie brought: memory only, like the request that it came with. */
const known = new ExpiringCache<Found>({
  maxSize: MAX_SESSIONS,
  onRemoved: ({ session }) => tokens.delete(session.id),
});

export function rememberSession(token: string, session: Session, now: number): void {
  known.set(token, { session, at: now, confirmingSince: now }, Math.min(now + MAX_AGE_MS, session.expiresAt));
  // After the line before, which removes what the token stood for.
  tokens.set(session.id, token);
}

export function recallSession(token: string, now: number): Recalled | null {
  const found = known.get(token);
  if (!found) return null;
  const toConfirm = now - found.at >= FRESH_MS && now - found.confirmingSince >= CONFIRM_AGAIN_MS;
  if (toConfirm) found.confirmingSince = now;
  return { session: found.session, toConfirm };
}

export function forgetSession(sessionId: string): void {
  const token = tokens.get(sessionId);
  if (token !== undefined) known.delete(token);
}
