/** A button whose first tap only asks, and whose second tap acts. */
import { useEffect, useState } from "react";

import { READ_MS } from "../../ui/use-shown-since.ts";

/** Long enough to read the amount again. A later tap is unrelated. */
const CONFIRM_WITHIN_MS = 5_000;

type PendingConfirm = { readonly amount: number; readonly at: number };

/** Armed for one amount only. A new amount disarms it. */
export function useTwoTapConfirm(amount: number) {
  const [armed, setArmed] = useState<PendingConfirm | null>(null);
  useEffect(() => {
    if (armed === null) return;
    const disarm = () => setArmed(null);
    const timer = setTimeout(disarm, CONFIRM_WITHIN_MS);
    // On the document, because some browsers don't focus a button when it's clicked.
    const onKey = ({ key }: KeyboardEvent) => key === "Escape" && disarm();
    addEventListener("keydown", onKey);
    return () => {
      clearTimeout(timer);
      removeEventListener("keydown", onKey);
    };
  }, [armed]);
  const isConfirming = armed?.amount === amount;
  return {
    isConfirming,
    arm: () => setArmed({ amount, at: performance.now() }),
    disarm: () => setArmed(null),
    /** Whether the person could have read the question. The second tap of a double tap doesn't count. */
    canConfirm: () => isConfirming && performance.now() - armed.at >= READ_MS,
  };
}
