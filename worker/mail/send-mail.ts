/**
 * Sends emails after the response, so that the response time doesn't reveal whether one was sent. A failure is only
 * logged.
 */
import { deviceOf } from "../accounts/device.ts";
import {
  type Mail,
  type MailingSite,
  newDeviceComposer,
  type SecurityMailComposer,
  type SecurityMailKind,
  summaryMail,
} from "../accounts/security-emails.ts";
import { countSecurityMail } from "../http/account-limits.ts";
import type { HttpContext } from "../http/context.ts";
import { logError, logEvent } from "../http/log.ts";

export function canSendMail(c: HttpContext): boolean {
  return c.env.MAIL !== undefined && c.get("settings").mailFrom !== null;
}

export function mailingSite(c: HttpContext): MailingSite {
  const { siteName: name, allowedOrigins } = c.get("settings");
  return { name, origin: allowedOrigins[0] ?? new URL(c.req.url).origin };
}

/** For an email that the user requested. Anything else is a notice, and goes through `sendSecurityMail`. */
export function mailLater(c: HttpContext, pending: Promise<Mail | null>): void {
  c.executionCtx.waitUntil(sendMail(c, pending));
}

/** The account that a notice is about, with the address that it has, or had before the change. */
type MailedAccount = {
  readonly id: string;
  readonly email: string | null;
  /** Null until the account's owner verifies the address. Until then it may be a stranger's. */
  readonly emailVerifiedAt: number | null;
};

/**
 * All notices come through here. If a person gets too many of one kind, we send a summary instead, and after that
 * nothing for a while. Otherwise anyone could sign up with a stranger's address and fill their mailbox.
 */
export function sendSecurityMail(
  c: HttpContext,
  account: MailedAccount,
  kind: SecurityMailKind,
  compose: SecurityMailComposer,
): void {
  const to = addressForSecurityMails(account);
  if (to === null) return;
  const site = mailingSite(c);
  const chooseMail = async () => {
    const toSend = await countSecurityMail(c, account.id, kind);
    if (toSend === "nothing") return null;
    return toSend === "notice" ? compose(to, site) : summaryMail(to, kind, site);
  };
  mailLater(c, chooseMail());
}

export function mailNewDevice(c: HttpContext, account: MailedAccount): void {
  sendSecurityMail(c, account, "account", newDeviceComposer(deviceOf(c.req.header("user-agent") ?? "")));
}

/** The only place that decides where an account's notices go. They never go to an address that may be a stranger's. */
function addressForSecurityMails({ email, emailVerifiedAt }: MailedAccount): string | null {
  return emailVerifiedAt === null ? null : email;
}

async function sendMail(c: HttpContext, pending: Promise<Mail | null>): Promise<void> {
  try {
    const mail = await pending;
    if (!mail) return;
    const { mailFrom } = c.get("settings");
    if (c.env.MAIL === undefined || mailFrom === null) return logEvent(c, "mail_not_sent", { subject: mail.subject });
    await c.env.MAIL.send({ from: mailFrom, ...mail });
  } catch (error) {
    logError(c, error instanceof Error ? error : new Error("unknown"));
  }
}
