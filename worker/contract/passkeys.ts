/**
 * Passkeys: their list, and both WebAuthn ceremonies. `options` and `response` are what a browser's
 * `navigator.credentials` takes and returns, as JSON (WebAuthn Level 3, sections 5.1.8 to 5.1.10).
 */
import * as z from "zod";

import { responseSchema, id } from "./fields.ts";
import { typedPassword } from "./security.ts";

/** More than anyone's devices and password managers need. */
export const MAX_PASSKEYS = 20;

/** Bytes in base64url. A credential ID has at most 1,023. The body size limit covers the other fields. */
const base64url = z.string().regex(/^[\w-]+$/, "This isn't base64url");
const credential = {
  id: base64url.max(1_364),
  rawId: base64url.max(1_364),
  type: z.literal("public-key"),
};

const MAX_TRANSPORTS = 8;
const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(32)).max(MAX_TRANSPORTS).optional(),
  }),
});
export type Registration = z.infer<typeof registration>;

const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});
export type Assertion = z.infer<typeof assertion>;

/** Needs the password if the account has one. */
export const passwordReauthenticationInput = z.object({ password: typedPassword.optional() });

/** Reauthentication by password or passkey. `passkey` is the assertion for sign-in options. */
export const reauthenticationInput = passwordReauthenticationInput.extend({ passkey: assertion.optional() });
export type ReauthenticationInput = z.infer<typeof reauthenticationInput>;

export const passkeyOptionsResponse = responseSchema({ options: z.record(z.string(), z.unknown()) });
export const newPasskeyInput = z.object({ response: registration });
export const passkeyLoginInput = z.object({ response: assertion });

export const passkey = z
  .object({
    _id: z.string(),
    /** The browser and the system that it was added with. Null if unknown. */
    device: z.string().nullable(),
    createdAt: z.string(),
    /** Null until it is used. */
    lastUsedAt: z.string().nullable(),
  })
  .meta({ ref: "Passkey" });
export type Passkey = z.infer<typeof passkey>;
export const passkeysResponse = responseSchema({ passkeys: z.array(passkey) });
export const ownPasskeyParam = z.object({ passkeyId: id });
