/** Sending mail, where the deployment can. */
import type { Mail } from "../accounts/password-reset.ts";
import type { HttpContext } from "./context.ts";
import { logError } from "./log.ts";

export function canSendMail(c: HttpContext): boolean {
  return c.env.MAIL !== undefined && c.get("settings").mailFrom !== null;
}

/** Makes a mail and sends it after the answer has left, so that nobody can tell from it whether there was one. */
export function mailLater(c: HttpContext, write: () => Promise<Mail | null>): void {
  const from = c.get("settings").mailFrom;
  c.executionCtx.waitUntil(
    (async () => {
      try {
        const mail = await write();
        if (mail && from !== null) await c.env.MAIL?.send({ from, ...mail });
      } catch (error) {
        logError(c, error instanceof Error ? error : new Error("unknown"));
      }
    })(),
  );
}
