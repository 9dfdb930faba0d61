/** Converts a session to the types that a room's methods take (worker/room-rpc.ts). */
import { imageUrl } from "../contract/fields.ts";
import { moderates } from "../contract/people.ts";
import type { Actor, Requester, SessionClaim } from "../room-rpc.ts";
import type { Settings } from "../settings.ts";
import { levelOf, mustProveAddress } from "./level.ts";
import { maskEmail } from "./masked-email.ts";
import type { Session } from "./sessions.ts";

type ShownUser = Pick<Session["user"], "id" | "firstName" | "lastName" | "email" | "imageKey" | "anonymous">;

export function actorOf({ user }: { readonly user: ShownUser }): Actor {
  const { id, firstName, lastName, email, imageKey, anonymous } = user;
  return {
    id,
    firstName,
    lastName,
    imageUrl: imageKey === null ? null : imageUrl(imageKey),
    maskedEmail: email === null ? "" : maskEmail(email),
    anonymous,
  };
}

/**
 * Someone who may bid at `now` (epoch ms): with what limits them, an address that has to be proven first, or the level of
 * a new member.
 */
export function bidderOf(session: Session, settings: Settings, now: number): Actor {
  const { level, until } = levelOf(session.user, settings, now);
  return {
    ...actorOf(session),
    ...(mustProveAddress(session, settings) && { unproven: true }),
    ...(settings.newMembers !== null && level === "new" && { newUntil: until }),
  };
}

/** Decides whether a hidden listing may be shown: to its seller and to admins. */
export function requesterOf({ user }: Session): Requester {
  return { userId: user.id, moderates: moderates(user) };
}

/** The user and the session. The room checks the session again, because it may have ended since it was looked up. */
export function signedBy(
  session: Session,
  settings: Settings,
  now: number,
): { readonly actor: Actor; readonly session: SessionClaim } {
  return { actor: bidderOf(session, settings, now), session: sessionClaimOf(session) };
}

export function sessionClaimOf({ id, expiresAt }: Session): SessionClaim {
  return { sessionId: shortSessionId(id), expiresAt };
}

/**
 * The first 128 bits of a session's id, which rooms and inboxes use: long enough to be unique.
 * The id is a hash of the cookie's token, so neither can be used to sign in.
 */
export function shortSessionId(sessionId: string): string {
  return sessionId.slice(0, 32);
}
