/**
 * The way back in for someone who has forgotten their password: a link in a mail to the account's address, good once
 * and for half an hour. The token stands in the link's fragment, which no server and no log ever sees, and here only
 * as its SHA-256. Someone who signs in with Google only is told so instead. Nothing in a mail is of anyone's choosing, not
 * even a name: an account may have been made with another's address.
 */
import { createHash, randomBytes } from "node:crypto";

import type { Catalogue } from "../catalogue/database.ts";
import { insertReset } from "../catalogue/password-resets.ts";
import { findLogin } from "../catalogue/people.ts";
import { RESET_PAGE, resetToken } from "../contract/security.ts";

export const RESET_MINUTES = 30;
const TOKEN_BYTES = 32;

export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

/** The mail for whoever this is the address of; null when it is nobody's. `now` is epoch ms. */
export async function resetMail(
  catalogue: Catalogue,
  email: string,
  origin: string,
  now: number,
): Promise<Mail | null> {
  const login = await findLogin(catalogue, email);
  if (!login?.email) return null;
  const { id: userId, email: to } = login;
  if (login.passwordHash === null) return { to, ...withoutPassword(origin) };
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const expiresAt = now + RESET_MINUTES * 60_000;
  await insertReset(catalogue, { id: resetId(token), userId, createdAt: now, expiresAt });
  return { to, ...withLink(`${origin}${RESET_PAGE}#${token}`) };
}

/** Under what a token is kept; null for what is no token of ours. */
export function resetIdOf(token: string): string | null {
  return resetToken.safeParse(token).success ? resetId(token) : null;
}

function resetId(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function withLink(link: string): Omit<Mail, "to"> {
  return {
    subject: "Reset your Lotline password",
    text: `Hello,

someone, hopefully you, asked to reset the password of your Lotline account. Choose a new one here:

${link}

The link works once, within ${RESET_MINUTES} minutes. Choosing a new password signs you out everywhere.

If it was not you, do nothing: your password stays as it is.
`,
  };
}

function withoutPassword(origin: string): Omit<Mail, "to"> {
  return {
    subject: "Signing in to Lotline",
    text: `Hello,

someone, hopefully you, asked to reset the password of your Lotline account. It has none: you sign in with Google.

${origin}/login

If it was not you, do nothing.
`,
  };
}
