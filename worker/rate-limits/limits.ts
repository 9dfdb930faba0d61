/**
 * The numbers of the rate limits. `worker/http` decides which limits a call counts against, in `network-limits.ts`,
 * `person-limits.ts`, `account-limits.ts`, `memory-limits.ts` and `write-limit.ts`. Rooms and inboxes themselves count
 * bids in one auction, frames, open sockets and new members' auctions. People who use our pages don't reach the limits,
 * even if hundreds share one IPv4 address. Scripts do (`scripts/proof/threats/one-address.test.ts`). In tests and
 * benchmarks `LIMIT_SCALE` multiplies every `max` except that of `newAuctionsPerDay`, but no window or wait.
 */
import type { LoginLimits } from "./login-attempts.ts";
import type { LimitWindow } from "./windows.ts";

/**
 * A number for each kind of network. An IPv4 address may be an office, a campus or thousands of a carrier's customers.
 * So its limits are enough for hundreds of people at the same time. An IPv6 /64 is one household.
 */
export type ByIpVersion<Value> = { readonly ipv4: Value; readonly ipv6: Value };

/** The IP version of a network in the format of worker/http/caller-address.ts. */
export function ipVersionOf(network: string): keyof ByIpVersion<unknown> {
  return network.includes(":") ? "ipv6" : "ipv4";
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The limiter that counts everything one person does, no matter which auction or call it concerns. */
export function personLimiterName(personId: string): string {
  return `person ${personId}`;
}

/** One person's bids, raises and purchases in one auction, which the room counts. */
export const BIDS_PER_AUCTION = per(5, 5 * SECOND_MS);
/**
 * One person's bids, raises, withdrawals, release requests and purchases in all auctions: one a second, in bursts of up
 * to ten.
 */
export const BIDS_PER_PERSON = [per(10, 10 * SECOND_MS), per(60, MINUTE_MS)];
/** Frames on one socket of an auction, regardless of their content. */
export const FRAMES_PER_SOCKET = per(10, 10 * SECOND_MS);

/** Open sockets of one signed-in person in one room or relay: many tabs on several devices. */
export const ROOM_SOCKETS_PER_PERSON = 20;
/** Open sockets of visitors from one network in one room or relay. */
export const ROOM_SOCKETS_PER_NETWORK: ByIpVersion<number> = { ipv4: 500, ipv6: 50 };
/** Open sockets of one person's inbox. A new one closes the oldest. */
export const INBOX_SOCKETS_PER_PERSON = 10;

/**
 * Calls from one network that are counted exactly. Known devices, and browsers that have passed a human check, have
 * separate counters.
 */
export const PER_NETWORK = {
  // Counts only failures. A success is refunded, or gives the device a new ID with a count of its own. The limit is the
  // same for IPv4 and IPv6, because each failure may be a guess.
  logins: perNetwork(20, 20, 5 * MINUTE_MS),
  // All sign-ins but those from known devices, because each hashes a password.
  loginTries: perNetwork(300, 60, 5 * MINUTE_MS),
  // Counts only valid forms. Each creates an account, or reveals that an address is taken.
  signups: { ipv4: [per(200, HOUR_MS), per(500, DAY_MS)], ipv6: [per(10, HOUR_MS), per(30, DAY_MS)] },
  resetEmails: perNetwork(60, 10, HOUR_MS),
  emailLinks: perNetwork(200, 20, 5 * MINUTE_MS),
  resets: perNetwork(200, 20, 5 * MINUTE_MS),
  googleStarts: perNetwork(300, 20, 5 * MINUTE_MS),
  googleReturns: perNetwork(300, 20, 5 * MINUTE_MS),
  googleLogins: perNetwork(300, 20, 5 * MINUTE_MS),
  // Every open sign-in page begins one every four minutes, so that the browser can offer its passkeys.
  passkeyStarts: perNetwork(900, 60, 5 * MINUTE_MS),
  passkeyLogins: perNetwork(300, 20, 5 * MINUTE_MS),
} satisfies Record<string, ByIpVersion<readonly LimitWindow[]>>;

// The limits from here to BROWSER_ERRORS_PER_NETWORK are counted in each isolate's memory. They protect only the
// isolate's own resources, or apply to calls that are too frequent to call a Durable Object each time.

export const READS_PER_PERSON = per(300, MINUTE_MS);
export const READS_PER_NETWORK = { ipv4: per(3_000, MINUTE_MS), ipv6: per(600, MINUTE_MS) };
export const UPGRADES_PER_PERSON = per(60, MINUTE_MS);
/** Sockets that visitors open. After a deploy, everyone in the network reconnects. */
export const UPGRADES_PER_NETWORK = { ipv4: per(600, MINUTE_MS), ipv6: per(120, MINUTE_MS) };
/** Calls without a session that can change something. */
export const WRITES_PER_NETWORK = { ipv4: per(600, MINUTE_MS), ipv6: per(120, MINUTE_MS) };
/** Turnstile tokens, each of which costs a call to Cloudflare. */
export const HUMAN_CHECKS_PER_NETWORK = { ipv4: per(60, MINUTE_MS), ipv6: per(10, MINUTE_MS) };
/** Errors that browsers report. A page sends at most five. */
export const BROWSER_ERRORS_PER_NETWORK = { ipv4: per(15, MINUTE_MS), ipv6: per(15, MINUTE_MS) };

/** The limits of a browser that has passed a human check, while its pass is valid (an hour). */
export const PER_HUMAN = {
  logins: [per(5, HOUR_MS)],
  signups: [per(3, HOUR_MS)],
  resetEmails: [per(3, HOUR_MS)],
} satisfies Record<string, readonly LimitWindow[]>;

/** One person's calls. `uploadBytes` counts bytes. */
export const PER_PERSON = {
  // Every call that can change something, except what BIDS_PER_PERSON counts.
  writes: [per(60, MINUTE_MS)],
  // An auction house may list an estate in one evening. Refused listings don't count. The upload limits below apply to
  // them too.
  auctions: [per(60, HOUR_MS), per(120, DAY_MS)],
  categories: [per(10, HOUR_MS)],
  // A form saves its draft at most every three seconds.
  drafts: [per(30, MINUTE_MS)],
  edits: [per(10, MINUTE_MS)],
  emailChanges: [per(5, HOUR_MS)],
  // Each reads everything about the person. Wrong passwords count, too.
  exports: [per(5, HOUR_MS)],
  // Each reads all of the person's sales or purchases.
  invoiceFiles: [per(20, HOUR_MS)],
  // Names and photos. Each change calls all of the person's rooms.
  profiles: [per(20, HOUR_MS)],
  // Each ends an auction for everyone. Refused ones don't count.
  purchases: [per(3, HOUR_MS), per(10, DAY_MS)],
  // Someone who is looking for a car asks about twenty in an evening. A separate rule limits questions to five per
  // item.
  questions: [per(20, HOUR_MS), per(60, DAY_MS)],
  // Enough for an auction house that answers questions about a whole sale.
  answers: [per(50, HOUR_MS)],
  reports: [per(10, HOUR_MS)],
  // Forms with images, regardless of how many images they have: the 60 auctions above, and 30 edits or refused files.
  uploads: [per(90, HOUR_MS)],
  // Saves of drafts with images. People may add the six images of each of those 60 auctions one by one.
  draftUploads: [per(360, HOUR_MS)],
  // Enough for six images of each of those 60 auctions, each sent once, with its draft, and under 1 MB. The rest is for
  // edits and retries.
  uploadBytes: [per(600_000_000, DAY_MS)],
} satisfies Record<string, readonly LimitWindow[]>;

/** Auctions in which a new member begins to bid. `max` is a setting (NEW_BIDDER_AUCTIONS). */
export function newAuctionsPerDay(max: number): readonly LimitWindow[] {
  return [per(max, DAY_MS)];
}

/** Emails with a link to one address, to reset a password or confirm the address, whether or not it has an account. */
export const LINK_EMAILS_PER_ADDRESS: readonly LimitWindow[] = [per(3, HOUR_MS)];

/**
 * Notices of each kind to one person: about their own account, and to admins about admin actions. No one reads more in
 * an hour, and repeated sign-ins must not flood a mailbox.
 */
export const SECURITY_EMAILS_PER_PERSON: readonly LimitWindow[] = [per(5, HOUR_MS), per(15, DAY_MS)];
/** Summaries that we send instead of notices beyond `SECURITY_EMAILS_PER_PERSON`. */
export const SUMMARIES_PER_PERSON: readonly LimitWindow[] = [per(1, HOUR_MS), per(3, DAY_MS)];

export const FAILED_LOGIN_LIMITS: LoginLimits = {
  freeAttempts: 5,
  maxFailuresFromUnknownNetworks: 20,
  windowMs: 15 * MINUTE_MS,
  waitsMs: [1, 2, 4, 8, 15].map((minutes) => minutes * MINUTE_MS),
  queueIntervalMs: MINUTE_MS,
  maxQueueMs: DAY_MS,
  // Enough for a person who can't remember which password it was, and too few to find one by guessing.
  maxDeviceFailures: 20,
};

function per(max: number, windowMs: number): LimitWindow {
  return { max, windowMs };
}

function perNetwork(ipv4: number, ipv6: number, windowMs: number): ByIpVersion<readonly LimitWindow[]> {
  return { ipv4: [per(ipv4, windowMs)], ipv6: [per(ipv6, windowMs)] };
}
