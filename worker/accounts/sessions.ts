/**
 * Sessions: the cookie holds a token of 256 random bits, the catalogue only its SHA-256. A session ends after
 * a day without use, after a week in any case, and when ten newer ones exist. Times are epoch ms.
 */
import { createHash, randomBytes } from "node:crypto";

import type { Catalogue } from "../db/database.ts";
import {
  findLiveSession,
  insertSession,
  listSessionsOf,
  type ListedSession,
  markSessionSeen,
  SESSION_IDLE_MS,
  SESSION_MS,
  type StoredSession,
} from "./queries/sessions.ts";

export type Session = StoredSession;

const MAX_SESSIONS = 10;
/** The time of last use is written at most this often, so that a page's burst of calls costs one write. */
const SEEN_EVERY_MS = 60_000;

const TOKEN_BYTES = 32;
const PUBLIC_ID_LENGTH = 16;
/** 32 bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

/** Shown to users so that they recognise their sessions; null where it is unknown. */
export type SessionMetadata = { readonly device: string | null; readonly network: string | null };

/**
 * Opens a session and returns its token; the oldest sessions end to stay within the limit. Null when the user may not
 * sign in, or has another password than the one whose hash was checked (`passwordHash`).
 */
export async function openSession(
  catalogue: Catalogue,
  userId: string,
  now: number,
  metadata: SessionMetadata = { device: null, network: null },
  passwordHash?: string | null,
): Promise<string | null> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const row = {
    id: sessionIdOf(token),
    userId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + SESSION_MS,
    ...metadata,
  };
  return (await insertSession(catalogue, row, MAX_SESSIONS, passwordHash)) ? token : null;
}

export async function findSession(catalogue: Catalogue, token: string, now: number): Promise<Session | null> {
  return TOKEN.test(token) ? findLiveSession(catalogue, sessionIdOf(token), now) : null;
}

/** A user's active sessions, the newest first. */
export async function listLiveSessions(catalogue: Catalogue, userId: string, now: number): Promise<ListedSession[]> {
  const sessions = await listSessionsOf(catalogue, userId);
  return sessions.filter(({ expiresAt, lastSeenAt }) => expiresAt > now && lastSeenAt > now - SESSION_IDLE_MS);
}

/** The part of a session's id that its owner sees: long enough to distinguish it from their other sessions. */
export function publicSessionId(id: string): string {
  return id.slice(0, PUBLIC_ID_LENGTH);
}

/** Updates the session's time of last use, unless that was done within the last minute. */
export async function keepAlive(catalogue: Catalogue, session: Session, now: number): Promise<void> {
  if (now - session.lastSeenAt >= SEEN_EVERY_MS) await markSessionSeen(catalogue, session.id, now);
}

export function sessionIdOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
