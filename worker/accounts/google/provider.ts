/**
 * The OpenID provider behind "Sign in with Google": where it takes people and codes, and the keys that it signs with.
 * What it publishes is asked for anew after an hour, its keys also when one is named that we do not know.
 */
import { createRemoteJWKSet, type JWTVerifyGetKey } from "jose";
import { z } from "zod";

import type { GoogleSettings } from "../../settings.ts";

export type Provider = {
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly keys: JWTVerifyGetKey;
};

const KEPT_MS = 3_600_000;
const PATIENCE_MS = 5_000;

const metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});

/** One entry an isolate: what was found, never the search for it, which belongs to the request that made it. */
const found = new Map<string, { readonly provider: Provider; readonly at: number }>();

/** Throws when the provider does not answer, or answers for someone else. `now` is epoch ms. */
export async function findProvider({ issuer }: GoogleSettings, now: number): Promise<Provider> {
  const known = found.get(issuer);
  if (known && now - known.at < KEPT_MS) return known.provider;
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
    redirect: "manual",
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (response.status !== 200) throw new Error(`the provider's configuration answered ${response.status}`);
  const told = metadata.parse(await response.json());
  if (told.issuer !== issuer) throw new Error("the provider's configuration names another issuer");
  const keys = createRemoteJWKSet(new URL(told.jwks_uri), {
    cacheMaxAge: KEPT_MS,
    // Tokens come from the provider itself, so nobody can make us ask again and again with keys that he invents.
    cooldownDuration: 0,
    timeoutDuration: PATIENCE_MS,
  });
  const provider = {
    authorizationEndpoint: told.authorization_endpoint,
    tokenEndpoint: told.token_endpoint,
    keys,
  };
  found.set(issuer, { provider, at: now });
  return provider;
}
