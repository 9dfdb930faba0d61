import type { ComponentProps } from "react";

import type { EmailProofNotice } from "../../../api/email-proof-notice.tsx";
import { extraPart } from "../../../ui/lazy-part.tsx";

const ProofNotice = extraPart(async () => (await import("../../../api/email-proof-notice.tsx")).EmailProofNotice);

type HeldBidNoticeProps = Omit<ComponentProps<typeof EmailProofNotice>, "held" | "refusal"> & {
  refusal: ComponentProps<typeof EmailProofNotice>["refusal"] | null;
};

/** Below the one-tap buttons. Loaded on demand, because most people never see it. */
export function HeldBidNotice({ refusal, ...more }: HeldBidNoticeProps) {
  return refusal && <ProofNotice {...more} refusal={refusal} held="bid" />;
}
