/**
 * A cache in the memory of one isolate, for values that many people read at the same time. A value is fresh for a
 * while. After that, one request fetches it again while the others still get the old one (stale-while-revalidate). A
 * value that was fetched before `clear` is never stored after it. Times are epoch ms.
 */
import { ExpiringCache } from "./expiring-cache.ts";

type RevalidatedCacheOptions<Value> = {
  /** After this age one request fetches the value again. */
  readonly freshMs: number;
  /** How long a refresh can take before other requests stop getting the old value. */
  readonly fetchTimeoutMs: number;
  /** The total size of all entries, counted by `sizeOf`. */
  readonly maxSize: number;
  readonly sizeOf: (value: Value) => number;
};
type Lifetime = {
  readonly fetchedAt: number;
  /** When we stop serving the value, if it can be fetched again. */
  readonly until: number;
  /** When we drop the value, even if it can't be fetched again. */
  readonly keptUntil?: number;
};
export type CachedValue<Value> = Lifetime & { readonly value: Value };

export class RevalidatedCache<Value> {
  readonly #options: RevalidatedCacheOptions<Value>;
  readonly #entries: ExpiringCache<CachedValue<Value> & { fetchingSince: number }>;
  #generation = 0;

  constructor(options: RevalidatedCacheOptions<Value>) {
    this.#options = options;
    this.#entries = new ExpiringCache({ maxSize: options.maxSize, sizeOf: ({ value }) => options.sizeOf(value) });
  }

  /** The value, if it can be served without fetching it. */
  findCurrent(key: string, now: number): CachedValue<Value> | null {
    const entry = this.#entries.get(key);
    if (!entry || now >= entry.until) return null;
    const { freshMs, fetchTimeoutMs } = this.#options;
    return now - entry.fetchedAt < freshMs || now - entry.fetchingSince < fetchTimeoutMs ? entry : null;
  }

  /** The value, regardless of its age. */
  findAny(key: string): CachedValue<Value> | null {
    return this.#entries.get(key) ?? null;
  }

  /** Marks a value as being fetched. Pass the return value to `set`. */
  beginFetch(key: string, now: number): number {
    const entry = this.#entries.get(key);
    if (entry) entry.fetchingSince = now;
    return this.#generation;
  }

  set(key: string, entry: CachedValue<Value>, generation: number): void {
    if (generation === this.#generation)
      this.#entries.set(key, { ...entry, fetchingSince: 0 }, entry.keptUntil ?? entry.until);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#generation += 1;
  }
}
