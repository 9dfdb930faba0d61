/**
 * Every number of how often, in one place, but those of bidding (worker/rate-limits/bidding.ts) and those that an object
 * counts for itself (worker/room/commands/bid-pace.ts, socket-frames.ts and crowd.ts, worker/inbox/inbox.ts). A person who
 * uses our pages never meets one. LIMIT_SCALE multiplies them in tests.
 */
import type { LoginRule } from "./login-tries.ts";
import type { Window } from "./window.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** By network, whatever comes of it. */
export const PER_NETWORK = {
  logins: [{ most: 20, windowMs: 5 * MINUTE_MS }],
  signups: [{ most: 5, windowMs: HOUR_MS }],
  resetMails: [{ most: 10, windowMs: HOUR_MS }],
  resets: [{ most: 20, windowMs: 5 * MINUTE_MS }],
  googleStarts: [{ most: 20, windowMs: 5 * MINUTE_MS }],
  googleReturns: [{ most: 20, windowMs: 5 * MINUTE_MS }],
  googleLogins: [{ most: 20, windowMs: 5 * MINUTE_MS }],
} as const satisfies Record<string, readonly Window[]>;

/** By network, in each isolate's memory: a shield for what is too frequent to be summed up anywhere. */
export const SHIELDED = {
  reads: { most: 300, windowMs: MINUTE_MS },
  socketOpens: { most: 30, windowMs: MINUTE_MS },
} as const satisfies Record<string, Window>;

/** By person; `uploadBytes` counts bytes. */
export const PER_PERSON = {
  auctions: [
    { most: 20, windowMs: HOUR_MS },
    { most: 100, windowMs: DAY_MS },
  ],
  categories: [{ most: 10, windowMs: HOUR_MS }],
  reports: [{ most: 10, windowMs: HOUR_MS }],
  // Forms that carry pictures, however many: six for each auction that may be listed, and ten changes of mind.
  uploads: [{ most: 30, windowMs: HOUR_MS }],
  uploadBytes: [{ most: 200_000_000, windowMs: DAY_MS }],
} as const satisfies Record<string, readonly Window[]>;

/** By account, whether or not there is one: mails with a link that resets its password. */
export const RESET_MAILS = [{ most: 3, windowMs: HOUR_MS }] as const satisfies readonly Window[];

/** No form of ours without a picture is larger than this: its texts are shorter. What is larger counts unread. */
export const MAX_TEXT_FORM_BYTES = 24 * 1_024;

/** Failures of logging in to one account. */
const FAILED_LOGINS: LoginRule = {
  perNetwork: 5,
  perAccount: 20,
  windowMs: 15 * MINUTE_MS,
  waitsMs: [1, 2, 4, 8, 15].map((minutes) => minutes * MINUTE_MS),
  knownOnlyAfter: 100,
};

export function scaled(windows: readonly Window[], scale: number): Window[] {
  return windows.map(({ most, windowMs }) => ({ most: most * scale, windowMs }));
}

export function failedLogins(scale: number): LoginRule {
  return {
    ...FAILED_LOGINS,
    perNetwork: FAILED_LOGINS.perNetwork * scale,
    perAccount: FAILED_LOGINS.perAccount * scale,
    knownOnlyAfter: FAILED_LOGINS.knownOnlyAfter * scale,
  };
}
