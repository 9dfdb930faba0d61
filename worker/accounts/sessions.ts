/**
 * Session data. The person's inbox decides which sessions exist (`worker/inbox/sessions.ts`). A browser has a
 * signed copy that is fresh for a minute (`session-token.ts`). Times are epoch ms.
 */
import type { OwnSession } from "../contract/security.ts";
import type { users } from "../db/schema.ts";
import { maskEmailOrNone } from "./masked-email.ts";
import type { SessionAccount } from "./queries/session-accounts.ts";

/** A session ends after this long without use. */
export const SESSION_IDLE_MS = 24 * 3_600_000;
/** The longest that a session lasts. */
export const SESSION_MS = 7 * 24 * 3_600_000;
/** Per person. Opening another session ends the oldest one. */
export const MAX_SESSIONS = 10;

/** We accept a token for this long without calling the inbox. Managed identity services use one to five minutes. */
export const FRESH_TOKEN_MS = 60_000;
/** While the inbox cannot be reached, reads and bids keep working with an older token up to this age. */
export const MAX_STALE_TOKEN_MS = 10 * 60_000;
/** The largest difference that we expect between the clocks of two of Cloudflare's machines. */
const MAX_CLOCK_SKEW_MS = 2_000;
/** Once this long has passed since a person's sessions ended, none of their tokens is fresh anywhere. */
export const TOKENS_EXPIRED_AFTER_MS = FRESH_TOKEN_MS + MAX_CLOCK_SKEW_MS;

const PUBLIC_ID_LENGTH = 16;

type UserRow = typeof users.$inferSelect;

/** A session's data about its person: name and photo, rights, and the values that determine their level of trust. */
export type SessionUser = Pick<
  UserRow,
  | "id"
  | "firstName"
  | "lastName"
  | "imageKey"
  | "role"
  | "createdAt"
  | "anonymous"
  | "emailVerifiedAt"
  | "finishedSaleAt"
  | "trust"
  | "biddingStoppedAt"
> & {
  /** Empty for someone without an address. */
  readonly maskedEmail: string;
};

/** `checkedAt` is when the inbox last confirmed the session. `expiresAt` is its latest possible end. */
export type Session = {
  readonly id: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly checkedAt: number;
  readonly user: SessionUser;
};

/** A session that the inbox has confirmed for this request. It has the address, which no token has. */
export type ConfirmedSession = Session & { readonly user: SessionUser & Pick<UserRow, "email"> };

/** A session in the list of devices. `network` is an IPv4 /24 or an IPv6 /48. */
export type ListedSession = {
  readonly id: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
} & SessionMetadata;

/** Shown to users so that they recognize their sessions. Null if unknown. */
export type SessionMetadata = { readonly device: string | null; readonly network: string | null };

/** The fields that a session takes from D1's row. */
export function userOf({ suspendedAt: _none, ...user }: SessionAccount): ConfirmedSession["user"] {
  return { ...user, maskedEmail: maskEmailOrNone(user.email) };
}

/** The part of a session's ID that its owner sees: long enough to distinguish it from their other sessions. */
export function publicIdOf(id: string): string {
  return id.slice(0, PUBLIC_ID_LENGTH);
}

/** A session as its owner and admins see it. `callerSessionId` is the caller's session, which is in use `now`. */
export function toOwnSession(
  { id, device, network, createdAt, lastSeenAt }: ListedSession,
  callerSessionId: string,
  now = lastSeenAt,
): OwnSession {
  const current = id === callerSessionId;
  return {
    _id: publicIdOf(id),
    current,
    device,
    network,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: new Date(current ? now : lastSeenAt).toISOString(),
  };
}

/** Whether we can still accept the session without calling the inbox. */
export function isFresh({ checkedAt }: Pick<Session, "checkedAt">, now: number): boolean {
  return now < checkedAt + FRESH_TOKEN_MS;
}
