/** The limiter objects that count requests, by name, and the cost of one use. */
import { type PER_NETWORK, personLimiterName } from "../rate-limits/limits.ts";
import { type LimitWindow, scaleWindows } from "../rate-limits/windows.ts";
import type { HttpContext } from "./context.ts";

export function limiterOf(c: HttpContext, limiterName: string) {
  return c.env.LIMITS.getByName(limiterName);
}

export function toLimitUse(c: HttpContext, name: keyof typeof PER_NETWORK, windows: readonly LimitWindow[]) {
  return { name, cost: 1, windows: scaleWindows(windows, c.get("settings").limitScale) };
}

export function limiterOfPerson(c: HttpContext, personId: string) {
  return limiterOf(c, personLimiterName(personId));
}

export function limiterOfAccount(c: HttpContext, accountHash: string) {
  return limiterOf(c, `account ${accountHash}`);
}
