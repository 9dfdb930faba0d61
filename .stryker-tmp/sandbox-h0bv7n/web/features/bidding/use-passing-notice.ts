// @ts-nocheck
import { useCallback, useEffect, useState } from "react";

/** As long as a toast. */
const SHOWN_MS = 5_000;

/** A line that goes away by itself. */
export function usePassingNotice(): [notice: string | null, show: (notice: string) => void] {
  // An object, so that the same words shown again start a new time.
  const [notice, setNotice] = useState<{ words: string } | null>(null);
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  const show = useCallback((words: string) => setNotice({ words }), []);
  return [notice?.words ?? null, show];
}
