/** Email in tests: a mailbox in place of the binding that sends email, and the emails that one call has sent. */
import { env } from "cloudflare:workers";
import * as z from "zod";

import { requestWith } from "./bindings.ts";
import type { TestCall } from "./http.ts";

const sentMailSchema = z.looseObject({ to: z.string(), subject: z.string(), text: z.string() });

/** Makes calls with the production rate limits, and waits for the emails that are sent after each response. */
export function aMailbox({ errorMessage }: { errorMessage?: string } = {}) {
  const sent: z.infer<typeof sentMailSchema>[] = [];
  const MAIL: SendEmail = {
    send: async (message: EmailMessage | EmailMessageBuilder) => {
      if (errorMessage !== undefined) throw new Error(errorMessage);
      return { messageId: String(sent.push(sentMailSchema.parse(message))) };
    },
  };
  const bindings: Env = { ...env, LIMIT_SCALE: "1", MAIL };
  return {
    request: (path: string, call: TestCall = {}) => requestWith(bindings, path, call),
    /** All emails sent to this address. */
    to: (address: string) => sent.filter(({ to }) => to === address),
  };
}

export type SentMail = z.infer<typeof sentMailSchema>;

/** Makes a call with email configured, and waits for the emails that are sent after the response. */
export async function collectMail(path: string, call: TestCall & { readonly bindings?: Partial<Env> } = {}) {
  const sent: SentMail[] = [];
  const MAIL: SendEmail = {
    send: async (message: EmailMessage | EmailMessageBuilder) => ({
      messageId: String(sent.push(sentMailSchema.parse(message))),
    }),
  };
  const response = await requestWith({ ...env, ...call.bindings, MAIL }, path, call);
  return { response, sent };
}

/** The token of the link in the email that verifies this address. Empty if there's none. */
export function verificationTokenIn(sent: readonly SentMail[], email: string): string {
  const mail = sent.find(({ to }) => to === email);
  return /^https:\/\/lotline\.test\/confirm-email#([\w-]{43})$/m.exec(mail?.text ?? "")?.[1] ?? "";
}

export function openVerification(token: string) {
  return collectMail("/auth/confirm-email", { method: "POST", json: { token } });
}
