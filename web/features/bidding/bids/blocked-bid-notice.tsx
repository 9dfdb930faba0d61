import type { ComponentProps } from "react";

import type { EmailVerificationNote } from "../../../forms/email-verification-notice.tsx";
import { optionalComponent } from "../../../ui/lazy-component.tsx";

const VerificationNote = optionalComponent(
  async () => (await import("../../../forms/email-verification-notice.tsx")).EmailVerificationNote,
);

type BlockedBidNoteProps = Omit<ComponentProps<typeof EmailVerificationNote>, "blockedAction" | "refusal"> & {
  refusal: ComponentProps<typeof EmailVerificationNote>["refusal"] | null;
};

/** Below the one-tap buttons. Loaded on demand, because most people never see it. */
export function BlockedBidNote({ refusal, ...more }: BlockedBidNoteProps) {
  return refusal && <VerificationNote {...more} refusal={refusal} blockedAction="bid" />;
}
