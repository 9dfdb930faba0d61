import type { ComponentProps } from "react";

import type { EmailVerificationNote } from "../../../shared/email-verification-note.tsx";
import { optionalComponent } from "../../../ui/lazy-component.tsx";

const VerificationNote = optionalComponent(
  async () => (await import("../../../shared/email-verification-note.tsx")).EmailVerificationNote,
);

type BlockedBidNoteProps = Omit<ComponentProps<typeof EmailVerificationNote>, "blockedAction" | "refusal"> & {
  refusal: ComponentProps<typeof EmailVerificationNote>["refusal"] | null;
};

/** Below the one-tap buttons. Loaded on demand, because most people never see it. */
export function BlockedBidNote({ refusal, ...more }: BlockedBidNoteProps) {
  return refusal && <VerificationNote {...more} refusal={refusal} blockedAction="bid" />;
}
