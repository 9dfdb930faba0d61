/** Converts a session to the types that a room's methods take (worker/rpc/room-rpc.ts). */
import { imageUrl } from "../contract/fields.ts";
import { isModerator } from "../contract/people.ts";
import type { Actor, Requester } from "../rpc/room-rpc.ts";
import type { TrustLevelSettings } from "../settings/settings.ts";
import type { SessionAccount } from "./queries/session-accounts.ts";
import { type Session, type SessionUser, userOf } from "./sessions.ts";
import { trustLevelOf, mustVerifyEmail } from "./trust-level.ts";

type PublicUser = Pick<SessionUser, "id" | "firstName" | "lastName" | "maskedEmail" | "imageKey" | "anonymous">;

export function actorOf({ user }: { readonly user: PublicUser }): Actor {
  const { id, firstName, lastName, maskedEmail, imageKey, anonymous } = user;
  return { id, firstName, lastName, imageUrl: imageKey === null ? null : imageUrl(imageKey), maskedEmail, anonymous };
}

/** Converts an account's row in D1. */
export function actorOfAccount(account: SessionAccount): Actor {
  return actorOf({ user: userOf(account) });
}

/**
 * A session's bidder at `now` (epoch ms), with anything that limits them: an unverified address, too many unpaid
 * deals, or being a new member.
 */
export function bidderOf(session: Session, settings: TrustLevelSettings, now: number): Actor {
  const { level, until } = trustLevelOf(session.user, settings, now);
  return {
    ...actorOf(session),
    ...(mustVerifyEmail(session, settings) && { unverified: true }),
    ...(session.user.biddingStoppedAt !== null && { biddingStopped: true }),
    ...(settings.newMemberLimits !== null && level === "new" && { newUntil: until }),
  };
}

/** Identifies the reader of a hidden listing. Only its seller and admins can see it. */
export function requesterOf({ user }: Session): Requester {
  return { personId: user.id, moderates: isModerator(user) };
}
