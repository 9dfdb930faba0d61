/** A software authenticator: makes passkeys and signs with them, as a browser and a device do together. */
import { expect } from "vitest";

import { type Assertion, passkeyOptionsResponse, type Registration } from "../contract/passkeys.ts";
import { ORIGIN, request, requestJson } from "./http.ts";
import { bigEndian, concat } from "./images.ts";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** The changes that a test makes to a response. Without changes, the response is genuine. */
type PasskeyChange = {
  readonly origin?: string;
  readonly domain?: string;
  readonly counter?: number;
  readonly verified?: boolean;
};

export class Authenticator {
  readonly #keys: CryptoKeyPair;
  readonly #id = crypto.getRandomValues(new Uint8Array(32));
  #userHandle: string | undefined;

  /** Takes an exportable P-256 key pair. `make` creates one. */
  constructor(keys: CryptoKeyPair) {
    this.#keys = keys;
  }

  static async make(): Promise<Authenticator> {
    const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
    if (!("privateKey" in keys)) throw new Error("a key pair has two keys");
    return new Authenticator(keys);
  }

  /** The response to the options for adding a passkey. */
  async register(options: Record<string, unknown>, change: PasskeyChange = {}): Promise<Registration> {
    const { id } = options["user"] as { id: string };
    this.#userHandle = id;
    const credential = concat([new Uint8Array(16), bigEndian(this.#id.length, 2), this.#id, await this.#coseKey()]);
    const authData = concat([await authenticatorData(change, HAS_CREDENTIAL), credential]);
    const attestation = concat([
      new Uint8Array([0xa3]),
      cborText("fmt"),
      cborText("none"),
      cborText("attStmt"),
      new Uint8Array([0xa0]),
      cborText("authData"),
      new Uint8Array([0x59]),
      bigEndian(authData.length, 2),
      authData,
    ]);
    const clientDataJSON = clientData("webauthn.create", options, change);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: base64url(clientDataJSON),
        attestationObject: base64url(attestation),
        transports: ["internal"],
      },
    };
  }

  /** The response to the options for signing in. */
  async sign(options: Record<string, unknown>, change: PasskeyChange = {}): Promise<Assertion> {
    const clientDataJSON = clientData("webauthn.get", options, change);
    const data = await authenticatorData(change, 0);
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", clientDataJSON));
    const algorithm = { name: "ECDSA", hash: "SHA-256" };
    const raw = await crypto.subtle.sign(algorithm, this.#keys.privateKey, concat([data, hash]));
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(data),
        signature: base64url(derOf(new Uint8Array(raw))),
        ...(this.#userHandle === undefined ? {} : { userHandle: this.#userHandle }),
      },
    };
  }

  #credential() {
    const id = base64url(this.#id);
    return { id, rawId: id, type: "public-key" } as const;
  }

  /** The public key as COSE has it: a map of kty EC2, alg ES256, crv P-256, x and y. */
  async #coseKey(): Promise<Uint8Array> {
    const exported = await crypto.subtle.exportKey("raw", this.#keys.publicKey);
    if (!(exported instanceof ArrayBuffer)) throw new Error("a raw key is bytes");
    const raw = new Uint8Array(exported);
    const head = [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32];
    return concat([new Uint8Array(head), raw.slice(1, 33), new Uint8Array([0x22, 0x58, 32]), raw.slice(33)]);
  }
}

async function authenticatorData(
  { domain, counter = 0, verified = true }: PasskeyChange,
  flag: number,
): Promise<Uint8Array> {
  const name = new TextEncoder().encode(domain ?? new URL(ORIGIN).hostname);
  const rpIdHash = new Uint8Array(await crypto.subtle.digest("SHA-256", name));
  const flags = USER_PRESENT | (verified ? USER_VERIFIED : 0) | flag;
  return concat([rpIdHash, new Uint8Array([flags]), bigEndian(counter, 4)]);
}

function clientData(
  type: string,
  { challenge }: Record<string, unknown>,
  { origin = ORIGIN }: PasskeyChange,
): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function cborText(text: string): Uint8Array {
  return concat([new Uint8Array([0x60 + text.length]), new TextEncoder().encode(text)]);
}

/** An ECDSA signature as authenticators send it: both numbers in DER. */
function derOf(raw: Uint8Array): Uint8Array {
  const numbers = [raw.slice(0, 32), raw.slice(32)].map((number) => {
    const start = number.findIndex((byte) => byte !== 0);
    const bytes = number.slice(start);
    const padded = (bytes[0] ?? 0) >= 0x80 ? concat([new Uint8Array([0]), bytes]) : bytes;
    return concat([new Uint8Array([0x02, padded.length]), padded]);
  });
  const body = concat(numbers);
  return concat([new Uint8Array([0x30, body.length]), body]);
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

/** The user agent of someone who adds a passkey. */
const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36";

/** The options of a ceremony. */
export async function beginCeremony(path: string, cookie = "", json: object = {}) {
  return (await requestJson(passkeyOptionsResponse, path, { method: "POST", cookie, json })).options;
}

/**
 * Adds a passkey from Chrome on Windows, with the reauthentication that the account needs. `addCall` is the call that
 * added it.
 */
export async function addPasskey(cookie: string, reauthentication: object = {}, existing?: Authenticator) {
  const authenticator = existing ?? (await Authenticator.make());
  const options = await beginCeremony("/user/passkeys/options", cookie, reauthentication);
  const json = { response: await authenticator.register(options) };
  const addCall = { method: "POST", cookie, json, headers: { "user-agent": CHROME } };
  expect((await request("/user/passkeys", addCall)).status).toBe(201);
  return { authenticator, addCall };
}
