/**
 * A person's level of trust, *new* or *known*. Given what is known of a member, it says until when they are new; what a
 * new member may do is a setting. Pure: the caller has the clock.
 */

const DAY_MS = 24 * 3_600_000;
/** How long a member without a finished sale or purchase is new. */
const NEW_FOR_MS = 7 * DAY_MS;
/** Later than any time that is compared with it, and still a number in JSON. */
export const ALWAYS_NEW = Number.MAX_SAFE_INTEGER;

export type Trust = "new" | "known";

/** Times are epoch milliseconds. */
export type Member = {
  readonly createdAt: number;
  /** Null while no one has proven the address. */
  readonly emailProvenAt: number | null;
  /** When a known member first said that a sale or purchase with this one was finished. */
  readonly finishedSaleAt: number | null;
  /** The level that an admin has set. */
  readonly trust: Trust | null;
};

/**
 * Until when a member is new (epoch ms); 0 for one who is known, `ALWAYS_NEW` until something other than time changes it.
 * An admin's choice comes first. Otherwise someone is known who has proven their address, where this deployment can ask
 * for that (`provesEmail`), and has a finished sale or purchase, or joined seven days ago.
 */
export function newUntil(member: Member, provesEmail: boolean): number {
  if (member.trust !== null) return member.trust === "known" ? 0 : ALWAYS_NEW;
  if (provesEmail && member.emailProvenAt === null) return ALWAYS_NEW;
  return member.finishedSaleAt === null ? member.createdAt + NEW_FOR_MS : 0;
}

/** The level at `now` (epoch ms). */
export function trustAt(member: Member, provesEmail: boolean, now: number): Trust {
  return now < newUntil(member, provesEmail) ? "new" : "known";
}
