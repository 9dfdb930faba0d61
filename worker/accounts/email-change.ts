/**
 * Verifying an email address with a link that works once, within an hour. It verifies the address of a sign-up, or
 * changes the address of an account. The token is in the link's fragment, like that of a password reset. If someone
 * else has verified the address, that person gets an email about it, and the caller gets the normal response.
 */
import { PAGES } from "../contract/urls/pages.ts";
import type { Database } from "../db/database.ts";
import { newLinkToken } from "./mail-link.ts";
import { findAddressHolder } from "./queries/email-addresses.ts";
import { upsertEmailChange } from "./queries/email-changes.ts";
import { type Mail, type MailingSite, composeMail } from "./security-emails.ts";

export const EMAIL_LINK_MINUTES = 60;

/** The email to the new address. `now` is epoch ms. */
export async function createEmailChangeMail(
  db: Database,
  userId: string,
  to: string,
  site: MailingSite,
  now: number,
): Promise<Mail> {
  const holder = await findAddressHolder(db, to);
  if (holder?.isVerified) return addressTakenMail(to, site);
  return emailChangeLinkMail(to, site.name, await createLink(db, userId, to, site.origin, now));
}

/** The email to an address that the account already has, or gets once it's confirmed. `now` is epoch ms. */
export async function createVerificationMail(
  db: Database,
  userId: string,
  to: string,
  site: MailingSite,
  now: number,
): Promise<Mail> {
  return signupMail(to, site.name, await createLink(db, userId, to, site.origin, now));
}

async function createLink(db: Database, userId: string, to: string, origin: string, now: number): Promise<string> {
  const { token, id } = newLinkToken();
  await upsertEmailChange(db, { id, userId, email: to, expiresAt: now + EMAIL_LINK_MINUTES * 60_000 });
  return `${origin}${PAGES.confirmEmail.path}#${token}`;
}

function confirmSubject(site: string): string {
  return `Confirm your email address for ${site}`;
}

function signupMail(to: string, site: string, link: string): Mail {
  return composeMail(
    to,
    confirmSubject(site),
    `Someone, hopefully you, signed up at ${site} with this email address. Confirm that it's yours:`,
    link,
    `The link expires in ${EMAIL_LINK_MINUTES} minutes and works only once. If you didn't sign up, don't open it, and no one can bid, buy or sell with your address.`,
  );
}

function emailChangeLinkMail(to: string, site: string, link: string): Mail {
  return composeMail(
    to,
    confirmSubject(site),
    `Someone, hopefully you, asked to use this email address for their ${site} account. Confirm that it's yours:`,
    link,
    `The link expires in ${EMAIL_LINK_MINUTES} minutes and works only once. If this wasn't you, ignore this email. We won't use your address.`,
  );
}

function addressTakenMail(to: string, { name, origin }: MailingSite): Mail {
  return composeMail(
    to,
    `Your email address at ${name}`,
    `Someone, hopefully you, asked to use this email address for another ${name} account. This address already has an account, so nothing changed. Sign in to it here:`,
    `${origin}/login`,
    "If this wasn't you, ignore this email.",
  );
}
