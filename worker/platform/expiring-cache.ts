/**
 * A bounded cache in the memory of one isolate. Entries expire, and the least recently used are evicted first. It holds
 * only finished values, because a promise belongs to the request that made it, and the platform cancels it with that
 * request.
 */
import { LRUCache } from "lru-cache";

type ExpiringCacheOptions<Value> = {
  /** The total size of all entries, counted by `sizeOf` or one each. */
  readonly maxSize: number;
  /** Returns a positive integer. Without this function, each entry counts as one. */
  readonly sizeOf?: (value: Value) => number;
};

export class ExpiringCache<Value extends object> {
  readonly #entries: LRUCache<string, Value>;

  constructor({ maxSize, sizeOf = () => 1 }: ExpiringCacheOptions<Value>) {
    this.#entries = new LRUCache({
      maxSize,
      sizeCalculation: sizeOf,
      perf: { now: () => Date.now() },
      // By default, the library caches the current time until a timer fires. But a timer is canceled together with the
      // request that started it.
      ttlResolution: 0,
    });
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  /** `until` (epoch ms) is the first moment at which the entry is gone. */
  set(key: string, value: Value, until: number): void {
    // The library still returns an entry in the last millisecond of its TTL, and a TTL of 0 never expires.
    const ttl = until - Date.now() - 1;
    if (ttl > 0) this.#entries.set(key, value, { ttl });
    else this.delete(key);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
