/**
 * The password reset email, with a link that works once, within half an hour. The token is in the link's fragment,
 * which browsers never send to a server, and we store only its SHA-256. Accounts that only use Google get an email that
 * says so. No email contains text that a user chose, not even a name, because the account may belong to someone who
 * used another person's address.
 */
import { PAGES } from "../contract/urls/pages.ts";
import type { Database } from "../db/database.ts";
import { newLinkToken } from "./mail-link.ts";
import { insertPasswordReset } from "./queries/password-resets.ts";
import { findSignInAccount } from "./queries/people.ts";
import { type Mail, type MailingSite, composeMail } from "./security-emails.ts";

const RESET_MINUTES = 30;

/** The email for the account with this address. Null if there is no such account. `now` is epoch ms. */
export async function createResetMail(
  db: Database,
  email: string,
  site: MailingSite,
  now: number,
): Promise<Mail | null> {
  const account = await findSignInAccount(db, email);
  if (!account?.email) return null;
  const { id: userId, email: to } = account;
  if (account.passwordHash === null) return noPasswordMail(to, site);
  const { token, id } = newLinkToken();
  const expiresAt = now + RESET_MINUTES * 60_000;
  await insertPasswordReset(db, { id, userId, createdAt: now, expiresAt });
  return resetLinkMail(to, site.name, `${site.origin}${PAGES.resetPassword.path}#${token}`);
}

function resetLinkMail(to: string, site: string, link: string): Mail {
  return composeMail(
    to,
    `Reset your ${site} password`,
    `Someone, hopefully you, asked to reset the password for your ${site} account. Choose a new one here:`,
    link,
    `The link expires in ${RESET_MINUTES} minutes and works only once. Choosing a new password signs you out everywhere and removes your passkeys.`,
    "If this wasn't you, ignore this email. Your password stays the same.",
  );
}

function noPasswordMail(to: string, { name, origin }: MailingSite): Mail {
  return composeMail(
    to,
    `Signing in to ${name}`,
    `Someone, hopefully you, asked to reset the password for your ${name} account. Your account has no password. Sign in with Google instead:`,
    `${origin}/login`,
    "If this wasn't you, ignore this email.",
  );
}
