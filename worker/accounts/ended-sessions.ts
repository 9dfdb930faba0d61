/**
 * Records in this isolate's memory which sessions have ended. A session never starts again, so the isolate refuses
 * their tokens immediately, without calling an inbox for each request. Other isolates accept a token until it is a
 * minute old.
 */
import { LRUCache } from "lru-cache";

/** Less than a megabyte. */
const MAX_ENDED_SESSIONS = 5_000;

const endedSessions = new LRUCache<string, true>({
  // Not `max`, which allocates all entries up front.
  maxSize: MAX_ENDED_SESSIONS,
  sizeCalculation: () => 1,
});

export function rememberEndedSessions(sessionIds: readonly string[]): void {
  for (const id of sessionIds) endedSessions.set(id, true);
}

export function isKnownToHaveEnded(sessionId: string): boolean {
  return endedSessions.has(sessionId);
}
