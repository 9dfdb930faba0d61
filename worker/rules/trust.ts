/**
 * A person's level of trust, *new* or *known*. This file decides how long a member counts as new. A setting limits what
 * a new member can do. Pure. The caller passes the time.
 */

const DAY_MS = 24 * 3_600_000;
/** How long a member without a finished sale or purchase counts as new. */
const NEW_MEMBER_MS = 7 * DAY_MS;
/** Later than any time we compare it with, and still a number in JSON. */
export const ALWAYS_NEW = Number.MAX_SAFE_INTEGER;

export type Trust = "new" | "known";

/** Times are epoch milliseconds. */
export type Member = {
  readonly createdAt: number;
  /** Null while no one has verified the address. */
  readonly emailVerifiedAt: number | null;
  /** When a known member first confirmed that a sale or purchase with this member was finished. */
  readonly finishedSaleAt: number | null;
  /** The level that an admin has set. */
  readonly trust: Trust | null;
};

/**
 * When a member stops being new (epoch ms): 0 for a known member, `ALWAYS_NEW` if time alone won't change it. An
 * admin's choice comes first. Otherwise members become known seven days after they joined, or with their first finished
 * sale or purchase. If this deployment can verify email addresses (`verifiesEmail`), they must also have verified
 * theirs.
 */
export function newUntil(member: Member, verifiesEmail: boolean): number {
  if (member.trust !== null) return member.trust === "known" ? 0 : ALWAYS_NEW;
  if (verifiesEmail && member.emailVerifiedAt === null) return ALWAYS_NEW;
  return member.finishedSaleAt === null ? member.createdAt + NEW_MEMBER_MS : 0;
}

/** The level at `now` (epoch ms). */
export function trustAt(member: Member, verifiesEmail: boolean, now: number): Trust {
  return now < newUntil(member, verifiesEmail) ? "new" : "known";
}
