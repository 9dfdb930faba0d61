import type { ComponentProps } from "react";

import type { EmailVerificationNotice } from "../../../forms/email-verification-notice.tsx";
import { optionalComponent } from "../../../ui/lazy-component.tsx";

const VerificationNotice = optionalComponent(
  async () => (await import("../../../forms/email-verification-notice.tsx")).EmailVerificationNotice,
);

type BlockedBidNoticeProps = Omit<ComponentProps<typeof EmailVerificationNotice>, "blockedAction" | "refusal"> & {
  refusal: ComponentProps<typeof EmailVerificationNotice>["refusal"] | null;
};

/** Below the one-tap buttons. Loaded on demand, because most people never see it. */
export function BlockedBidNotice({ refusal, ...more }: BlockedBidNoticeProps) {
  return refusal && <VerificationNotice {...more} refusal={refusal} blockedAction="bid" />;
}
