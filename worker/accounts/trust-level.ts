/** A person's level of trust in this deployment (worker/rules/trust.ts). */
import type { OwnTrust } from "../contract/account.ts";
import { toMajor } from "../rules/money.ts";
import { ALWAYS_NEW, type Member, newUntil, type Trust, trustAt } from "../rules/trust.ts";
import type { TrustLevelSettings } from "../settings/settings.ts";
import type { Session } from "./sessions.ts";

/** `until` is epoch ms, and in the past for a known member. */
type TrustLevel = { readonly level: Trust; readonly until: number };

/** The level at `now` (epoch ms). People can verify their addresses only if the site sends email. */
export function trustLevelOf(member: Member, { mailFrom }: TrustLevelSettings, now: number): TrustLevel {
  const verifiesEmail = mailFrom !== null;
  return { level: trustAt(member, verifiesEmail, now), until: newUntil(member, verifiesEmail) };
}

/** This person's limits, as shown to them. */
export function ownTrust({ user }: Session, settings: TrustLevelSettings, now: number): OwnTrust {
  const { level, until } = trustLevelOf(user, settings, now);
  if (settings.newMemberLimits === null || level === "known") return null;
  const { amountMinor, auctionsPerDay } = settings.newMemberLimits;
  return {
    level,
    until: until === ALWAYS_NEW ? null : new Date(until).toISOString(),
    maximum: amountMinor === 0 ? null : toMajor(amountMinor),
    auctionsPerDay: auctionsPerDay === 0 ? null : auctionsPerDay,
  };
}

/** Whether this person has to verify their address before they bid, buy or list. */
export function mustVerifyEmail(
  { user }: Pick<Session, "user">,
  { requiresVerifiedEmail }: Pick<TrustLevelSettings, "requiresVerifiedEmail">,
): boolean {
  return requiresVerifiedEmail && user.emailVerifiedAt === null;
}
