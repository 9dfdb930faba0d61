/**
 * Emails about the security of an account: a changed password, address or passkey, a sign-in on a new device, and admin
 * actions. Only emails to admins contain text that a user chose: names, titles and reasons.
 */
import type { AdminAction, SensitiveAction } from "../contract/moderation.ts";
import { fullName } from "../contract/text/full-name.ts";

export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

/** The site that sends an email: its name, and its origin for links. */
export type MailingSite = { readonly name: string; readonly origin: string };

export function composeMail(to: string, subject: string, ...paragraphs: readonly string[]): Mail {
  return { to, subject, text: `${["Hello,", ...paragraphs].join("\n\n")}\n` };
}

/** How the email describes each event, in the subject after "Your … account: " and in the text as a sentence. */
export const SECURITY_MAILS = {
  passwordChanged: {
    subject: "your password was changed",
    textOf: (account) => `The password for ${account} was changed.`,
  },
  passkeyAdded: {
    subject: "a passkey was added",
    textOf: (account) => `A passkey was added to ${account}. You can sign in with it instead of your password.`,
  },
  passkeyRemoved: {
    subject: "a passkey was removed",
    textOf: (account) => `A passkey was removed from ${account}. You can no longer sign in with it.`,
  },
  addressChangeRequested: {
    subject: "someone wants to change your email address",
    textOf: (account) =>
      `Someone asked to use another email address for ${account}. ` +
      "The change takes effect once they confirm it with the link we sent to that address.",
  },
  addressChanged: {
    subject: "your email address was changed",
    textOf: (account) => `The email address for ${account} was changed. From now on, we send email to the new address.`,
  },
} as const satisfies Readonly<Record<string, { subject: string; textOf: (account: string) => string }>>;

/** The fields of an admin action that its email shows. */
type MailedAdminAction = Pick<AdminAction, "by" | "target" | "reason"> & { readonly action: SensitiveAction };

const ADMIN_ACTIONS_PAGE = "/dashboard/admin?view=actions";
const SUMMARIES = {
  account: {
    subjectOf: (site) => `Your ${site} account: more activity`,
    text: "We've paused these emails because there were too many. Sign in and check the Security tab of your profile.",
    page: "/dashboard/my-profile",
  },
  admins: {
    subjectOf: (site) => `${site}: more admin actions`,
    text: "There were too many admin actions to email you about each one. Sign in and check them all.",
    page: ADMIN_ACTIONS_PAGE,
  },
} as const satisfies Readonly<Record<string, { subjectOf: (site: string) => string; text: string; page: string }>>;
/**
 * A notice is about the person's own account, or about an admin's action. Each kind has its own limit, so that notices
 * about admin actions can't use up the limit for notices about the account.
 */
export type SecurityMailKind = keyof typeof SUMMARIES;

/** Composes a notice once its recipient and the site are known. */
export type SecurityMailComposer = (to: string, site: MailingSite) => Mail;

export function securityMailComposer(mailName: keyof typeof SECURITY_MAILS): SecurityMailComposer {
  const { subject, textOf } = SECURITY_MAILS[mailName];
  return (to, { name, origin }) => {
    const hint = mailName === "addressChanged" ? contactHint(origin) : recoveryHint(origin);
    return composeSecurityMail(to, name, subject, textOf(`your ${name} account`), hint);
  };
}

/** `device` is one of our own descriptions (device.ts). */
export function newDeviceComposer(device: string | null): SecurityMailComposer {
  return (to, { name, origin }) => {
    const named = device === null ? "" : `: ${device}`;
    const text = `Someone signed in to your ${name} account on a new device${named}.`;
    return composeSecurityMail(to, name, "a sign-in on a new device", text, recoveryHint(origin));
  };
}

/** Replaces all notices beyond the limit (worker/rate-limits/limits.ts). */
export function summaryMail(to: string, kind: SecurityMailKind, { name, origin }: MailingSite): Mail {
  const { subjectOf, text, page } = SUMMARIES[kind];
  return composeMail(to, subjectOf(name), text, `${origin}${page}`);
}

const ADMIN_ACTION_TEXTS = {
  makeAdmin: "made this person an admin",
  removeAdmin: "removed this person's admin role",
  suspend: "suspended this person",
  void: "voided this auction",
  voidBid: "voided a bid in this auction",
  closeDeal: "closed the deal for this item",
} as const satisfies Record<SensitiveAction, string>;

export function adminActionComposer({ action, by, target, reason }: MailedAdminAction): SecurityMailComposer {
  return (to, { name, origin }) =>
    composeMail(
      to,
      `${name}: an admin action you should know about`,
      `${fullName(by)} ${ADMIN_ACTION_TEXTS[action]}: ${target.name} (${target._id}).`,
      `The reason they gave: ${reason}`,
      "All admins get this email. If this shouldn't have happened, check what else they did and sign them out everywhere:",
      `${origin}${ADMIN_ACTIONS_PAGE}`,
    );
}

function composeSecurityMail(to: string, site: string, subject: string, eventText: string, hint: string): Mail {
  return composeMail(
    to,
    `Your ${site} account: ${subject}`,
    eventText,
    `If this was you, you don't need to do anything. ${hint}`,
  );
}

function recoveryHint(origin: string): string {
  return `If it wasn't, choose a new password right away. That signs everyone else out, removes all passkeys and cancels any pending email change:

${origin}/forgot-password

If your account has no password, sign in instead. You'll find your passkeys and sessions in your profile, under Security.`;
}

/** A link to reset the password would go to the new address. */
function contactHint(origin: string): string {
  return `If it wasn't you, someone has taken over your account. Contact us right away from your old email address:

${origin}/contact`;
}
