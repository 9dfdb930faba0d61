/**
 * Limits calls that can change something, per person, or per network if there's no session. The guards in `session.ts`
 * include this limit, except `signedInToBid`. Bids have stricter limits, counted in memory (`person-limits.ts`, and the
 * rooms).
 */
import { createMiddleware } from "hono/factory";

import { PER_PERSON, WRITES_PER_NETWORK } from "../rate-limits/limits.ts";
import { MemoryLimiter } from "../rate-limits/memory-limiter.ts";
import { scaleWindows } from "../rate-limits/windows.ts";
import type { HttpContext, HttpEnv } from "./context.ts";
import { failTooMany } from "./failure.ts";
import { limiterOfPerson } from "./limiters.ts";
import { countInMemory } from "./memory-limits.ts";
import { SAFE_METHODS } from "./methods.ts";

const visitorLimiter = new MemoryLimiter();

/** Counts a call by this person, or by a visitor (null). Returns null, or the refusal. */
export async function countWrite(c: HttpContext, userId: string | null): Promise<Response | null> {
  if (SAFE_METHODS.has(c.req.method)) return null;
  const waitMs = await (userId === null
    ? countInMemory(c, visitorLimiter, WRITES_PER_NETWORK)
    : countPersonWrite(c, userId));
  return waitMs > 0 ? failTooMany(c, waitMs) : null;
}

/**
 * Counts a call for its network without looking for a session, for forms that are read before anything else is counted.
 */
export const visitorWriteLimit = createMiddleware<HttpEnv>(async (c, next) => (await countWrite(c, null)) ?? next());

function countPersonWrite(c: HttpContext, userId: string): Promise<number> {
  const windows = scaleWindows(PER_PERSON.writes, c.get("settings").limitScale);
  return limiterOfPerson(c, userId).count([{ name: "writes", cost: 1, windows }]);
}
