/**
 * Proving an e-mail address: a link to it works once, and within an hour. It proves the address of a sign-up, or changes
 * the address of an account. The token is in the link's fragment, as that of a password reset is. Where somebody else
 * has proven the address, they get a mail that says so, and the person who asked gets the same answer.
 */
import { createHash, randomBytes } from "node:crypto";

import { findHolder } from "../catalogue/addresses.ts";
import type { Catalogue } from "../catalogue/database.ts";
import { putEmailChange } from "../catalogue/email-changes.ts";
import { EMAIL_PAGE, resetToken } from "../contract/security.ts";
import type { Mail } from "./security-mails.ts";

export const EMAIL_LINK_MINUTES = 60;
const TOKEN_BYTES = 32;

/** The mail to the new address. `now` is epoch ms. */
export async function emailChangeMail(
  catalogue: Catalogue,
  userId: string,
  to: string,
  origin: string,
  now: number,
): Promise<Mail> {
  const holder = await findHolder(catalogue, to);
  if (holder?.isProven) return { to, ...taken(origin) };
  return { to, ...asked(await newLink(catalogue, userId, to, origin, now)) };
}

/** The mail to an address that the account has, or gets with this link. `now` is epoch ms. */
export async function proofMail(
  catalogue: Catalogue,
  userId: string,
  to: string,
  origin: string,
  now: number,
): Promise<Mail> {
  return { to, ...signedUp(await newLink(catalogue, userId, to, origin, now)) };
}

async function newLink(catalogue: Catalogue, userId: string, to: string, origin: string, now: number): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const expiresAt = now + EMAIL_LINK_MINUTES * 60_000;
  await putEmailChange(catalogue, { id: linkId(token), userId, email: to, expiresAt });
  return `${origin}${EMAIL_PAGE}#${token}`;
}

/** The id that a token is stored under; null when the text is not a valid token. */
export function emailChangeIdOf(token: string): string | null {
  return resetToken.safeParse(token).success ? linkId(token) : null;
}

function linkId(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function signedUp(link: string): Omit<Mail, "to"> {
  return {
    subject: "Confirm your email address for Lotline",
    text: `Hello,

Someone, hopefully you, signed up at Lotline with this email address. Confirm that it's yours:

${link}

The link works once, within ${EMAIL_LINK_MINUTES} minutes. If you didn't sign up, don't open it. Then nobody can bid, buy or sell with your address.
`,
  };
}

function asked(link: string): Omit<Mail, "to"> {
  return {
    subject: "Confirm your email address for Lotline",
    text: `Hello,

Someone, hopefully you, asked to use this email address for their Lotline account. Confirm that it's yours:

${link}

The link works once, within ${EMAIL_LINK_MINUTES} minutes. If this wasn't you, do nothing. Then your address isn't used.
`,
  };
}

function taken(origin: string): Omit<Mail, "to"> {
  return {
    subject: "Your e-mail address at Lotline",
    text: `Hello,

Someone, hopefully you, asked to use this e-mail address for another Lotline account. There is an account with it already, so nothing was changed. Sign in to it here:

${origin}/login

If this was not you, do nothing.
`,
  };
}
