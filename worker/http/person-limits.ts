/**
 * Rate limits for each person, after their session is found. They apply before a body is read, except the limits on
 * purchases and on the number of uploads. Only a form's content shows whether it has images. All calls that can change
 * something are also counted together, where the session is found (`write-limit.ts`).
 */
import { createMiddleware } from "hono/factory";

import { PER_PERSON } from "../rate-limits/limits.ts";
import { countBid } from "../rate-limits/memory-limiter.ts";
import { scaleWindows } from "../rate-limits/windows.ts";
import { MAX_LISTING_FORM_BYTES } from "./body.ts";
import type { HttpContext, HttpEnv } from "./context.ts";
import { failTooMany } from "./failure.ts";
import { callerOf } from "./find-session.ts";
import { limiterOfPerson } from "./limiters.ts";
import { requireSession } from "./session.ts";

/**
 * Limits one person's bids, raises, withdrawals, release requests and purchases in all auctions, before any room is
 * called. Runs after the middleware that finds the session.
 */
export const bidLimit = createMiddleware<HttpEnv>(async (c, next) => {
  const waitMs = countBid(callerOf(c).user.id, c.get("now"), c.get("settings").limitScale);
  return waitMs > 0 ? failTooMany(c, waitMs) : next();
});

/**
 * Limits one person's purchases before the room is called. A refused purchase doesn't count. Runs after the body is
 * read, so that only a call that reaches the room counts. `isRetry` returns whether the person already has this item,
 * because a retry gets the first response regardless of the limit.
 */
export function purchaseLimit(isRetry: (c: HttpContext) => Promise<boolean>) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const waitMs = await countForPerson(c, [["purchases", 1]]);
    if (waitMs > 0) return (await isRetry(c)) ? next() : failTooMany(c, waitMs);
    await next();
    if (isRefused(c)) await personLimiterOf(c).refund("purchases");
  });
}

/** After a failure we don't know whether anything was done. */
function isRefused(c: HttpContext): boolean {
  return !c.res.ok && (c.res.status < 500 || c.get("failedWith") === "busy");
}

type UploadLimitName = "uploads" | "draftUploads";

/** The limits that a route can name. The excluded ones are counted separately. */
type PersonLimitName = Exclude<keyof typeof PER_PERSON, UploadLimitName | "uploadBytes" | "writes" | "purchases">;

/**
 * Kinds that limit what people create. A refused call created nothing, so it doesn't count here. It still counts as a
 * write and an upload.
 */
const REFUNDED_LIMITS: ReadonlySet<PersonLimitName> = new Set(["auctions", "categories"]);

/**
 * Like `signedIn`, for calls with separate limits. The call counts as a write and as one of its kind before a byte of
 * it is read. One call to the person's limiter counts it against all of these limits, or against none if one refuses.
 */
export function signedInWithLimit(kind: PersonLimitName) {
  return limitedSession("fresh", kind);
}

/** Like `signedInWithLimit`, for a form that can have images. It also counts the form's declared length. */
export function signedInToUpload(kind: PersonLimitName) {
  return limitedSession("fresh", kind, true);
}

/** Like `signedInWithLimit`, but the inbox confirms the session even if the token is fresh. */
export function requireConfirmedSessionWithLimit(kind: PersonLimitName) {
  return limitedSession("confirmed", kind);
}

function limitedSession(requirement: "fresh" | "confirmed", kind: PersonLimitName, countsBytes = false) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const refusal = await requireSession(c, requirement);
    if (refusal) return refusal;
    const costs: readonly UseCost[] = [["writes", 1], [kind, 1], ...(countsBytes ? declaredCost(c) : [])];
    const waitMs = await countForPerson(c, costs);
    if (waitMs > 0) return failTooMany(c, waitMs);
    await next();
    if (REFUNDED_LIMITS.has(kind) && isRefused(c)) await personLimiterOf(c).refund(kind);
  });
}

function declaredCost(c: HttpContext): UseCost[] {
  const declared = Number(c.req.header("content-length") ?? MAX_LISTING_FORM_BYTES);
  // A form that is too large isn't counted, because the body reader refuses it for its size.
  return declared >= 0 && declared <= MAX_LISTING_FORM_BYTES ? [["uploadBytes", declared]] : [];
}

/** Counts a form with images as an upload. Runs after the form is read. */
export function uploadLimit(uploads: UploadLimitName) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const parts = Object.values<unknown>(Object(c.get("body"))).flat();
    const isUpload = parts.some((part) => part instanceof File && part.size > 0);
    const waitMs = isUpload ? await countForPerson(c, [[uploads, 1]]) : 0;
    return waitMs > 0 ? failTooMany(c, waitMs) : next();
  });
}

type UseCost = readonly [name: keyof typeof PER_PERSON, cost: number];

function countForPerson(c: HttpContext, costs: readonly UseCost[]): Promise<number> {
  const { limitScale } = c.get("settings");
  const uses = costs.map(([name, cost]) => ({ name, cost, windows: scaleWindows(PER_PERSON[name], limitScale) }));
  return personLimiterOf(c).count(uses);
}

function personLimiterOf(c: HttpContext) {
  return limiterOfPerson(c, callerOf(c).user.id);
}
