/** The counted part of a closed loop, which begins after the warm-up, and how much processor time it took. */
import { setTimeout as pause } from "node:timers/promises";

import { nowMs } from "./jobs.ts";

export class CountedLoop {
  readonly #startAt: number;
  readonly #endAt: number;
  readonly #used: Promise<number>;

  /** Starts the loop now. The warm-up comes first. */
  constructor({ warmUpMs, durationMs }: { readonly warmUpMs: number; readonly durationMs: number }) {
    this.#startAt = nowMs() + warmUpMs;
    this.#endAt = this.#startAt + durationMs;
    this.#used = shareBetween(warmUpMs, durationMs);
  }

  isOver(): boolean {
    return nowMs() >= this.#endAt;
  }

  /** Whether a request that was sent and answered at these times counts. */
  has(sentAt: number, answeredAt: number): boolean {
    return sentAt >= this.#startAt && answeredAt <= this.#endAt;
  }

  /** The share of one processor that this thread used while it counted. */
  processor(): Promise<number> {
    return this.#used;
  }
}

async function shareBetween(afterMs: number, durationMs: number): Promise<number> {
  await pause(afterMs);
  const from = nowMs();
  const before = usedMs();
  await pause(durationMs);
  return (usedMs() - before) / (nowMs() - from);
}

/** How much processor time this thread has used, in milliseconds. */
export function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
