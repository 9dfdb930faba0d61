/**
 * Sessions: an opaque token of 256 random bits in the cookie, only its SHA-256 in the catalogue. A session ends after
 * a day without use, after a week in any case, and when ten newer ones exist. Times are epoch ms.
 */
import { createHash, randomBytes } from "node:crypto";

import type { Catalogue } from "../catalogue/database.ts";
import {
  findLiveSession,
  insertSession,
  listSessionsOf,
  type ListedSession,
  markSessionSeen,
  SESSION_IDLE_MS,
  type StoredSession,
} from "../catalogue/sessions.ts";

export type Session = StoredSession;

const HOUR_MS = 3_600_000;
export const SESSION_MS = 7 * 24 * HOUR_MS;
const MOST_SESSIONS = 10;
/** "Last seen" is written at most this often: a page's burst of calls costs one write. */
const SEEN_EVERY_MS = 60_000;

const TOKEN_BYTES = 32;
const PUBLIC_ID_LENGTH = 16;
/** 32 bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

/** What its person recognises a session by; null where it is not known. */
export type SessionMarks = { readonly device: string | null; readonly network: string | null };

export type OpenedSession = { readonly token: string; readonly droppedIds: readonly string[] };

/** Opens a session; ids of older ones that had to make room come back, for their sockets to be closed. */
export async function openSession(
  catalogue: Catalogue,
  userId: string,
  now: number,
  marks: SessionMarks = { device: null, network: null },
): Promise<OpenedSession> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const row = { id: sessionId(token), userId, createdAt: now, lastSeenAt: now, expiresAt: now + SESSION_MS, ...marks };
  return { token, droppedIds: await insertSession(catalogue, row, MOST_SESSIONS) };
}

export async function findSession(catalogue: Catalogue, token: string, now: number): Promise<Session | null> {
  return TOKEN.test(token) ? findLiveSession(catalogue, sessionId(token), now, now - SESSION_IDLE_MS) : null;
}

/** A person's sessions that live, the newest first. */
export async function listLiveSessions(catalogue: Catalogue, userId: string, now: number): Promise<ListedSession[]> {
  const sessions = await listSessionsOf(catalogue, userId);
  return sessions.filter(({ expiresAt, lastSeenAt }) => expiresAt > now && lastSeenAt > now - SESSION_IDLE_MS);
}

/** How a session is called towards its own person: enough of its id to tell it from the others. */
export function publicSessionId(id: string): string {
  return id.slice(0, PUBLIC_ID_LENGTH);
}

/** Notes that a session is in use, or nothing when it was noted a moment ago. */
export async function keepAlive(catalogue: Catalogue, session: Session, now: number): Promise<void> {
  if (now - session.lastSeenAt >= SEEN_EVERY_MS) await markSessionSeen(catalogue, session.id, now);
}

function sessionId(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
