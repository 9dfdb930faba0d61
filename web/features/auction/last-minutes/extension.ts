import { useEffect, useState } from "react";

import { shortTimeLeft } from "../../../ui/time-left.ts";

/** How long to show an extension. Another one within this time is added to it. */
export const EXTENSION_SHOWN_MS = 4_000;
/** Up to 99 seconds, plain seconds are quicker to read than minutes and seconds. */
const MAX_SECONDS = 99;

/** `+15 s`, or `+1m 40s` from 100 seconds on. */
export function extensionText(durationMs: number): string {
  const seconds = Math.max(1, Math.round(durationMs / 1_000));
  return seconds <= MAX_SECONDS ? `+${seconds} s` : `+${shortTimeLeft(seconds * 1_000)}`;
}

type ShownExtension = {
  readonly extensions: number;
  readonly endsAt: number;
  /** The end before the extensions on screen. Null if none are shown. */
  readonly previousEndsAt: number | null;
};

/** How much late bids and withdrawals have just extended the auction. A change by the seller doesn't count. */
export function useExtension(extensions: number, endsAt: number): string | null {
  const [shown, setShown] = useState<ShownExtension>({ extensions, endsAt, previousEndsAt: null });
  if (shown.extensions !== extensions || shown.endsAt !== endsAt) {
    const isExtended = extensions > shown.extensions && endsAt > shown.endsAt;
    setShown({ extensions, endsAt, previousEndsAt: isExtended ? (shown.previousEndsAt ?? shown.endsAt) : null });
  }
  useEffect(() => {
    if (shown.previousEndsAt === null) return;
    const timer = setTimeout(() => setShown((latest) => ({ ...latest, previousEndsAt: null })), EXTENSION_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown.previousEndsAt === null ? null : extensionText(shown.endsAt - shown.previousEndsAt);
}
