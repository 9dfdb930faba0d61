/**
 * Whether a session's person has proven their e-mail address. A session that was found a while ago may say that they
 * have not, although they have since: it is then looked up again.
 */
import type { Settings } from "../settings.ts";
import type { Session } from "./sessions.ts";

/** Whether this person has to prove their address before they bid, buy or list. */
export function mustProveAddress({ user }: Session, { confirmsEmail }: Pick<Settings, "confirmsEmail">): boolean {
  return confirmsEmail && user.emailProvenAt === null;
}

/** Whether a cached session, or one in a browser's proof, must not be judged by: D1 may know better. */
export function needsFreshLevel(session: Session, settings: Settings): boolean {
  return mustProveAddress(session, settings);
}
