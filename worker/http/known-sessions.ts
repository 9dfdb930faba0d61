/**
 * Sessions that this isolate has lately found in the catalogue, for the one path that must not wait for D1: bidding.
 * What is known here may be half a minute old, so it says who bids and not that he still may: the room refuses a
 * session that has ended (see worker/room/live-sessions.ts). Times are epoch ms.
 */
import type { Session } from "../accounts/sessions.ts";

/** How old a finding may be. */
const FRESH_MS = 30_000;
/** A few megabytes; the oldest findings go first. */
const MOST = 10_000;

type Found = { readonly session: Session; readonly at: number };

/** By the token that the cookie brought: memory only, like the request that it came with. */
const known = new Map<string, Found>();
const tokens = new Map<string, string>();

export function rememberSession(token: string, session: Session, now: number): void {
  known.delete(token);
  known.set(token, { session, at: now });
  tokens.set(session.id, token);
  if (known.size <= MOST) return;
  const [oldest] = known.values();
  if (oldest) forgetSession(oldest.session.id);
}

export function recallSession(token: string, now: number): Session | null {
  const found = known.get(token);
  return found && now - found.at < FRESH_MS && found.session.expiresAt > now ? found.session : null;
}

export function forgetSession(sessionId: string): void {
  const token = tokens.get(sessionId);
  tokens.delete(sessionId);
  if (token !== undefined) known.delete(token);
}
