/** The part of a closed loop that counts: after the warm-up, and what it cost this thread. */
import { setTimeout as pause } from "node:timers/promises";

import { nowMs } from "./jobs.ts";

export class CountedLoop {
  readonly #startAt: number;
  readonly #endAt: number;
  readonly #used: Promise<number>;

  /** Begins now, with the warm-up. */
  constructor({ warmUpMs, durationMs }: { readonly warmUpMs: number; readonly durationMs: number }) {
    this.#startAt = nowMs() + warmUpMs;
    this.#endAt = this.#startAt + durationMs;
    this.#used = shareBetween(warmUpMs, durationMs);
  }

  isOver(): boolean {
    return nowMs() >= this.#endAt;
  }

  /** Whether something sent and answered at these times counts. */
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

/** Processor time of this thread, in milliseconds. */
export function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
