/**
 * Rate limits for a network, or for a browser that has passed a human check, in front of routes. They apply before a
 * body is read, except the one that depends on whether a sign-up's form is valid. Refusals are 429 with `Retry-After`.
 * All reads are also counted in memory, before any route (memory-limits.ts).
 */
import { createMiddleware } from "hono/factory";

import { ipVersionOf, PER_HUMAN, PER_NETWORK } from "../rate-limits/limits.ts";
import { networkOf } from "./caller-address.ts";
import type { HttpContext, HttpEnv } from "./context.ts";
import { failTooMany } from "./failure.ts";
import { humanPassOf } from "./human-pass.ts";
import { knownDeviceOf } from "./known-device.ts";
import { limiterOf, toLimitUse, limiterOfAccount } from "./limiters.ts";

type RefusalHandler = (
  c: HttpContext,
  waitMs: number,
  offers?: { allowsHumanCheck: boolean },
) => Response | Promise<Response>;

type NetworkLimitName = Exclude<keyof typeof PER_NETWORK, "loginTries">;

/** Limits calls of this kind from one network, or from one browser that has passed a human check. */
export function networkLimit(name: NetworkLimitName) {
  return createMiddleware<HttpEnv>(async (c, next) => (await countForNetwork(c, name, failTooMany)) ?? next());
}

/**
 * Like `networkLimit`, for the ways to sign in. A device that has signed in before has a separate counter, so that
 * others in its network can't use up its attempts. `refuse` replaces the JSON response if a browser shows it as a page.
 */
export function signInLimit(
  name: "logins" | "googleStarts" | "googleReturns" | "googleLogins" | "passkeyStarts" | "passkeyLogins",
  refuse: RefusalHandler = failTooMany,
) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const device = await knownDeviceOf(c);
    // A device gets as many attempts as a household.
    const uses = [toLimitUse(c, name, PER_NETWORK[name].ipv6)];
    const waitMs = device && (await limiterOfAccount(c, device.accountHash).countForDevice(device.id, uses));
    if (device === null || waitMs === null) return (await countForNetwork(c, name, refuse)) ?? next();
    c.set("countedForAccount", device.accountHash);
    return waitMs > 0 ? refuse(c, waitMs) : next();
  });
}

/** A sign-up without a photo is smaller, because its fields are short. */
const MAX_TEXT_FORM_BYTES = 24 * 1_024;

/**
 * Counts a sign-up before its form is read, if the form may contain a photo, because uploads share an isolate's memory.
 */
export const largeSignupLimit = createMiddleware<HttpEnv>(async (c, next) => {
  if (Number(c.req.header("content-length") ?? Infinity) <= MAX_TEXT_FORM_BYTES) return next();
  const refusal = await countSignup(c);
  c.set("signupCounted", true);
  return refusal ?? next();
});

/** Counts a sign-up whose form is valid. It creates an account next, or reveals that the address is taken. */
export async function countSignup(c: HttpContext): Promise<Response | null> {
  return c.get("signupCounted") ? null : countForNetwork(c, "signups", failTooMany);
}

/**
 * Counts a call for this browser's pass or for its network, and returns null. If the limit is reached, it counts
 * nothing and returns the refusal.
 */
export async function countForNetwork(
  c: HttpContext,
  name: NetworkLimitName,
  refuse: RefusalHandler,
): Promise<Response | null> {
  const network = networkOf(c);
  const networkUse = { limiterName: `network ${network}`, windows: PER_NETWORK[name][ipVersionOf(network)] };
  const passWindows = hasHumanLimit(name) ? PER_HUMAN[name] : null;
  const pass = passWindows && humanPassOf(c);
  const { limiterName, windows } =
    passWindows && pass ? { limiterName: `human ${pass}`, windows: passWindows } : networkUse;
  // Sign-ins from browsers with a pass count here, too. Otherwise passes would let an attacker try more passwords from
  // a network.
  const tries = name === "logins" ? [toLimitUse(c, "loginTries", PER_NETWORK.loginTries[ipVersionOf(network)])] : [];
  const countsNetwork = limiterName === networkUse.limiterName;
  const waitMs = await limiterOf(c, limiterName).count([toLimitUse(c, name, windows), ...(countsNetwork ? tries : [])]);
  if (waitMs > 0) return refuse(c, waitMs, { allowsHumanCheck: passWindows !== null });
  if (name === "logins") c.set("loginLimiterName", limiterName);
  const triesWaitMs = countsNetwork || tries.length === 0 ? 0 : await limiterOf(c, networkUse.limiterName).count(tries);
  if (triesWaitMs === 0) return null;
  await limiterOf(c, limiterName).refund(name);
  return refuse(c, triesWaitMs);
}

function hasHumanLimit(name: string): name is keyof typeof PER_HUMAN {
  return name in PER_HUMAN;
}
