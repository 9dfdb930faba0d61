/**
 * Confirms the person's email address. The link can be sent again, and opened in any tab or on another device. If it
 * was opened in this browser, a waiting tab notices right away.
 */
import { emailProofAnswer } from "../../worker/contract/security.ts";
import { channelTo } from "./channel.ts";
import { call } from "./client.ts";
import { PROOF_RETURN_ENTRY } from "./session.ts";
import { lasting } from "./storage.ts";

/** True if the address was already confirmed, so nothing was sent. */
export async function sendProof(): Promise<boolean> {
  return (await call(emailProofAnswer, "/user/email/proof", { method: "POST" })).emailProven;
}

const CHANNEL = "email-proof";

/** Notifies the other tabs that an address was confirmed here. */
export function announceProof(): void {
  const channel = channelTo(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel?.postMessage("proven");
  channel?.close();
}

export function onProofElsewhere(listener: () => void): () => void {
  const channel = channelTo(CHANNEL);
  channel?.addEventListener("message", listener);
  return () => channel?.close();
}

/** Saves the page to return to after the link is opened. */
export function noteProofReturn(path: string): void {
  lasting.write(PROOF_RETURN_ENTRY, path);
}

/** The path of one of our own pages, or null. */
export function proofReturn(): string | null {
  const path = lasting.read(PROOF_RETURN_ENTRY) ?? "";
  return /^\/(?![/\\])/.test(path) ? path : null;
}
