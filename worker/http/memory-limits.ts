/**
 * The limits on reads and on opening sockets. They apply before any route, and are counted in this isolate's memory. A
 * request counts toward the limits of the person in its session's token, or else its browser's pass (`human-pass.ts`),
 * or else its network. A cookie that we haven't signed changes nothing.
 */
import { createMiddleware } from "hono/factory";

import { isPage } from "../contract/urls/pages.ts";
import {
  BROWSER_ERRORS_PER_NETWORK,
  type ByIpVersion,
  HUMAN_CHECKS_PER_NETWORK,
  ipVersionOf,
  READS_PER_NETWORK,
  READS_PER_PERSON,
  UPGRADES_PER_NETWORK,
  UPGRADES_PER_PERSON,
} from "../rate-limits/limits.ts";
import { MemoryLimiter } from "../rate-limits/memory-limiter.ts";
import type { LimitWindow } from "../rate-limits/windows.ts";
import { networkOf } from "./caller-address.ts";
import type { HttpContext, HttpEnv } from "./context.ts";
import { failTooMany } from "./failure.ts";
import { rateLimitKeyOf } from "./find-session.ts";
import { humanPassOf } from "./human-pass.ts";
import { isUpgrade, SAFE_METHODS } from "./methods.ts";

/**
 * A page has many images, served from caches. `isOverReadLimit` counts the pages that need a room or D1, such as an
 * auction's. Other pages, and the human check's page, aren't counted.
 */
const UNCOUNTED_PATHS = /^\/api\/v1\/images\/|^\/auction\/|^\/api\/v1\/auth\/human-check$/;

const createLimit = (perPerson: LimitWindow, perNetwork: ByIpVersion<LimitWindow>) => {
  return { people: new MemoryLimiter(), networks: new MemoryLimiter(), perPerson, perNetwork };
};
type MemoryLimit = ReturnType<typeof createLimit>;

const reads = createLimit(READS_PER_PERSON, READS_PER_NETWORK);
const upgrades = createLimit(UPGRADES_PER_PERSON, UPGRADES_PER_NETWORK);

/** In front of every route, so that a new route can't miss it. */
export const memoryLimits = createMiddleware<HttpEnv>(async (c, next) => {
  const { method, path } = c.req;
  if (isUpgrade(c.req.raw)) return refuseOverLimit(c, upgrades) ?? next();
  if (!SAFE_METHODS.has(method) || UNCOUNTED_PATHS.test(path) || isPage(path)) return next();
  return refuseOverLimit(c, reads) ?? next();
});

function refuseOverLimit(c: HttpContext, limit: MemoryLimit): Response | Promise<Response> | null {
  const { waitMs, allowsHumanCheck } = countRequest(c, limit);
  return waitMs === 0 ? null : failTooMany(c, waitMs, { allowsHumanCheck });
}

/** `allowsHumanCheck`: someone without a session may get a separate limit by passing a human check. */
type MemoryCount = { readonly waitMs: number; readonly allowsHumanCheck: boolean };

function countRequest(c: HttpContext, { people, networks, perPerson, perNetwork }: MemoryLimit): MemoryCount {
  const { now, settings } = c.var;
  const key = rateLimitKeyOf(c);
  if (key !== null) return { waitMs: people.count(key, now, settings.limitScale, perPerson), allowsHumanCheck: false };
  const pass = humanPassOf(c);
  if (pass === null) return { waitMs: countInMemory(c, networks, perNetwork), allowsHumanCheck: true };
  return { waitMs: people.count(`human ${pass}`, now, settings.limitScale, perPerson), allowsHumanCheck: true };
}

/** Counts a request for its network. Returns 0, or how many ms to wait. */
export function countInMemory(c: HttpContext, limiter: MemoryLimiter, windows: ByIpVersion<LimitWindow>): number {
  const network = networkOf(c);
  return limiter.count(network, c.get("now"), c.get("settings").limitScale, windows[ipVersionOf(network)]);
}

/** Counts a page that needs a room or D1, or resizing an image, as a read. Returns whether that's over the limit. */
export function isOverReadLimit(c: HttpContext): boolean {
  return countRequest(c, reads).waitMs > 0;
}

export const browserErrorLimit = limitByNetwork(BROWSER_ERRORS_PER_NETWORK);
/** Limits human checks from one network before we verify them with Cloudflare. */
export const humanCheckLimit = limitByNetwork(HUMAN_CHECKS_PER_NETWORK);

function limitByNetwork(windows: ByIpVersion<LimitWindow>) {
  const limiter = new MemoryLimiter();
  return createMiddleware<HttpEnv>(async (c, next) => {
    const waitMs = countInMemory(c, limiter, windows);
    return waitMs > 0 ? failTooMany(c, waitMs) : next();
  });
}
