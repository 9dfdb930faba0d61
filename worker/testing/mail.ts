/** A mailbox in place of the binding that sends mail. */
import { env } from "cloudflare:workers";
import * as z from "zod";

import { requestWith } from "./bindings.ts";
import type { Call } from "./http.ts";

const mail = z.object({ to: z.string(), subject: z.string(), text: z.string() });

/** Makes calls with the production rate limits, and waits for the mails that are sent after each answer. */
export function aMailbox({ fails }: { fails?: string } = {}) {
  const sent: z.infer<typeof mail>[] = [];
  const MAIL: SendEmail = {
    send: async (message: EmailMessage | EmailMessageBuilder) => {
      if (fails !== undefined) throw new Error(fails);
      return { messageId: String(sent.push(mail.parse(message))) };
    },
  };
  const bindings: Env = { ...env, LIMIT_SCALE: "1", MAIL };
  return {
    request: (path: string, call: Call = {}) => requestWith(bindings, path, call),
    /** All that were sent to this address. */
    to: (address: string) => sent.filter(({ to }) => to === address),
  };
}
