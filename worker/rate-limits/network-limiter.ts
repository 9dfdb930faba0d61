import { MemoryLimiter } from "./memory-limiter.ts";
import { type ForNetworks, kindOf } from "./numbers.ts";
import type { LimitWindow } from "./windows.ts";

/** Counts in memory how often each network did something, with separate limits for IPv4 and IPv6. */
export class NetworkLimiter {
  readonly #limiters: ForNetworks<MemoryLimiter>;

  constructor({ ipv4, ipv6 }: ForNetworks<LimitWindow>) {
    this.#limiters = { ipv4: new MemoryLimiter(ipv4), ipv6: new MemoryLimiter(ipv6) };
  }

  /** Like `MemoryLimiter.count`. */
  count(network: string, now: number, scale: number): number {
    return this.#limiters[kindOf(network)].count(network, now, scale);
  }
}
