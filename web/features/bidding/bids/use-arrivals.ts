import { useEffect, useRef, useState } from "react";

import type { Bid } from "../../../../worker/contract/bid.ts";

/** How long a new bid is highlighted. */
export const HIGHLIGHT_MS = 2_200;

/** The ids of the bids that have just arrived. The first bids and older pages never count as new. */
export function useArrivals(bids: readonly Bid[]): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const known = useRef<number>(undefined);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());

  useEffect(() => {
    const highest = bids[0]?.amount ?? 0;
    const before = (known.current ??= highest);
    known.current = highest;
    const arrived = bids.filter(({ amount }) => amount > before).map(({ _id }) => _id);
    if (arrived.length === 0) return;
    setFresh((now) => new Set([...now, ...arrived]));
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setFresh((now) => new Set([...now].filter((id) => !arrived.includes(id))));
    }, HIGHLIGHT_MS);
    timers.current.add(timer);
  }, [bids]);

  useEffect(() => {
    const pending = timers.current;
    return () => {
      for (const timer of pending) clearTimeout(timer);
    };
  }, []);

  return fresh;
}
