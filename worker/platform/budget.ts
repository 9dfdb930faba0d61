/**
 * Limits the work in progress in one isolate: how much of a resource (bytes, calls) can be in use at the same time. A
 * canceled request never reaches its `finally`, so a reservation that no one releases is dropped after a while.
 */
export type Reservation = { readonly size: number; readonly since: number };

export class Budget {
  readonly #max: number;
  readonly #abandonedAfterMs: number;
  readonly #reservations = new Set<Reservation>();

  constructor(max: number, abandonedAfterMs: number) {
    this.#max = max;
    this.#abandonedAfterMs = abandonedAfterMs;
  }

  /** Reserves `size` if it fits beside the other reservations. Otherwise returns null. `now` is epoch ms. */
  reserve(size: number, now: number): Reservation | null {
    let taken = 0;
    for (const reservation of this.#reservations) {
      if (reservation.since < now - this.#abandonedAfterMs) this.#reservations.delete(reservation);
      else taken += reservation.size;
    }
    return taken + size <= this.#max ? this.reserveRegardless(size, now) : null;
  }

  /** Reserves `size` even if it does not fit. */
  reserveRegardless(size: number, now: number): Reservation {
    const reservation = { size, since: now };
    this.#reservations.add(reservation);
    return reservation;
  }

  release(reservation: Reservation): void {
    this.#reservations.delete(reservation);
  }
}
