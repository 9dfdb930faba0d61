/**
 * Guards a button that bids its amount with one tap. Its text and place must have stayed the same long enough to read.
 * Otherwise a tap sends nothing, and the page says why.
 */
import { useState } from "react";

import { READ_MS, useShownSince } from "./use-shown-since.ts";

const REASONS = {
  changed: (price: string) => `The minimum bid has just changed to ${price}, so we didn't send your bid.`,
  moved: () => "This button just moved, so we didn't send your bid.",
  replaced: () => "This button now bids right away, so we didn't send your bid.",
} as const;

type Reason = keyof typeof REASONS;

/** `shownPrice` is the amount as the button shows it. */
export function useTapGuard(amount: number, shownPrice: string) {
  const amountSince = useShownSince(amount);
  const [unsent, setUnsent] = useState<{ readonly amount: number; readonly reason: Reason } | null>(null);
  const refuse = (reason: Reason, refusedAmount = amount) => setUnsent({ amount: refusedAmount, reason });
  return {
    /** `refusedAmount` is the amount the button is about to have, if it's different. */
    refuse,
    /** Whether a tap counts now. `movedAt` is when the button got its place, by `performance.now()`. */
    check(movedAt: number): boolean {
      const readSince = performance.now() - READ_MS;
      if (amountSince.current > readSince) refuse("changed");
      else if (movedAt > readSince) refuse("moved");
      else {
        setUnsent(null);
        return true;
      }
      return false;
    },
    /** Why the last tap sent nothing, as long as that still applies to the button. */
    warning: unsent?.amount === amount ? `${REASONS[unsent.reason](shownPrice)} Tap again to bid ${shownPrice}.` : null,
  };
}
