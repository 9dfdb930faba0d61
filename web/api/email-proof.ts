/**
 * Proving one's email address: the link is sent again, and opened in any tab of this browser, or on another device. The
 * tab that waits for it hears of the former at once.
 */
import { emailProofAnswer } from "../../worker/contract/security.ts";
import { channelTo } from "./channel.ts";
import { call } from "./client.ts";
import { PROOF_RETURN_ENTRY } from "./session.ts";
import { lasting } from "./storage.ts";

/** Returns whether the address is proven already: then nothing is sent. */
export async function sendProof(): Promise<boolean> {
  return (await call(emailProofAnswer, "/user/email/proof", { method: "POST" })).emailProven;
}

const CHANNEL = "email-proof";

/** Tells the other tabs that an address was proven here. */
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

/** Notes the page to which the one that the link opens leads back. */
export function noteProofReturn(path: string): void {
  lasting.write(PROOF_RETURN_ENTRY, path);
}

/** An address of one of our own pages, or null. */
export function proofReturn(): string | null {
  const path = lasting.read(PROOF_RETURN_ENTRY) ?? "";
  return /^\/(?![/\\])/.test(path) ? path : null;
}
