/**
 * Changing the e-mail address: a link to the new address proves it, works once, and within an hour. The token is in the
 * link's fragment, as that of a password reset is. Where the new address has an account already, its owner gets a mail
 * that says so, and the person who asked gets the same answer.
 */
import { createHash, randomBytes } from "node:crypto";

import type { Catalogue } from "../catalogue/database.ts";
import { putEmailChange } from "../catalogue/email-changes.ts";
import { findLogin } from "../catalogue/people.ts";
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
  if (await findLogin(catalogue, to)) return { to, ...taken(origin) };
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const expiresAt = now + EMAIL_LINK_MINUTES * 60_000;
  await putEmailChange(catalogue, { id: linkId(token), userId, email: to.toLowerCase(), expiresAt });
  return { to, ...withLink(`${origin}${EMAIL_PAGE}#${token}`) };
}

/** The id that a token is stored under; null when the text is not a valid token. */
export function emailChangeIdOf(token: string): string | null {
  return resetToken.safeParse(token).success ? linkId(token) : null;
}

function linkId(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function withLink(link: string): Omit<Mail, "to"> {
  return {
    subject: "Confirm your e-mail address for Lotline",
    text: `Hello,

Someone, hopefully you, asked to use this e-mail address for their Lotline account. Confirm it here:

${link}

The link works once, within ${EMAIL_LINK_MINUTES} minutes. If this was not you, do nothing: your address is not used.
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
