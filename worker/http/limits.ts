/**
 * Rate limits in front of routes: by network, by person, and by account where a password can be guessed. All of them
 * apply before a body is read, except those that depend on what it says: an e-mail address, a small image, whether a
 * sign-up's form is valid. Refusals are 429 with `Retry-After`. All calls that may change something are also counted
 * together, where the session is found (write-limit.ts), and all reads before any route (limits-in-memory.ts).
 */
import { createHash } from "node:crypto";

import { createMiddleware } from "hono/factory";

import { newDeviceId } from "../accounts/known-device.ts";
import type { NoticeKind } from "../accounts/security-mails.ts";
import { scaledLogins } from "../rate-limits/login-attempts.ts";
import { bidsPerPerson } from "../rate-limits/memory-limiter.ts";
import {
  FAILED_LOGINS,
  kindOf,
  NOTICES_PER_PERSON,
  PER_HUMAN,
  PER_NETWORK,
  PER_PERSON,
  LINK_MAILS_PER_ADDRESS,
  SUMMARIES_PER_PERSON,
  type Window,
} from "../rate-limits/numbers.ts";
import { scaled } from "../rate-limits/windows.ts";
import { networkOf, prefixOf } from "./address.ts";
import { MAX_LISTING_FORM_BYTES } from "./body.ts";
import type { HttpContext, HttpEnv } from "./context.ts";
import { tooMany } from "./failure.ts";
import { humanPassOf } from "./human-pass.ts";
import { knownDeviceOf, setDeviceCookie } from "./known-device.ts";
import { callerOf, requireSession } from "./session.ts";

/**
 * Our own forms without an image are smaller, because their texts are short. Larger forms count as uploads before they
 * are read.
 */
const MAX_TEXT_FORM_BYTES = 24 * 1_024;

/**
 * Bids, raises, withdrawals, release requests and purchases of one person over all auctions, before any room is called.
 * Behind a session.
 */
export const bidLimit = createMiddleware<HttpEnv>(async (c, next) => {
  const waitMs = bidsPerPerson.count(callerOf(c).user.id, c.get("now"), c.get("settings").limitScale);
  return waitMs > 0 ? tooMany(c, waitMs) : next();
});

/**
 * Purchases of one person, before the room is called. A refused one is given back. Behind the body, so that only a
 * call that reaches the room is counted. `isRepeated` says whether the person has this item already: a repeat gets the
 * first answer, whatever the limit.
 */
export function purchaseLimit(isRepeated: (c: HttpContext) => Promise<boolean>) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const waitMs = await countForPerson(c, [["purchases", 1]]);
    if (waitMs > 0) return (await isRepeated(c)) ? next() : tooMany(c, waitMs);
    await next();
    if (isRefused(c)) await personLimiterOf(c).giveBack("purchases");
  });
}

/** After a failure it is not known whether anything was done. */
function isRefused(c: HttpContext): boolean {
  return !c.res.ok && (c.res.status < 500 || c.get("failedWith") === "busy");
}

type Refuse = (c: HttpContext, waitMs: number, offers?: { provable: boolean }) => Response | Promise<Response>;

type Limited = Exclude<keyof typeof PER_NETWORK, "loginTries">;

/** Calls of this kind from one network, or of one browser that has passed a human check. */
export function networkLimit(name: Limited) {
  return createMiddleware<HttpEnv>(async (c, next) => (await countForNetwork(c, name, tooMany)) ?? next());
}

/**
 * `networkLimit` for the ways to sign in. A device that has signed in before has a counter of its own instead, so that
 * others in its network cannot use up its attempts. `refuse` replaces the JSON answer where a browser shows it as a
 * page.
 */
export function signInLimit(
  name: "logins" | "googleStarts" | "googleReturns" | "googleLogins" | "passkeyStarts" | "passkeyLogins",
  refuse: Refuse = tooMany,
) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const device = await knownDeviceOf(c);
    const uses = [useOf(c, name, PER_NETWORK[name].ipv6)];
    const waitMs = device && (await limiterNamed(c, device.account).countForDevice(device.id, uses));
    if (device === null || waitMs === null) return (await countForNetwork(c, name, refuse)) ?? next();
    c.set("countedForAccount", device.account);
    return waitMs > 0 ? refuse(c, waitMs) : next();
  });
}

/** Counts a sign-up before its form is read, if that is as large as a photo: uploads share the memory of an isolate. */
export const largeSignupLimit = createMiddleware<HttpEnv>(async (c, next) => {
  if (!isLarge(c)) return next();
  const refusal = await countSignup(c);
  c.set("signupCounted", true);
  return refusal ?? next();
});

/** Counts a sign-up whose form is valid: from here on it makes an account, or says that the address is taken. */
export async function countSignup(c: HttpContext): Promise<Response | null> {
  return c.get("signupCounted") ? null : countForNetwork(c, "signups", tooMany);
}

/**
 * Counts a call for this browser's pass or for its network, and returns null; or counts nothing and returns the
 * refusal.
 */
async function countForNetwork(c: HttpContext, name: Limited, refuse: Refuse): Promise<Response | null> {
  const network = networkOf(c);
  const ofNetwork = { counter: `network ${network}`, windows: PER_NETWORK[name][kindOf(network)] };
  const pass = isProvable(name) ? humanPassOf(c) : null;
  const { counter, windows } =
    pass !== null && isProvable(name) ? { counter: `human ${pass}`, windows: PER_HUMAN[name] } : ofNetwork;
  // Log-ins of browsers with a pass count here, too: passes do not let an attacker try more passwords from a network
  // than this.
  const tries = name === "logins" ? [useOf(c, "loginTries", PER_NETWORK.loginTries[kindOf(network)])] : [];
  const isOfNetwork = counter === ofNetwork.counter;
  const waitMs = await limiterOf(c, counter).count([useOf(c, name, windows), ...(isOfNetwork ? tries : [])]);
  if (waitMs > 0) return refuse(c, waitMs, { provable: isProvable(name) });
  if (name === "logins") c.set("loginCountedIn", counter);
  const triesMs = isOfNetwork || tries.length === 0 ? 0 : await limiterOf(c, ofNetwork.counter).count(tries);
  if (triesMs === 0) return null;
  await limiterOf(c, counter).giveBack(name);
  return refuse(c, triesMs);
}

function isProvable(name: string): name is keyof typeof PER_HUMAN {
  return name in PER_HUMAN;
}

function limiterOf(c: HttpContext, counter: string) {
  return c.env.LIMITS.getByName(counter);
}

function useOf(c: HttpContext, name: keyof typeof PER_NETWORK, windows: readonly Window[]) {
  return { name, cost: 1, windows: scaled(windows, c.get("settings").limitScale) };
}

type Uploads = "uploads" | "draftUploads";
/** What one person may do so often, and no more. The excluded limits count the same calls besides. */
type Kind = Exclude<keyof typeof PER_PERSON, Uploads | "uploadBytes" | "writes" | "purchases">;

/** Kinds that limit what is made: a refused call made nothing, and is given back. Writes and uploads count it still. */
const MAKING: ReadonlySet<Kind> = new Set(["auctions", "categories"]);

/**
 * `signedIn` for calls with a limit of their own. The call counts as a write, as one of its kind, and with its declared
 * length where it may upload images, before a byte of it is read: against all of these limits in one call to the
 * person's limiter, or against none where one refuses it.
 */
export function signedInWithin(kind: Kind, uploads?: Uploads) {
  return within("fresh", kind, uploads);
}

/** The same with `surelySignedIn`. */
export function surelySignedInWithin(kind: Kind) {
  return within("confirmed", kind);
}

function within(needs: "fresh" | "confirmed", kind: Kind, uploads?: Uploads) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const refusal = await requireSession(c, needs);
    if (refusal) return refusal;
    const costs: readonly Cost[] = [["writes", 1], [kind, 1], ...(uploads ? uploadCosts(c, uploads) : [])];
    const waitMs = await countForPerson(c, costs);
    if (waitMs > 0) return tooMany(c, waitMs);
    await next();
    if (MAKING.has(kind) && isRefused(c)) await personLimiterOf(c).giveBack(kind);
  });
}

function uploadCosts(c: HttpContext, uploads: Uploads): Cost[] {
  const declared = declaredBytes(c);
  // Not counted: the reader of the body refuses it for its size.
  if (!(declared >= 0 && declared <= MAX_LISTING_FORM_BYTES)) return [];
  const isUpload = isLarge(c);
  c.set("uploadCounted", isUpload);
  return [["uploadBytes", declared], ...(isUpload ? [[uploads, 1] as const] : [])];
}

function declaredBytes(c: HttpContext): number {
  return Number(c.req.header("content-length") ?? MAX_LISTING_FORM_BYTES);
}

/** A form this large contains images; a smaller one may contain some, which is known once it is read. */
function isLarge(c: HttpContext): boolean {
  return declaredBytes(c) > MAX_TEXT_FORM_BYTES;
}

/** Uploads of small images, which a declared length does not show. Behind the reader of the form. */
export function smallUploadLimit(uploads: Uploads) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    if (c.get("uploadCounted")) return next();
    const parts = Object.values<unknown>(Object(c.get("body"))).flat();
    const isUpload = parts.some((part) => part instanceof File && part.size > 0);
    const waitMs = isUpload ? await countForPerson(c, [[uploads, 1]]) : 0;
    return waitMs > 0 ? tooMany(c, waitMs) : next();
  });
}

type Cost = readonly [name: keyof typeof PER_PERSON, cost: number];

function countForPerson(c: HttpContext, costs: readonly Cost[]): Promise<number> {
  const { limitScale } = c.get("settings");
  const uses = costs.map(([name, cost]) => ({ name, cost, windows: scaled(PER_PERSON[name], limitScale) }));
  return personLimiterOf(c).count(uses);
}

function personLimiterOf(c: HttpContext) {
  return limiterOfPerson(c, callerOf(c).user.id);
}

function limiterOfPerson(c: HttpContext, personId: string) {
  return limiterOf(c, `person ${personId}`);
}

/**
 * Attempts to sign in to one account. `begin` counts one as failed and returns the refusal when there were too many.
 * `succeeded` clears it, and makes this device and this network known: their attempts then have counters of their own.
 * It returns whether the device was new to an account that knows other devices. `revokeOthers` makes all others unknown
 * again.
 */
export function loginAttempts(c: HttpContext, email: string) {
  const account = accountNameOf(email);
  const limiter = limiterNamed(c, account);
  const prefix = prefixOf(c) ?? "unknown";
  const { passwordPepper, limitScale } = c.get("settings");
  let issued: string | null = null;
  const ownDevice = async (): Promise<string | null> => {
    const device = await knownDeviceOf(c);
    return device?.account === account ? device.id : null;
  };
  return {
    begin: async (): Promise<Response | null> => {
      // The cookie of another account's device has no effect here: the network counts.
      const counted = c.get("countedForAccount") ?? account;
      const refusal = counted === account ? null : await countForNetwork(c, "logins", tooMany);
      if (refusal) return refusal;
      const waitMs = await limiter.beginLogin(prefix, scaledLogins(FAILED_LOGINS, limitScale), await ownDevice());
      return waitMs > 0 ? tooMany(c, waitMs) : null;
    },
    succeeded: async (): Promise<boolean> => {
      issued = passwordPepper === null ? null : newDeviceId();
      const isNew = await limiter.loginSucceeded(prefix, await ownDevice(), issued);
      const countedIn = c.get("loginCountedIn");
      // It was counted as failed at its start, so that concurrent attempts all count; a successful one is given back.
      if (countedIn !== undefined) await limiterOf(c, countedIn).giveBack("logins");
      if (passwordPepper !== null && issued !== null) {
        await setDeviceCookie(c, passwordPepper, { account, id: issued });
      }
      return isNew;
    },
    revokeOthers: async (): Promise<void> => limiter.revokeOthers(prefix, issued ?? (await ownDevice())),
  };
}

/** Counts one mail with a link to this address and returns null, or returns the refusal when there were too many. */
export async function countResetMail(c: HttpContext, email: string): Promise<Response | null> {
  const waitMs = await countLinkMail(c, email);
  return waitMs > 0 ? tooMany(c, waitMs) : null;
}

/**
 * Counts a notice to this person: it may be sent itself, or as one summary of all that follow, or not at all. The kinds
 * are counted apart, so that admins with much to do still hear of what happens to their own accounts.
 */
export async function countNotice(
  c: HttpContext,
  personId: string,
  kind: NoticeKind,
): Promise<"notice" | "summary" | "nothing"> {
  const { limitScale } = c.get("settings");
  const limiter = limiterOfPerson(c, personId);
  const isWithin = async (name: string, windows: readonly Window[]) =>
    (await limiter.count([{ name, cost: 1, windows: scaled(windows, limitScale) }])) === 0;
  if (await isWithin(`notices ${kind}`, NOTICES_PER_PERSON)) return "notice";
  return (await isWithin(`summaries ${kind}`, SUMMARIES_PER_PERSON)) ? "summary" : "nothing";
}

/** Counts one mail with a link to this address and returns 0, or counts nothing and returns how long to wait. */
export async function countLinkMail(c: HttpContext, email: string): Promise<number> {
  const windows = scaled(LINK_MAILS_PER_ADDRESS, c.get("settings").limitScale);
  return limiterNamed(c, accountNameOf(email)).count([{ name: "resetMails", cost: 1, windows }]);
}

/** For a deleted account: its login attempts, and the networks and devices that it has logged in from. */
export async function removeLoginAttempts(c: HttpContext, email: string): Promise<void> {
  await limiterNamed(c, accountNameOf(email)).removeAll();
}

/** By address, not by account: there is a limiter whether or not the account exists. */
function accountNameOf(email: string): string {
  return createHash("sha256").update(email).digest("hex");
}

function limiterNamed(c: HttpContext, account: string) {
  return c.env.LIMITS.getByName(`account ${account}`);
}
