/**
 * Rate limits for an account: sign-in attempts, which could guess a password, and emails to its address. They depend on
 * a request's body, and apply whether or not the account exists.
 */
import { createHash } from "node:crypto";

import { newDeviceId } from "../accounts/known-device.ts";
import type { SecurityMailKind } from "../accounts/security-emails.ts";
import {
  FAILED_LOGIN_LIMITS,
  SECURITY_EMAILS_PER_PERSON,
  LINK_EMAILS_PER_ADDRESS,
  SUMMARIES_PER_PERSON,
} from "../rate-limits/limits.ts";
import { scaleLoginLimits } from "../rate-limits/login-attempts.ts";
import { type LimitWindow, scaleWindows } from "../rate-limits/windows.ts";
import { prefixOf } from "./caller-address.ts";
import type { HttpContext } from "./context.ts";
import { failTooMany } from "./failure.ts";
import { knownDeviceOf, setDeviceCookie } from "./known-device.ts";
import { limiterOf, limiterOfPerson, limiterOfAccount } from "./limiters.ts";
import { countForNetwork } from "./network-limits.ts";

/**
 * Sign-in attempts on one account. `begin` counts one as failed and returns the refusal if there were too many.
 * `recordSuccess` clears it, and makes this device and this network known, which gives their attempts separate
 * counters. It returns true for a new device, if the account has other known devices. `revokeOthers` makes all other
 * devices and networks unknown again.
 */
export function loginAttemptsOf(c: HttpContext, email: string) {
  const accountHash = accountHashOf(email);
  const limiter = limiterOfAccount(c, accountHash);
  const prefix = prefixOf(c) ?? "unknown";
  const { passwordPepper, limitScale } = c.get("settings");
  let issuedDeviceId: string | null = null;
  let wasCounted = false;
  const findOwnDeviceId = async (): Promise<string | null> => {
    const device = await knownDeviceOf(c);
    return device?.accountHash === accountHash ? device.id : null;
  };
  return {
    begin: async (): Promise<Response | null> => {
      // The request was counted for a device that is known to another account, instead of for its network. The device
      // isn't known to this account, so we count the network, too.
      const countedAccount = c.get("countedForAccount") ?? accountHash;
      const refusal = countedAccount === accountHash ? null : await countForNetwork(c, "logins", failTooMany);
      if (refusal) return refusal;
      const waitMs = await limiter.beginLogin(
        prefix,
        scaleLoginLimits(FAILED_LOGIN_LIMITS, limitScale),
        await findOwnDeviceId(),
      );
      wasCounted = waitMs === 0;
      return waitMs > 0 ? failTooMany(c, waitMs) : null;
    },
    recordSuccess: async (): Promise<boolean> => {
      issuedDeviceId = passwordPepper === null ? null : newDeviceId();
      const isNew = await limiter.recordLoginSuccess(prefix, await findOwnDeviceId(), {
        issuedDevice: issuedDeviceId,
        wasCounted,
      });
      const countedIn = c.get("loginLimiterName");
      // An attempt counts as failed when it begins, so that concurrent ones all count. Once it succeeds, we refund it.
      if (countedIn !== undefined) await limiterOf(c, countedIn).refund("logins");
      if (passwordPepper !== null && issuedDeviceId !== null) {
        await setDeviceCookie(c, passwordPepper, { accountHash, id: issuedDeviceId });
      }
      return isNew;
    },
    revokeOthers: async (): Promise<void> => limiter.revokeOthers(prefix, issuedDeviceId ?? (await findOwnDeviceId())),
  };
}

/**
 * Counts one email with a link to this address and returns null, or returns the refusal if there have been too many.
 */
export async function countLinkMail(c: HttpContext, email: string): Promise<Response | null> {
  const waitMs = await countMailToAddress(c, email);
  return waitMs > 0 ? failTooMany(c, waitMs) : null;
}

/**
 * Counts a notice to this person, and decides what to send. Up to the limit, that's the notice. After that it's one
 * summary, and then nothing until the limit allows it again. The kinds are counted separately, so that busy admins
 * still get notices about their own accounts.
 */
export async function countSecurityMail(
  c: HttpContext,
  personId: string,
  kind: SecurityMailKind,
): Promise<"notice" | "summary" | "nothing"> {
  const { limitScale } = c.get("settings");
  const limiter = limiterOfPerson(c, personId);
  const isWithin = async (name: string, windows: readonly LimitWindow[]) =>
    (await limiter.count([{ name, cost: 1, windows: scaleWindows(windows, limitScale) }])) === 0;
  if (await isWithin(`notices ${kind}`, SECURITY_EMAILS_PER_PERSON)) return "notice";
  return (await isWithin(`summaries ${kind}`, SUMMARIES_PER_PERSON)) ? "summary" : "nothing";
}

/** Counts one email with a link to this address and returns 0, or counts nothing and returns how long to wait. */
export async function countMailToAddress(c: HttpContext, email: string): Promise<number> {
  const windows = scaleWindows(LINK_EMAILS_PER_ADDRESS, c.get("settings").limitScale);
  return limiterOfAccount(c, accountHashOf(email)).count([{ name: "linkMails", cost: 1, windows }]);
}

/**
 * Removes the sign-in attempts and the known networks and devices of an address whose account was deleted or has lost
 * it.
 */
export async function removeLoginAttempts(c: HttpContext, email: string): Promise<void> {
  await limiterOfAccount(c, accountHashOf(email)).removeAll();
}

/** By address, not by account. A limiter exists even if the account doesn't. */
function accountHashOf(email: string): string {
  return createHash("sha256").update(email).digest("hex");
}
