import type { ComponentProps } from "react";

import type { EmailVerificationNotice } from "../../../api/email-verification-notice.tsx";
import { optionalComponent } from "../../../ui/lazy-component.tsx";

const VerificationNotice = optionalComponent(
  async () => (await import("../../../api/email-verification-notice.tsx")).EmailVerificationNotice,
);

type HeldBidNoticeProps = Omit<ComponentProps<typeof EmailVerificationNotice>, "held" | "refusal"> & {
  refusal: ComponentProps<typeof EmailVerificationNotice>["refusal"] | null;
};

/** Below the one-tap buttons. Loaded on demand, because most people never see it. */
export function HeldBidNotice({ refusal, ...more }: HeldBidNoticeProps) {
  return refusal && <VerificationNotice {...more} refusal={refusal} held="bid" />;
}
