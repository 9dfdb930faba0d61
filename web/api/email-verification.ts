/**
 * Sends the link that confirms the person's email address. The link can be sent again, and opened in any tab or on
 * another device. A waiting tab notices right away if the address is confirmed in this browser.
 */
import { emailVerificationResponse } from "../../worker/contract/security.ts";
import { openChannel } from "../browser/channel.ts";
import { localStore } from "../browser/storage.ts";
import { call } from "./client.ts";
import { VERIFICATION_RETURN_KEY } from "./session.ts";

/** Returns true if the address was already confirmed. In that case, nothing was sent. */
export async function sendVerification(): Promise<boolean> {
  return (await call(emailVerificationResponse, "/user/email/verification", { method: "POST" })).emailVerified;
}

const CHANNEL = "email-verification";

/** Notifies the other tabs that an address was verified here. */
export function announceVerification(): void {
  const channel = openChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel?.postMessage("verified");
  channel?.close();
}

export function onVerifiedElsewhere(listener: () => void): () => void {
  const channel = openChannel(CHANNEL);
  channel?.addEventListener("message", listener);
  return () => channel?.close();
}

/** Saves the page that the confirmation page links back to. */
export function saveVerificationReturn(path: string): void {
  localStore.write(VERIFICATION_RETURN_KEY, path);
}

/** The path of one of our own pages, or null. */
export function readVerificationReturn(): string | null {
  const path = localStore.read(VERIFICATION_RETURN_KEY) ?? "";
  return /^\/(?![/\\])/.test(path) ? path : null;
}
