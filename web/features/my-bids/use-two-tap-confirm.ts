/** A button whose first tap only asks, and whose second tap acts. */
import { useEffect, useState } from "react";

import { READ_MS } from "../../ui/use-shown-since.ts";

/** Long enough to read the amount again. A later tap is unrelated. */
const CONFIRM_WITHIN_MS = 5_000;

type PendingConfirm = { readonly amount: number; readonly at: number };

/** Armed for one amount only. A new amount disarms it. */
export function useTwoTapConfirm(amount: number) {
  const [pendingConfirm, setPendingConfirm] = useState<PendingConfirm | null>(null);
  useEffect(() => {
    if (pendingConfirm === null) return;
    const disarm = () => setPendingConfirm(null);
    const timer = setTimeout(disarm, CONFIRM_WITHIN_MS);
    // On the window, because some browsers don't focus a button when it's clicked.
    const onKey = ({ key }: KeyboardEvent) => key === "Escape" && disarm();
    addEventListener("keydown", onKey);
    return () => {
      clearTimeout(timer);
      removeEventListener("keydown", onKey);
    };
  }, [pendingConfirm]);
  const isConfirming = pendingConfirm?.amount === amount;
  return {
    isConfirming,
    arm: () => setPendingConfirm({ amount, at: performance.now() }),
    disarm: () => setPendingConfirm(null),
    /** Whether the person could have read the question. The second tap of a double tap doesn't count. */
    canConfirm: () => isConfirming && performance.now() - pendingConfirm.at >= READ_MS,
  };
}
