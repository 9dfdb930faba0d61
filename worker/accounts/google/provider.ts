/**
 * The OpenID provider for "Sign in with Google", its endpoints and signing keys. Both are cached for an hour. Keys are
 * also reloaded when a token has an unknown key ID.
 */
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from "jose";
import * as z from "zod";

import { fetchBounded, JSON_BOUNDS } from "../../platform/bounded-fetch.ts";
import type { GoogleSettings } from "../../settings/settings.ts";

export type GoogleProvider = {
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly keys: JWTVerifyGetKey;
};

const CACHE_MS = 3_600_000;

const metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});

/**
 * One entry per isolate. It holds results, never promises, because a promise belongs to the request that created it.
 */
const providers = new Map<string, { readonly provider: GoogleProvider; readonly at: number }>();

/** Throws if the provider doesn't respond, or if its configuration is for another issuer. `now` is epoch ms. */
export async function getProvider({ issuer }: GoogleSettings, now: number): Promise<GoogleProvider> {
  const known = providers.get(issuer);
  if (known && now - known.at < CACHE_MS) return known.provider;
  const response = await fetchBounded(`${issuer}/.well-known/openid-configuration`, {}, JSON_BOUNDS);
  if (response.status !== 200) throw new Error(`the provider's configuration URL responded with ${response.status}`);
  const configuration = metadata.parse(await response.json());
  if (configuration.issuer !== issuer) throw new Error("the provider's configuration is for another issuer");
  const keys = createRemoteJWKSet(new URL(configuration.jwks_uri), {
    cacheMaxAge: CACHE_MS,
    // Tokens come directly from the provider, so clients cannot cause reloads by inventing key IDs.
    cooldownDuration: 0,
    [customFetch]: (url, { method, headers }) => fetchBounded(url, { method, headers }, JSON_BOUNDS),
  });
  const provider = {
    authorizationEndpoint: configuration.authorization_endpoint,
    tokenEndpoint: configuration.token_endpoint,
    keys,
  };
  providers.set(issuer, { provider, at: now });
  return provider;
}
