/**
 * Limits the work that is under way in one isolate: how much of a resource (bytes, calls) may be claimed at the same
 * time. A cancelled request never reaches its `finally`, so a claim that nobody releases is dropped after a while.
 */
export type Claim = { readonly size: number; readonly since: number };

export class Claims {
  readonly #max: number;
  readonly #abandonedMs: number;
  readonly #claims = new Set<Claim>();

  constructor(max: number, abandonedMs: number) {
    this.#max = max;
    this.#abandonedMs = abandonedMs;
  }

  /** Claims `size` if it fits beside the others, otherwise null. `now` is epoch ms. */
  take(size: number, now: number): Claim | null {
    let taken = 0;
    for (const claim of this.#claims) {
      if (claim.since < now - this.#abandonedMs) this.#claims.delete(claim);
      else taken += claim.size;
    }
    return taken + size <= this.#max ? this.add(size, now) : null;
  }

  /** Claims `size` even if it does not fit. */
  add(size: number, now: number): Claim {
    const claim = { size, since: now };
    this.#claims.add(claim);
    return claim;
  }

  release(claim: Claim): void {
    this.#claims.delete(claim);
  }
}
