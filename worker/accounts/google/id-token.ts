/**
 * Verifies an ID token. The provider must have signed it with RS256 and a published key, and issued it to our client
 * within the last 30 seconds. It must contain the sign-in attempt's nonce and a verified email address. `verifyIdToken`
 * refuses any other token with a reason for the log, and throws if the provider can't be reached.
 */
import { errors, jwtVerify } from "jose";
import * as z from "zod";

import type { GoogleSettings } from "../../settings/settings.ts";
import { type GoogleIdentity, googleIdentity, nameIn } from "./identity.ts";
import type { GoogleProvider } from "./provider.ts";

type IdTokenVerification =
  | { readonly ok: true; readonly identity: GoogleIdentity }
  | { readonly ok: false; readonly reason: string };

/** Largest accepted difference between the provider's clock and ours. */
const MAX_CLOCK_SKEW_SECONDS = 30;
/** The token is issued when its code is exchanged, which has just happened. */
const MAX_AGE_SECONDS = 30;

const claims = z.object({
  aud: z.string(),
  azp: z.string().optional(),
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  email: z.string(),
  email_verified: z.literal(true),
  exp: z.number(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  name: z.string().optional(),
  picture: z.string().optional(),
});

type ExpectedIdToken = {
  readonly settings: GoogleSettings;
  readonly keys: GoogleProvider["keys"];
  readonly nonce: string;
  /** Epoch ms. */
  readonly now: number;
  /** People can't have this in their names. */
  readonly siteName: string;
};

export async function verifyIdToken(token: string, expected: ExpectedIdToken): Promise<IdTokenVerification> {
  const { settings, keys, nonce, now, siteName } = expected;
  const { issuer, clientId } = settings;
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      algorithms: ["RS256"],
      issuer,
      audience: clientId,
      clockTolerance: MAX_CLOCK_SKEW_SECONDS,
      maxTokenAge: MAX_AGE_SECONDS,
      currentDate: new Date(now),
    });
    // Without a key ID, any key in the set would be accepted.
    if (protectedHeader.kid === undefined) return { ok: false, reason: "no kid" };
    const parsed = claims.safeParse(payload);
    if (!parsed.success) return { ok: false, reason: `claims ${parsed.error.issues[0]?.path.join(".") ?? ""}` };
    const { data } = parsed;
    if (data.aud !== clientId || (data.azp ?? clientId) !== clientId) return { ok: false, reason: "another client" };
    if (data.nonce !== nonce) return { ok: false, reason: "nonce" };
    return identityOf(issuer, data, siteName);
  } catch (error) {
    if (isInvalidToken(error)) return { ok: false, reason: error.code };
    throw error;
  }
}

function identityOf(issuer: string, data: z.infer<typeof claims>, siteName: string): IdTokenVerification {
  const parsed = googleIdentity.safeParse({
    issuer,
    subject: data.sub,
    email: data.email,
    ...nameIn(data, siteName),
    pictureUrl: data.picture ?? null,
  });
  return parsed.success ? { ok: true, identity: parsed.data } : { ok: false, reason: "claims email" };
}

/** Whether the token is at fault, rather than the provider, whose keys couldn't be loaded. */
function isInvalidToken(error: unknown): error is errors.JOSEError {
  if (!(error instanceof errors.JOSEError)) return false;
  return error.code !== errors.JWKSTimeout.code && error.code !== errors.JOSEError.code;
}
