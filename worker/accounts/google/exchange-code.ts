/** Exchanges the authorization code of a sign-in for the ID token, in a server-to-server call. */
import * as z from "zod";

import { fetchBounded, JSON_BOUNDS } from "../../platform/bounded-fetch.ts";
import type { GoogleSettings } from "../../settings/settings.ts";

const tokenResponse = z.object({ id_token: z.string() });

type TokenRequest = { readonly code: string; readonly verifier: string; readonly redirectUri: string };

/** Null when the provider refuses the code. Throws if it doesn't respond in time, or if its response is unexpected. */
export async function exchangeCode(
  { clientId, clientSecret }: GoogleSettings,
  endpoint: string,
  { code, verifier, redirectUri }: TokenRequest,
): Promise<string | null> {
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  const headers = { authorization: `Basic ${credentials}`, accept: "application/json" };
  const response = await fetchBounded(endpoint, { method: "POST", headers, body }, JSON_BOUNDS);
  if (response.status === 400 || response.status === 401) return null;
  if (response.status !== 200) throw new Error(`the provider's token endpoint responded with ${response.status}`);
  return tokenResponse.parse(await response.json()).id_token;
}
