/** A button of which the first press only asks, and the second one acts. */
import { useEffect, useState } from "react";

import { READ_MS } from "../../ui/shown-since.ts";

/** Long enough to read the amount once more. A later tap is about something else. */
export const ARMED_MS = 5_000;

type Armed = { readonly amount: number; readonly at: number };

/** A button that is armed for one amount is not for another. */
export function useArmed(amount: number) {
  const [armed, setArmed] = useState<Armed | null>(null);
  useEffect(() => {
    if (armed === null) return;
    const disarm = () => setArmed(null);
    const timer = setTimeout(disarm, ARMED_MS);
    // On the page, because some browsers give a pressed button no focus.
    const onKey = ({ key }: KeyboardEvent) => key === "Escape" && disarm();
    addEventListener("keydown", onKey);
    return () => {
      clearTimeout(timer);
      removeEventListener("keydown", onKey);
    };
  }, [armed]);
  const isArmed = armed?.amount === amount;
  return {
    isArmed,
    arm: () => setArmed({ amount, at: performance.now() }),
    disarm: () => setArmed(null),
    /** Whether the person could have read the question. The second tap of a double tap doesn't count. */
    mayConfirm: () => isArmed && performance.now() - armed.at >= READ_MS,
  };
}
