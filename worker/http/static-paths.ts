/**
 * The router of the API. Most calls have paths without parameters: their handlers are found once and then by one
 * lookup. All others are found in Hono's trie each time. (Hono's own router of that kind refuses our paths, because
 * `/auction/:id/live` and `/auction/editAuction/:id` have a parameter and a fixed word in the same place.)
 */
import type { Result } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";

const HAS_PATTERN = /[:*{?]/;

export class StaticPaths<Handler> extends TrieRouter<Handler> {
  override name = "StaticPaths";
  readonly #paths = new Set<string>();
  /** By method and path. The platform accepts only known methods, so the number of entries is bounded by the routes. */
  readonly #found = new Map<string, Result<Handler>>();

  override add(method: string, path: string, handler: Handler): void {
    super.add(method, path, handler);
    this.#found.clear();
    if (!HAS_PATTERN.test(path)) this.#paths.add(path);
  }

  override match(method: string, path: string): Result<Handler> {
    if (!this.#paths.has(path)) return super.match(method, path);
    const name = `${method} ${path}`;
    let found = this.#found.get(name);
    if (!found) {
      found = super.match(method, path);
      this.#found.set(name, found);
    }
    return found;
  }
}
