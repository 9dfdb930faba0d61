/**
 * A session as its browser has it: a compact JWT, signed with the deployment's key. `kid` identifies the key, so that
 * we can accept two keys during a rotation. The signature stays valid, so an old token still identifies its owner,
 * whose inbox renews the token. A token contains no secret and no email address. The ID of an ended session can't renew
 * anything.
 */
import { createHash } from "node:crypto";

import { compactVerify, decodeProtectedHeader, errors, SignJWT } from "jose";
import * as z from "zod";

import { type Session, FRESH_TOKEN_MS } from "./sessions.ts";
import { tokenKey } from "./signed-token.ts";

const ALGORITHM = "HS256";
const HMAC = { name: "HMAC", hash: "SHA-256" };
/** Longer than any token, because a name has at most fifty characters of four bytes. We don't parse longer text. */
const MAX_LENGTH = 2_048;
const KID_LENGTH = 8;

const personContent = z.object({
  firstName: z.string(),
  lastName: z.string(),
  imageKey: z.string().nullable(),
  role: z.enum(["User", "Admin"]),
  createdAt: z.number(),
  anonymous: z.boolean(),
  emailVerifiedAt: z.number().nullable(),
  finishedSaleAt: z.number().nullable(),
  trust: z.enum(["new", "known"]).nullable(),
  biddingStoppedAt: z.number().nullable(),
  maskedEmail: z.string(),
});

/** `iat` and `exp` are in seconds, as in every JWT. The other times are epoch ms. */
const tokenContent = z.object({
  aud: z.string(),
  sub: z.string(),
  sid: z.string(),
  iat: z.number(),
  exp: z.number(),
  createdAt: z.number(),
  expiresAt: z.number(),
  person: personContent,
});

type SessionKey = { readonly kid: string; readonly key: CryptoKey };

/** Imported once, because importing takes as long as reading a token. */
const importedKeys = new Map<string, SessionKey>();

async function keyOf(secret: string): Promise<SessionKey> {
  const known = importedKeys.get(secret);
  if (known) return known;
  const bytes = tokenKey(secret, "session");
  const kid = createHash("sha256").update(bytes).digest("base64url").slice(0, KID_LENGTH);
  const key = await crypto.subtle.importKey("raw", bytes, HMAC, false, ["sign", "verify"]);
  importedKeys.set(secret, { kid, key });
  return { kid, key };
}

/** `host` is the cookie's host, the only one that accepts the token. */
export async function signSession(secret: string, host: string, session: Session): Promise<string> {
  const { id, createdAt, expiresAt, checkedAt, user } = session;
  const { kid, key } = await keyOf(secret);
  return new SignJWT({ sid: id, createdAt, expiresAt, person: personContent.parse(user) })
    .setProtectedHeader({ alg: ALGORITHM, kid })
    .setSubject(user.id)
    .setAudience(host)
    .setIssuedAt(new Date(checkedAt))
    .setExpirationTime(new Date(checkedAt + FRESH_TOKEN_MS))
    .sign(key);
}

/**
 * The session in a token, fresh or not. Null if the text wasn't signed with one of these keys for this host, or the
 * session has expired. `now` is epoch ms.
 */
export async function readSession(
  secrets: readonly string[],
  host: string,
  token: string,
  now: number,
): Promise<Session | null> {
  if (token === "" || token.length > MAX_LENGTH) return null;
  try {
    const { kid } = decodeProtectedHeader(token);
    const keys = await Promise.all(secrets.map(keyOf));
    const signingKey = keys.find((key) => key.kid === kid);
    if (!signingKey) return null;
    const { payload } = await compactVerify(token, signingKey.key, { algorithms: [ALGORITHM] });
    return parseSession(new TextDecoder().decode(payload), host, now);
  } catch (error) {
    // `TypeError` means that the header isn't JSON.
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}

function parseSession(payload: string, host: string, now: number): Session | null {
  const parsed = tokenContent.safeParse(JSON.parse(payload));
  // Signed by another version of this software, so the user has to sign in again.
  if (!parsed.success) return null;
  const { aud, sub, sid, iat, createdAt, expiresAt, person } = parsed.data;
  if (aud !== host || expiresAt <= now) return null;
  return { id: sid, createdAt, expiresAt, checkedAt: iat * 1_000, user: { id: sub, ...person } };
}
