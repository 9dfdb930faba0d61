/**
 * Sessions of which this isolate knows that they have ended. None ever begins again, so their tokens are refused here at
 * once, and a token of an ended session does not call an inbox with each request. Other isolates refuse them once they
 * are a minute old.
 */
import { LRUCache } from "lru-cache";

/** Less than a megabyte. */
const MAX_ENDED = 5_000;

const ended = new LRUCache<string, true>({
  // Not `max`, which allocates all entries at once.
  maxSize: MAX_ENDED,
  sizeCalculation: () => 1,
});

export function noteEnded(sessionIds: readonly string[]): void {
  for (const id of sessionIds) ended.set(id, true);
}

export function isKnownToHaveEnded(sessionId: string): boolean {
  return ended.has(sessionId);
}
