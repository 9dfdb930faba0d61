/**
 * A signed copy of a session, which its browser keeps in a second cookie. An isolate that has just started has no
 * session in its cache; with the proof a bid does not have to wait for D1. Like a cached session (session-cache.ts) it
 * identifies the bidder and does not prove that the session is still active: the room asks the person's inbox, which
 * knows the sessions that have ended. It is useless without the session's own cookie, and expires a day after it was
 * issued, because a session that was not used for a day has ended. Times are epoch ms.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

import { parseStored } from "../platform/parse-stored.ts";
import { maskEmail } from "./masked-email.ts";
import { SESSION_IDLE_MS } from "./queries/sessions.ts";
import type { Session } from "./sessions.ts";

/**
 * A proof is issued again after this time, so that one is at hand whenever the session was used within the last day.
 */
const RENEWED_AFTER_MS = 3_600_000;

/** What the browser stores: no address but the masked one, no role, and no id of the session. */
type Content = Pick<Session, "createdAt" | "expiresAt"> & {
  readonly issuedAt: number;
  readonly user: Omit<Session["user"], "role" | "email"> & { readonly maskedEmail: string };
};

export function issueProof({ id, createdAt, expiresAt, user }: Session, secret: string, now: number): string {
  const { role: _role, email, ...shown } = user;
  const maskedEmail = email === null ? "" : maskEmail(email);
  const content: Content = { issuedAt: now, createdAt, expiresAt, user: { ...shown, maskedEmail } };
  const text = Buffer.from(JSON.stringify(content)).toString("base64url");
  return `${text}.${signatureOf(text, id, secret).toString("base64url")}`;
}

/** The session with this id as the proof has it, without its role; null when the proof is not for it, or too old. */
export function sessionInProof(proof: string, id: string, secret: string, now: number): Session | null {
  const content = contentOf(proof, id, secret);
  if (!content || content.issuedAt <= now - SESSION_IDLE_MS || content.expiresAt <= now) return null;
  const { issuedAt: lastSeenAt, createdAt, expiresAt } = content;
  const { maskedEmail, ...user } = content.user;
  // Masking a masked address changes nothing.
  const email = maskedEmail === "" ? null : maskedEmail;
  return { id, createdAt, lastSeenAt, expiresAt, user: { ...user, email, role: "User" } };
}

/** Whether the browser should get a new proof. */
export function isProofDue(proof: string, id: string, secret: string, now: number): boolean {
  const content = contentOf(proof, id, secret);
  return !content || content.issuedAt <= now - RENEWED_AFTER_MS;
}

function contentOf(proof: string, sessionId: string, secret: string): Content | null {
  const [text = "", signature = ""] = proof.split(".");
  const expected = signatureOf(text, sessionId, secret);
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return parseStored<Content>(Buffer.from(text, "base64url").toString());
}

function signatureOf(text: string, sessionId: string, secret: string): Buffer {
  return createHmac("sha256", `session proof ${secret}`).update(`${sessionId} ${text}`).digest();
}
