/** The person behind a session, in the words in which a room asks for them (worker/room/rpc.ts). */
import { moderates } from "../contract/account.ts";
import { imageUrl } from "../contract/fields.ts";
import type { Actor, Requester, SessionClaim } from "../room/rpc.ts";
import { maskEmail } from "./masked-email.ts";
import type { Session } from "./sessions.ts";

export function actorOf({ user }: Session): Actor {
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

/** A reader of a listing that admins may have hidden. */
export function onlookerOf({ user }: Session): Requester {
  return { userId: user.id, moderates: moderates(user) };
}

/** A person with the session that the room is to check: it may have ended since it was found. */
export function signedBy(session: Session): { readonly actor: Actor; readonly session: SessionClaim } {
  return { actor: actorOf(session), session: sessionCardOf(session) };
}

export function sessionCardOf({ id, expiresAt }: Session): SessionClaim {
  return { sessionId: shortSessionId(id), expiresAt };
}

/**
 * The first 128 bits of a session's id, by which rooms and inboxes know it: enough that no two sessions are confused.
 * The id is a hash of the cookie's token, so neither can be used to sign in.
 */
export function shortSessionId(sessionId: string): string {
  return sessionId.slice(0, 32);
}
