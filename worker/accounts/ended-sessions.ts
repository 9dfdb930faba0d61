/**
 * Sessions that this isolate knows have ended. A session never starts again, so the isolate refuses their tokens
 * immediately, without calling an inbox for each request. Other isolates refuse them once they are a minute old.
 */
import { LRUCache } from "lru-cache";

/** Less than a megabyte. */
const MAX_ENDED = 5_000;

const ended = new LRUCache<string, true>({
  // Not `max`, which allocates all entries up front.
  maxSize: MAX_ENDED,
  sizeCalculation: () => 1,
});

export function rememberEnded(sessionIds: readonly string[]): void {
  for (const id of sessionIds) ended.set(id, true);
}

export function isKnownToHaveEnded(sessionId: string): boolean {
  return ended.has(sessionId);
}
