/**
 * The measured part of a closed loop, which begins after the warm-up. Each client sends its next request when it gets
 * a response.
 */
export type Timing = { readonly durationMs: number; readonly warmUpMs: number };

export class MeasuredLoop {
  readonly #startAt: number;
  readonly #endAt: number;

  /** Starts the loop now. */
  constructor({ warmUpMs, durationMs }: Timing) {
    this.#startAt = performance.now() + warmUpMs;
    this.#endAt = this.#startAt + durationMs;
  }

  isOver(): boolean {
    return performance.now() >= this.#endAt;
  }

  /** Whether a request that was sent and answered at these times counts. */
  isMeasured(sentAt: number, answeredAt: number): boolean {
    return sentAt >= this.#startAt && answeredAt <= this.#endAt;
  }
}

export function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}

export function livePath(auctionId: string): string {
  return `/api/v1/auction/${auctionId}/live`;
}
