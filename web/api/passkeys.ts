/**
 * Passkeys. The library loads with the first ceremony, to keep pages small. A refusal by the browser (not confirmed, or
 * the device already has one) is an outcome, not an error.
 */
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

import {
  passkeyOptionsResponse,
  type ReauthenticationInput,
  passkeysResponse,
} from "../../worker/contract/passkeys.ts";
import { call } from "./client.ts";
import { ApiFailure } from "./failure.ts";
import { queryKeys } from "./query-keys.ts";
import { doneResponse, loginResponse } from "./response-schemas.ts";
import { currentUser, renewSessionDuring } from "./session.ts";

const loadLibrary = () => import("@simplewebauthn/browser");

type PasskeyOutcome = "done" | "cancelled" | "known";

export const passkeysQuery = queryOptions({
  queryKey: queryKeys.passkeys,
  queryFn: async ({ signal }) => (await call(passkeysResponse, "/user/passkeys", { signal })).passkeys,
});

/** Whether this browser supports passkeys. */
export function supportsPasskeys(): boolean {
  return "PublicKeyCredential" in window;
}

/** `password` is null if the account has no password. */
export async function addPasskey(password: string | null): Promise<PasskeyOutcome> {
  const body = password === null ? {} : { password };
  const { options } = await call(passkeyOptionsResponse, "/user/passkeys/options", { method: "POST", body });
  const { startRegistration } = await loadLibrary();
  const credential = await runCeremony(() => startRegistration({ optionsJSON: creationOptions.parse(options) }));
  if (typeof credential === "string") return credential;
  await call(doneResponse, "/user/passkeys", { method: "POST", body: { response: credential } });
  return "done";
}

export async function removePasskey(passkeyId: string, password: string | null): Promise<void> {
  const body = password === null ? {} : { password };
  await call(doneResponse, `/user/passkeys/${encodeURIComponent(passkeyId)}`, { method: "DELETE", body });
}

/**
 * Signs in. Later calls carry the session cookie, and the page header shows who's signed in. With `autofill`, the
 * browser offers its passkeys in the email field, and this waits for a choice. Otherwise the browser prompts right
 * away. If two calls run at the same time, only the first to be confirmed signs in, and the other ends with it.
 */
export async function signInWithPasskey({ autofill }: { autofill: boolean }): Promise<PasskeyOutcome> {
  const before = currentUser();
  const { options } = await call(passkeyOptionsResponse, "/auth/passkey-options", { method: "POST" });
  const { startAuthentication } = await loadLibrary();
  const optionsJSON = requestOptions.parse(options);
  const chosen = await runCeremony(() => startAuthentication({ optionsJSON, useBrowserAutofill: autofill }));
  if (typeof chosen === "string") return chosen;
  if (currentUser() !== before) return "done";
  // When the person taps the button, a passkey chosen in the field may already be on its way.
  await renewSessionDuring(async () => {
    const { user } = await call(loginResponse, "/auth/passkey-login", { method: "POST", body: { response: chosen } });
    const { beginSession } = await import("./begin-session.ts");
    await beginSession(user);
  });
  return "done";
}

/** Verifies the signed-in person with one of their passkeys. Throws `unsent` if they cancel. */
export async function reauthenticateWithPasskey(): Promise<ReauthenticationInput> {
  const { options } = await call(passkeyOptionsResponse, "/auth/passkey-options", { method: "POST" });
  const { startAuthentication } = await loadLibrary();
  const chosen = await runCeremony(() => startAuthentication({ optionsJSON: requestOptions.parse(options) }));
  if (typeof chosen === "string")
    throw new ApiFailure("unsent", "You didn't use a passkey, so nothing changed.", CANCELLED_STATUS);
  return { passkey: chosen };
}

/** Whether the browser can offer passkeys in a field. */
export async function supportsPasskeyAutofill(): Promise<boolean> {
  return supportsPasskeys() && (await (await loadLibrary()).browserSupportsWebAuthnAutofill());
}

/** Ends the waiting ceremony, if there is one. */
export async function stopWaitingForPasskey(): Promise<void> {
  (await loadLibrary()).WebAuthnAbortService.cancelCeremony();
}

/** Checks only these fields, like the schemas below. The browser checks the rest. */
const descriptor = z.object({ id: z.string(), type: z.literal("public-key") });
const creationOptions = z.looseObject({
  challenge: z.string(),
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal("public-key") })),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    userVerification: z.literal("required"),
  }),
});
const requestOptions = z.looseObject({
  challenge: z.string(),
  rpId: z.string(),
  userVerification: z.literal("required"),
});

/** The status that servers log when a client closes the request. It isn't an outage. */
const CANCELLED_STATUS = 499;

/** What browsers throw when a person cancels, waits too long, or leaves the page. */
const CANCEL_ERROR_NAMES = new Set(["NotAllowedError", "AbortError"]);

async function runCeremony<Credential>(ceremony: () => Promise<Credential>): Promise<Credential | PasskeyOutcome> {
  try {
    return await ceremony();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (CANCEL_ERROR_NAMES.has(error.name)) return "cancelled";
    if (error.name === "InvalidStateError") return "known";
    throw error;
  }
}
