/** Too often is refused before anything is read: by network, by person, and by account where a password is guessed. */
import { createHash } from "node:crypto";

import { createMiddleware } from "hono/factory";

import { bidding } from "../rate-limits/bidding.ts";
import { Pace } from "../rate-limits/memory-limiter.ts";
import {
  failedLogins,
  MAX_TEXT_FORM_BYTES,
  PER_NETWORK,
  PER_PERSON,
  RESET_MAILS,
  scaled,
  SHIELDED,
} from "../rate-limits/numbers.ts";
import { networkOf, prefixOf } from "./address.ts";
import { MAX_LISTING_FORM_BYTES } from "./body.ts";
import type { HttpContext, HttpEnv } from "./context.ts";
import { fail } from "./failure.ts";
import { isUpgrade, SAFE_METHODS } from "./origin-guard.ts";
import { callerOf } from "./session.ts";

const UNCOUNTED = /^\/api\/v1\/images\/|^\/auction\//;

const reads = new Pace(SHIELDED.reads);
const socketOpens = new Pace(SHIELDED.socketOpens);

/**
 * What is only looked at, and sockets that are opened: in front of every route, so that a new one cannot forget it.
 * Pictures are many to a page and come from caches; an auction's page needs no answer of ours (see `isReadTooOften`).
 */
export const shield = createMiddleware<HttpEnv>(async (c, next) => {
  const { method, path } = c.req;
  const upgrade = isUpgrade(c.req.raw);
  if (!upgrade && (!SAFE_METHODS.has(method) || UNCOUNTED.test(path))) return next();
  const waitMs = paceOf(c, upgrade ? socketOpens : reads);
  return waitMs > 0 ? tooMany(c, waitMs) : next();
});

/** Counts a page of an auction among the reads: whether it is one too many to look the auction up for it. */
export function isReadTooOften(c: HttpContext): boolean {
  return paceOf(c, reads) > 0;
}

function paceOf(c: HttpContext, pace: Pace): number {
  return pace.waitMs(networkOf(c), c.get("now"), c.get("settings").limitScale);
}

/** Bids placed and edited by one person over all auctions, before any room hears of them. Behind a session. */
export const biddingPace = createMiddleware<HttpEnv>(async (c, next) => {
  const waitMs = bidding.waitMs(callerOf(c).user.id, c.get("now"), c.get("settings").limitScale);
  return waitMs > 0 ? tooMany(c, waitMs) : next();
});

type Refuse = (c: HttpContext, waitMs: number) => Response | Promise<Response>;

/** At most so many calls of this kind from one network; `refuse` answers those that are not read by a program. */
export function perNetwork(name: keyof typeof PER_NETWORK, refuse: Refuse = tooMany) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const windows = scaled(PER_NETWORK[name], c.get("settings").limitScale);
    const waitMs = await c.env.LIMITS.getByName(`network ${networkOf(c)}`).take([{ name, cost: 1, windows }]);
    return waitMs > 0 ? refuse(c, waitMs) : next();
  });
}

/** At most so many calls of this kind by one person. Behind `signedIn`. */
export function perPerson(name: "auctions" | "categories" | "reports") {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const waitMs = await takeOfPerson(c, [[name, 1]]);
    return waitMs > 0 ? tooMany(c, waitMs) : next();
  });
}

/** What one person may upload, judged by the declared length, before a byte of it is read. Behind `signedIn`. */
export const uploadAllowance = createMiddleware<HttpEnv>(async (c, next) => {
  const declared = Number(c.req.header("content-length") ?? MAX_LISTING_FORM_BYTES);
  // Refused for its size by what reads it, at no cost to anyone.
  if (!(declared >= 0 && declared <= MAX_LISTING_FORM_BYTES)) return next();
  // A form that large carries pictures; a smaller one is read before that is known.
  const isUpload = declared > MAX_TEXT_FORM_BYTES;
  const waitMs = await takeOfPerson(c, [["uploadBytes", declared], ...(isUpload ? [["uploads", 1] as const] : [])]);
  if (waitMs > 0) return tooMany(c, waitMs);
  c.set("uploadTaken", isUpload);
  return next();
});

/** An upload that its length did not give away, once the form is read: small pictures count as well. */
export const pictureAllowance = createMiddleware<HttpEnv>(async (c, next) => {
  if (c.get("uploadTaken")) return next();
  const parts = Array.from((await c.req.formData()).values());
  const isUpload = parts.some((part) => part instanceof File && part.size > 0);
  const waitMs = isUpload ? await takeOfPerson(c, [["uploads", 1]]) : 0;
  return waitMs > 0 ? tooMany(c, waitMs) : next();
});

type Cost = readonly [name: keyof typeof PER_PERSON, cost: number];

function takeOfPerson(c: HttpContext, costs: readonly Cost[]): Promise<number> {
  const { limitScale } = c.get("settings");
  const wishes = costs.map(([name, cost]) => ({ name, cost, windows: scaled(PER_PERSON[name], limitScale) }));
  return c.env.LIMITS.getByName(`person ${callerOf(c).user.id}`).take(wishes);
}

/**
 * Tries of one account's password. `begin` counts one as failed and answers with the refusal when there were too many;
 * `succeeded` clears it.
 */
export function loginTries(c: HttpContext, email: string) {
  const limiter = limiterOfAccount(c, email);
  const prefix = prefixOf(c) ?? "unknown";
  return {
    begin: async (): Promise<Response | null> => {
      const waitMs = await limiter.tryLogin(prefix, failedLogins(c.get("settings").limitScale));
      return waitMs > 0 ? tooMany(c, waitMs) : null;
    },
    succeeded: (): Promise<void> => limiter.loginSucceeded(prefix),
  };
}

/** The refusal when this account has been sent enough mails lately. */
export async function resetMailAllowance(c: HttpContext, email: string): Promise<Response | null> {
  const windows = scaled(RESET_MAILS, c.get("settings").limitScale);
  const waitMs = await limiterOfAccount(c, email).take([{ name: "resetMails", cost: 1, windows }]);
  return waitMs > 0 ? tooMany(c, waitMs) : null;
}

/** Nothing stays of the tries of an account that is deleted, nor of where its person has logged in from. */
export async function forgetTries(c: HttpContext, email: string): Promise<void> {
  await limiterOfAccount(c, email).forgetAll();
}

/** By the hash of the address: there is one whether or not there is such an account. */
function limiterOfAccount(c: HttpContext, email: string) {
  return c.env.LIMITS.getByName(`account ${createHash("sha256").update(email.toLowerCase()).digest("hex")}`);
}

function tooMany(c: HttpContext, waitMs: number) {
  return fail(c, "too_many_requests", { retryAfter: Math.ceil(waitMs / 1_000) });
}
