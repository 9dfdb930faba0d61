/**
 * Both WebAuthn ceremonies: the options for the browser, and the verification of its answer. A passkey signs our
 * challenge, for our origin only, after the authenticator has verified its owner. So it needs no password. The library
 * makes up a third of the Worker's code, so we load it only when a ceremony first needs it.
 */
import { createHash } from "node:crypto";

import type { Assertion, Registration } from "../contract/passkeys.ts";

/** The origin that the request was sent to, and the challenge that the browser answers. */
export type PasskeyCeremony = { readonly origin: string; readonly challenge: string };

type StoredPasskey = {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
};

const TIMEOUT_MS = 5 * 60_000;

const loadLibrary = () => import("@simplewebauthn/server");

/** The domain that a passkey belongs to. */
function rpIdOf(origin: string): string {
  return new URL(origin).hostname;
}

/** The ID that a credential is stored under. */
export function passkeyIdOf(credentialId: string): string {
  return createHash("sha256").update(credentialId).digest("hex");
}

type PasskeyUser = { readonly id: string; readonly email: string; readonly name: string };

/** The options for a browser to make a new passkey for this person. Devices show `siteName` beside it. */
export async function registrationOptions(
  siteName: string,
  origin: string,
  challenge: string,
  owner: PasskeyUser,
  existing: readonly StoredPasskey[],
) {
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    rpName: siteName,
    rpID: rpIdOf(origin),
    challenge,
    userID: new Uint8Array(Buffer.from(owner.id)),
    userName: owner.email,
    userDisplayName: owner.name,
    timeout: TIMEOUT_MS,
    attestationType: "none",
    excludeCredentials: existing.map(({ credentialId: id }) => ({ id })),
    // Requires a passkey that works without a username, and an authenticator that verifies the owner.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** The passkey, or null if the answer isn't for this challenge and this site. */
export async function verifyRegistration(
  { origin, challenge }: PasskeyCeremony,
  response: Registration,
): Promise<StoredPasskey | null> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const { verified, registrationInfo } = await catchUnverified(
    verifyRegistrationResponse({
      response: { ...response, response: withoutTransports(response), clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpIdOf(origin),
      requireUserVerification: true,
    }),
  );
  if (!verified || !registrationInfo) return null;
  const { id: credentialId, publicKey, counter } = registrationInfo.credential;
  const { transports = [] } = response.response;
  return { credentialId, publicKey: Buffer.from(publicKey).toString("base64url"), counter, transports };
}

export async function signInOptions(origin: string, challenge: string) {
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    rpID: rpIdOf(origin),
    challenge,
    timeout: TIMEOUT_MS,
    userVerification: "required",
  });
}

/**
 * The new value of the passkey's signature counter. Null if the answer isn't from this passkey, for this challenge and
 * this site. We refuse a counter that doesn't grow, because the passkey may have been copied. Many passkeys always send
 * 0, which we accept.
 */
export async function verifySignIn(
  { origin, challenge }: PasskeyCeremony,
  { response, ...credential }: Assertion,
  passkey: StoredPasskey,
  ownerId: string,
): Promise<number | null> {
  const { userHandle, ...signed } = response;
  if (userHandle !== undefined && userHandle !== Buffer.from(ownerId).toString("base64url")) return null;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { verified, authenticationInfo } = await catchUnverified(
    verifyAuthenticationResponse({
      response: { ...credential, response: signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpIdOf(origin),
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
        counter: passkey.counter,
      },
    }),
  );
  return verified && authenticationInfo ? authenticationInfo.newCounter : null;
}

/** The transports are a hint for browsers and are not verified. */
function withoutTransports({ response: { clientDataJSON, attestationObject } }: Registration) {
  return { clientDataJSON, attestationObject };
}

type UnverifiedPasskey = {
  readonly verified: false;
  readonly registrationInfo?: never;
  readonly authenticationInfo?: never;
};

/** The library throws a plain Error for any problem with the browser's answer. */
async function catchUnverified<PasskeyCheck>(
  verification: Promise<PasskeyCheck>,
): Promise<PasskeyCheck | UnverifiedPasskey> {
  try {
    return await verification;
  } catch (error) {
    if (error instanceof Error) return { verified: false };
    throw error;
  }
}
