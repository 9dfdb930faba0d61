/**
 * Whether an ID token is what it says: signed by the provider with RS256 and a key that it publishes, made for us, just
 * now, for the attempt that carries this nonce, and about a person whose e-mail the provider has verified. Everything
 * else is refused with a word for the log; a provider that does not answer throws.
 */
import { errors, jwtVerify } from "jose";
import { z } from "zod";

import type { GoogleSettings } from "../../settings.ts";
import { cleanName, type Identity, identity } from "./identity.ts";
import type { Provider } from "./provider.ts";

export type Verified =
  | { readonly ok: true; readonly identity: Identity }
  | { readonly ok: false; readonly reason: string };

/** How far the provider's clock and ours may be apart. */
const CLOCKS_APART_SECONDS = 30;
/** The token is made when its code is exchanged, which is now. */
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

type Expected = {
  readonly settings: GoogleSettings;
  readonly keys: Provider["keys"];
  readonly nonce: string;
  /** Epoch ms. */
  readonly now: number;
};

export async function verifyIdToken(token: string, { settings, keys, nonce, now }: Expected): Promise<Verified> {
  const { issuer, clientId } = settings;
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      algorithms: ["RS256"],
      issuer,
      audience: clientId,
      clockTolerance: CLOCKS_APART_SECONDS,
      maxTokenAge: MAX_AGE_SECONDS,
      currentDate: new Date(now),
    });
    // Without a name any key of the set would do.
    if (protectedHeader.kid === undefined) return { ok: false, reason: "no kid" };
    const read = claims.safeParse(payload);
    if (!read.success) return { ok: false, reason: `claims ${read.error.issues[0]?.path.join(".") ?? ""}` };
    const told = read.data;
    if (told.aud !== clientId || (told.azp ?? clientId) !== clientId) return { ok: false, reason: "another client" };
    if (told.nonce !== nonce) return { ok: false, reason: "nonce" };
    return identityOf(issuer, told);
  } catch (error) {
    if (isTokensFault(error)) return { ok: false, reason: error.code };
    throw error;
  }
}

function identityOf(issuer: string, told: z.infer<typeof claims>): Verified {
  const firstName = cleanName(told.given_name) || cleanName(told.name) || cleanName(told.email.split("@")[0]);
  const read = identity.safeParse({
    issuer,
    subject: told.sub,
    email: told.email,
    firstName,
    lastName: cleanName(told.family_name),
    pictureUrl: told.picture ?? null,
  });
  return read.success ? { ok: true, identity: read.data } : { ok: false, reason: "claims email" };
}

/** And not that of the provider, whose keys could not be had. */
function isTokensFault(error: unknown): error is errors.JOSEError {
  if (!(error instanceof errors.JOSEError)) return false;
  return error.code !== errors.JWKSTimeout.code && error.code !== errors.JOSEError.code;
}
