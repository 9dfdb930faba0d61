/** The simulated R2: each key and when it was stored. It refuses what the real R2 refuses. */
import { standIn } from "../../../worker/testing/stand-in.ts";
import type { Faults } from "./faults.ts";
import type { Loop } from "./loop.ts";
import type { SimulatedNetwork } from "./network.ts";

/** R2 deletes at most this many keys per call. */
const MAX_DELETED = 1_000;
/** R2 lists a thousand keys per page. This page is tiny, so that even a short list has several pages. */
const PAGE = 2;

type ListOptions = { readonly prefix?: string; readonly cursor?: string; readonly limit?: number };

export class Bucket {
  readonly #stored = new Map<string, number>();

  put(key: string, at: number): void {
    this.#stored.set(key, at);
  }

  has(key: string): boolean {
    return this.#stored.has(key);
  }

  keys(): string[] {
    return Array.from(this.#stored.keys());
  }

  delete(keys: readonly string[]): void {
    if (keys.length > MAX_DELETED) throw new Error(`R2 deletes at most ${MAX_DELETED} keys at once`);
    for (const key of keys) this.#stored.delete(key);
  }

  /** Lists the keys after `cursor`, which is the last key of the previous page. */
  list({ prefix = "", cursor = "", limit = PAGE }: ListOptions) {
    const found = this.keys()
      .filter((key) => key.startsWith(prefix) && key > cursor)
      .toSorted();
    const page = found.slice(0, Math.min(limit, PAGE));
    const objects = page.map((key) => ({ key, uploaded: new Date(this.#stored.get(key) ?? 0) }));
    return { objects, truncated: page.length < found.length, cursor: page.at(-1), delimitedPrefixes: [] };
  }
}

/** The part of `R2Bucket` that the product uses. The images themselves are empty. */
export function bucketOf(bucket: Bucket, world: { loop: Loop; network: SimulatedNetwork; faults: Faults }): R2Bucket {
  const { loop, network, faults } = world;
  const request = <Value>(work: () => Value) =>
    network.request<Value>(loop.current, faults.fateOfCall("R2"), (reply) => reply(outcomeOf(work)));
  return standIn<R2Bucket>({
    put: (key: string) => request(() => bucket.put(key, loop.now)),
    get: (key: string) => request(() => (bucket.has(key) ? { key, body: null } : null)),
    head: (key: string) => request(() => (bucket.has(key) ? { key } : null)),
    delete: (keys: string | readonly string[]) =>
      request(() => bucket.delete(typeof keys === "string" ? [keys] : keys)),
    list: (options: ListOptions = {}) => request(() => bucket.list(options)),
  });
}

function outcomeOf<Value>(work: () => Value) {
  try {
    return { ok: true as const, value: work() };
  } catch (error) {
    return { ok: false as const, error: error instanceof Error ? error : new Error(String(error)) };
  }
}
