/**
 * A signed pass for a browser whose user has passed a Cloudflare Turnstile check, valid for an hour. It grants no
 * access. We count the browser's requests against the pass instead of its network. It is valid only in the network that
 * it was issued in, so that no one can share it. Times are epoch ms.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

import * as z from "zod";

import { fetchBounded, JSON_BOUNDS } from "../platform/bounded-fetch.ts";
import { failureReason } from "../platform/failure-reason.ts";
import type { TurnstileSettings } from "../settings/settings.ts";

export const HUMAN_PASS_MS = 3_600_000;

const ID_BYTES = 16;
const PASS_PATTERN = /^(?<id>[\w-]{22})\.(?<expiresAt>\d{13})\.(?<signature>[\w-]{43})$/;

/** Identifies our widget. A token from another widget of the same account doesn't count. */
export const HUMAN_CHECK_ACTION = "human-check";

const siteverifyResponse = z.object({
  success: z.literal(true),
  hostname: z.string(),
  action: z.literal(HUMAN_CHECK_ACTION),
});

/** `networkPrefix` is that of the caller's network. */
export function issueHumanPass(secret: string, networkPrefix: string, now: number): string {
  const content = `${randomBytes(ID_BYTES).toString("base64url")}.${now + HUMAN_PASS_MS}`;
  return `${content}.${signatureOf(secret, networkPrefix, content).toString("base64url")}`;
}

/** The ID of a valid pass. Null if we didn't issue the pass for this network, or it has expired. */
export function readHumanPass(secret: string, networkPrefix: string, pass: string, now: number): string | null {
  const { id, expiresAt, signature } = PASS_PATTERN.exec(pass)?.groups ?? {};
  if (id === undefined || signature === undefined || Number(expiresAt) <= now) return null;
  const expected = signatureOf(secret, networkPrefix, `${id}.${expiresAt}`);
  return timingSafeEqual(expected, Buffer.from(signature, "base64url")) ? id : null;
}

/**
 * Whether Turnstile confirms this token. It does so once, for the IP address that the check was solved from
 * (`ipAddress`, null if unknown), and only if that was on our own page (`hostname`). Without a response in time,
 * the token counts as unconfirmed.
 */
export async function isConfirmedHuman(
  { secret, url }: TurnstileSettings,
  token: string,
  ipAddress: string | null,
  hostname: string,
): Promise<boolean> {
  try {
    const body = new URLSearchParams({ secret, response: token, ...(ipAddress !== null && { remoteip: ipAddress }) });
    const response = await fetchBounded(`${url}/siteverify`, { method: "POST", body }, JSON_BOUNDS);
    const { data } = siteverifyResponse.safeParse(await response.json());
    return response.ok && data?.hostname === hostname;
  } catch (error) {
    // Turnstile may be down. People stay limited as if they hadn't passed the check, so tell operators why.
    console.warn(JSON.stringify({ event: "human_check_failed", reason: failureReason(error) }));
    return false;
  }
}

function signatureOf(secret: string, networkPrefix: string, content: string): Buffer {
  return createHmac("sha256", `human pass ${secret}`).update(`${networkPrefix} ${content}`).digest();
}
