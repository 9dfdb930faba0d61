import { fullName } from "../contract/full-name.ts";
/**
 * Mails about the security of an account: a changed password, address or passkey, a sign-in on a new device, and what
 * admins do with their power. Only those to admins contain text that a user chose: names, titles and reasons.
 */
import type { ModerationAct, ProvenAct } from "../contract/moderation.ts";

export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

/** A mail of these paragraphs. */
export function mailOf(to: string, subject: string, ...paragraphs: readonly string[]): Mail {
  return { to, subject, text: `${["Hello,", ...paragraphs].join("\n\n")}\n` };
}

/** What has happened, in the words of the mail: after "Your Lotline account: ", and as a sentence. */
const NOTICES = {
  passwordChanged: { subject: "your password was changed", text: "The password of your Lotline account was changed." },
  passkeyAdded: {
    subject: "a passkey was added",
    text: "A passkey was added to your Lotline account. You can sign in with it instead of your password.",
  },
  passkeyRemoved: {
    subject: "a passkey was removed",
    text: "A passkey was removed from your Lotline account. You can no longer sign in with it.",
  },
  addressAsked: {
    subject: "someone wants to change your email address",
    text: "Someone asked to use another email address for your Lotline account. It changes once they open the link we sent to that address.",
  },
  addressChanged: {
    subject: "your email address was changed",
    text: "The email address of your Lotline account was changed. We send mail about it to the new address from now on.",
  },
} as const;

/** An act as the journal has it. */
export type DoneAct = Pick<ModerationAct, "by" | "target" | "reason"> & { readonly act: ProvenAct };

const ACTS_PAGE = "/dashboard/desk?view=acts";
const SUMMARIES = {
  account: {
    subject: "Your Lotline account: more activity",
    text: "There was more activity on your account than we email about. Sign in and look at Security.",
    page: "/dashboard/my-profile",
  },
  admins: {
    subject: "Lotline: more admin actions",
    text: "There were more admin actions than we email about. Sign in and look at all of them.",
    page: ACTS_PAGE,
  },
} as const;
/** A notice is about the person's own account, or about what an admin did. */
export type NoticeKind = keyof typeof SUMMARIES;

export type Notice = keyof typeof NOTICES;

export function noticeMail(to: string, notice: Notice, origin: string): Mail {
  const { subject, text } = NOTICES[notice];
  return noticeOf(to, subject, text, notice === "addressChanged" ? askUs(origin) : recover(origin));
}

/** `device` is one of our own descriptions (device.ts). */
export function newDeviceMail(to: string, device: string | null, origin: string): Mail {
  const text = `Someone signed in to your Lotline account on a new device: ${device ?? "an unknown device"}.`;
  return noticeOf(to, "a sign-in on a new device", text, recover(origin));
}

/** Instead of all notices beyond the limit (worker/rate-limits/numbers.ts). */
export function summaryMail(to: string, kind: NoticeKind, origin: string): Mail {
  const { subject, text, page } = SUMMARIES[kind];
  return mailOf(to, subject, text, `${origin}${page}`);
}

const DONE = {
  makeAdmin: "made this person an admin",
  removeAdmin: "removed this person's admin role",
  suspend: "suspended this person",
  void: "voided this auction",
  removeBid: "removed a bid in this auction",
} as const satisfies Record<ProvenAct, string>;

export function adminActMail(to: string, { act, by, target, reason }: DoneAct, origin: string): Mail {
  return mailOf(
    to,
    "Lotline: an admin action you should know about",
    `${fullName(by)} ${DONE[act]}: ${target.name} (${target._id}).`,
    `The reason they gave: ${reason}`,
    "All admins get this email. If this shouldn't have happened, check what else they did and sign them out everywhere:",
    `${origin}${ACTS_PAGE}`,
  );
}

function noticeOf(to: string, subject: string, happened: string, otherwise: string): Mail {
  return mailOf(
    to,
    `Your Lotline account: ${subject}`,
    happened,
    `If this was you, you don't need to do anything. ${otherwise}`,
  );
}

function recover(origin: string): string {
  return `If it wasn't, choose a new password at once. That signs everyone else out, removes all passkeys and cancels any pending email change:

${origin}/forgot-password

If your account has no password, sign in instead. You'll find your passkeys and sessions on your profile, under Security.`;
}

/** A link to reset the password would go to the new address. */
function askUs(origin: string): string {
  return `If it wasn't, someone else has your account now. Write to us at once, from this address:

${origin}/contact`;
}
