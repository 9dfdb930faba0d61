/** Tokens in emailed links. We store only their SHA-256, so no one can use a copy of D1 to open a link. */
import { createHash, randomBytes } from "node:crypto";

import { linkToken } from "../contract/security.ts";

const TOKEN_BYTES = 32;

/** A new token, and the ID that it is stored under. */
export function newLinkToken(): { readonly token: string; readonly id: string } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, id: idOf(token) };
}

/** The ID that a token is stored under. Null if the text is not a valid token. */
export function linkIdOf(token: string): string | null {
  return linkToken.safeParse(token).success ? idOf(token) : null;
}

function idOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
