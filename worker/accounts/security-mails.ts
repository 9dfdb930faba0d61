/**
 * Mails about the security of an account: a changed password, address or passkey, and a sign-in on a new device. No
 * mail contains text that a user chose, not even a name.
 */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

/** What has happened, in the words of the mail: after "Your Lotline account: ", and as a sentence. */
const NOTICES = {
  passwordChanged: { subject: "your password was changed", text: "The password of your Lotline account was changed." },
  passkeyAdded: {
    subject: "a passkey was added",
    text: "A passkey was added to your Lotline account: it can be used to sign in without the password.",
  },
  passkeyRemoved: {
    subject: "a passkey was removed",
    text: "A passkey was removed from your Lotline account: it can no longer be used to sign in.",
  },
  addressAsked: {
    subject: "another e-mail address was asked for",
    text: "Someone asked to use another e-mail address for your Lotline account. It changes once the link in a mail to that address is opened.",
  },
  addressChanged: {
    subject: "your e-mail address was changed",
    text: "The e-mail address of your Lotline account was changed. Mails about it go to the new address from now on.",
  },
} as const;
export type Notice = keyof typeof NOTICES;

export function noticeMail(to: string, notice: Notice, origin: string): Mail {
  const { subject, text } = NOTICES[notice];
  return mailOf(to, subject, text, notice === "addressChanged" ? askUs(origin) : recover(origin));
}

/** `device` is one of our own descriptions (device.ts). */
export function newDeviceMail(to: string, device: string | null, origin: string): Mail {
  const text = `Someone signed in to your Lotline account on a device that has not been used for it before: ${device ?? "an unknown device"}.`;
  return mailOf(to, "a sign-in on a new device", text, recover(origin));
}

function mailOf(to: string, subject: string, happened: string, otherwise: string): Mail {
  return {
    to,
    subject: `Your Lotline account: ${subject}`,
    text: `Hello,

${happened}

If this was you, there is nothing to do. ${otherwise}
`,
  };
}

function recover(origin: string): string {
  return `If it was not, choose a new password at once. That signs everyone else out, removes all passkeys, and calls off a change of the address:

${origin}/forgot-password

If your account has no password, sign in instead: the passkeys and the sessions are on your profile, under Security.`;
}

/** A link to reset the password would go to the new address. */
function askUs(origin: string): string {
  return `If it was not, somebody else has your account now. Write to us at once, from this address:

${origin}/contact`;
}
