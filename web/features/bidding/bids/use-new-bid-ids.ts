import { useEffect, useRef, useState } from "react";

import type { PublicBid } from "../../../../worker/contract/bid.ts";

/** How long to highlight a new bid. */
const HIGHLIGHT_MS = 2_200;

/** `highestSeen` is the highest amount already shown. */
type SeenBids = { readonly highestSeen: number; readonly fresh: ReadonlySet<string> };

/** The IDs of the bids that have just arrived. Bids in the first load or on older pages never count as new. */
export function useNewBidIds(bids: readonly PublicBid[]): ReadonlySet<string> {
  const highest = bids[0]?.amount ?? 0;
  const [{ highestSeen, fresh }, setSeenBids] = useState<SeenBids>({ highestSeen: highest, fresh: new Set() });
  /** The timer that ends each highlight, by bid ID. */
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());

  if (highest !== highestSeen) {
    const arrivedIds = bids.filter(({ amount }) => amount > highestSeen).map(({ _id }) => _id);
    setSeenBids({ highestSeen: highest, fresh: arrivedIds.length === 0 ? fresh : new Set([...fresh, ...arrivedIds]) });
  }

  useEffect(() => {
    const arrivedIds = [...fresh].filter((id) => !timers.current.has(id));
    if (arrivedIds.length === 0) return;
    const timer = setTimeout(() => {
      for (const id of arrivedIds) timers.current.delete(id);
      setSeenBids((seenBids) => ({
        ...seenBids,
        fresh: new Set([...seenBids.fresh].filter((id) => !arrivedIds.includes(id))),
      }));
    }, HIGHLIGHT_MS);
    for (const id of arrivedIds) timers.current.set(id, timer);
  }, [fresh]);

  useEffect(() => {
    const pending = timers.current;
    return () => {
      for (const timer of pending.values()) clearTimeout(timer);
    };
  }, []);

  return fresh;
}
