/**
 * Checks whether the site has signed a token, and reads its statement. Takes the token, the published keys, and the
 * type and schema that the token must have.
 */
import type { $ZodType, output } from "zod/v4/core";

import type { KeySet } from "../contract/certificate.ts";

/** `unsupported`: this browser can't check this kind of signature. The statement is null if it can't be read. */
type SignatureCheck<Statement> =
  | { readonly signature: "holds" | "unsupported"; readonly statement: Statement; readonly keyId: string }
  | { readonly signature: "broken"; readonly statement: Statement | null };

export async function checkSignature<Schema extends $ZodType>(
  token: string,
  keys: KeySet["keys"],
  type: string,
  schema: Schema,
): Promise<SignatureCheck<output<Schema>>> {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const { alg, typ, kid } = parsePart(header);
  const parsed = await schema["~standard"].validate(parsePart(payload));
  const statement = parsed.issues ? null : parsed.value;
  const key = keys.find((candidate) => candidate.kid === kid);
  const broken = { signature: "broken", statement } as const;
  if (alg !== "EdDSA" || typ !== type || !key || statement === null) return broken;
  const isValid = await verify(key, `${header}.${payload}`, signature);
  if (isValid === false) return broken;
  return { signature: isValid === null ? "unsupported" : "holds", statement, keyId: key.kid };
}

/** Null if signatures of this kind cannot be checked. */
async function verify({ kty, crv, x }: KeySet["keys"][number], text: string, signature: string) {
  try {
    const key = await crypto.subtle.importKey("jwk", { kty, crv, x }, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", key, bytesOf(signature), new TextEncoder().encode(text));
  } catch (error) {
    return error instanceof DOMException && error.name === "NotSupportedError" ? null : false;
  }
}

function parsePart(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytesOf(text)));
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64url.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
