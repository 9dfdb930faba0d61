/**
 * Sessions that this isolate has lately found in the catalogue, for the one path that must not wait for D1: bidding.
 * What is known here may be some minutes old, so it says who bids and not that he still may: the room refuses a session
 * that has ended (see worker/room/commands/sessions.ts). After half a minute it is to be confirmed, beside the bid and not
 * before it: D1 may stall, and bidders do not wait for that. Times are epoch ms.
 */
import type { Session } from "../accounts/sessions.ts";

/** A finding older than this is to be confirmed. */
const FRESH_MS = 30_000;
/** How old a finding may be that nobody could confirm. */
const KEPT_MS = 5 * 60_000;
/** While D1 does not answer it is asked again this often, not with each bid. */
const ASK_AGAIN_MS = 5_000;
/** A few megabytes; the oldest findings go first. */
const MOST = 10_000;

type Found = { readonly session: Session; readonly at: number; askedAt: number };
/** `toConfirm` tells one caller now and then to look the session up beside what he does. */
export type Recalled = { readonly session: Session; readonly toConfirm: boolean };

/** By the token that the cookie brought: memory only, like the request that it came with. */
const known = new Map<string, Found>();
const tokens = new Map<string, string>();

export function rememberSession(token: string, session: Session, now: number): void {
  known.delete(token);
  known.set(token, { session, at: now, askedAt: now });
  tokens.set(session.id, token);
  if (known.size <= MOST) return;
  const [oldest] = known.values();
  if (oldest) forgetSession(oldest.session.id);
}

export function recallSession(token: string, now: number): Recalled | null {
  const found = known.get(token);
  if (!found || now - found.at >= KEPT_MS || found.session.expiresAt <= now) return null;
  const toConfirm = now - found.at >= FRESH_MS && now - found.askedAt >= ASK_AGAIN_MS;
  if (toConfirm) found.askedAt = now;
  return { session: found.session, toConfirm };
}

export function forgetSession(sessionId: string): void {
  const token = tokens.get(sessionId);
  tokens.delete(sessionId);
  if (token !== undefined) known.delete(token);
}
