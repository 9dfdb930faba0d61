/**
 * Sends mail after the response: the response time does not reveal whether a mail was sent, and a failure is only
 * logged.
 */
import { deviceOf } from "../accounts/device.ts";
import { type Mail, newDeviceMail, type Notice, noticeMail } from "../accounts/security-mails.ts";
import type { HttpContext } from "./context.ts";
import { logError, logEvent } from "./log.ts";

export function canSendMail(c: HttpContext): boolean {
  return c.env.MAIL !== undefined && c.get("settings").mailFrom !== null;
}

/** Where the links in mails lead to. */
export function mailedOrigin(c: HttpContext): string {
  return c.get("settings").allowedOrigins[0] ?? new URL(c.req.url).origin;
}

export function mailLater(c: HttpContext, pending: Promise<Mail | null>): void {
  c.executionCtx.waitUntil(send(c, pending));
}

/** A mail to the owner of an account about a change; `to` is null for an account without an address. */
export function mailNotice(c: HttpContext, to: string | null, notice: Notice): void {
  if (to !== null) mailLater(c, Promise.resolve(noticeMail(to, notice, mailedOrigin(c))));
}

export function mailNewDevice(c: HttpContext, to: string | null): void {
  const device = deviceOf(c.req.header("user-agent") ?? "");
  if (to !== null) mailLater(c, Promise.resolve(newDeviceMail(to, device, mailedOrigin(c))));
}

async function send(c: HttpContext, pending: Promise<Mail | null>): Promise<void> {
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
