import { useEffect, useRef, useState } from "react";

import type { PublicBid } from "../../../../worker/contract/bid.ts";

/** How long to highlight a new bid. */
const HIGHLIGHT_MS = 2_200;

type SeenBids = { readonly highestSeenAmount: number; readonly freshIds: ReadonlySet<string> };

/** The IDs of the bids that have just arrived. Bids in the first load or on older pages never count as new. */
export function useNewBidIds(bids: readonly PublicBid[]): ReadonlySet<string> {
  const highest = bids[0]?.amount ?? 0;
  const [{ highestSeenAmount, freshIds }, setSeenBids] = useState<SeenBids>({
    highestSeenAmount: highest,
    freshIds: new Set(),
  });
  /** The timer that ends each highlight, by bid ID. */
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());

  if (highest !== highestSeenAmount) {
    const arrivedIds = bids.filter(({ amount }) => amount > highestSeenAmount).map(({ _id }) => _id);
    setSeenBids({
      highestSeenAmount: highest,
      freshIds: arrivedIds.length === 0 ? freshIds : new Set([...freshIds, ...arrivedIds]),
    });
  }

  useEffect(() => {
    const arrivedIds = [...freshIds].filter((id) => !timers.current.has(id));
    if (arrivedIds.length === 0) return;
    const timer = setTimeout(() => {
      for (const id of arrivedIds) timers.current.delete(id);
      setSeenBids((seenBids) => ({
        ...seenBids,
        freshIds: new Set([...seenBids.freshIds].filter((id) => !arrivedIds.includes(id))),
      }));
    }, HIGHLIGHT_MS);
    for (const id of arrivedIds) timers.current.set(id, timer);
  }, [freshIds]);

  useEffect(() => {
    const pending = timers.current;
    return () => {
      for (const timer of pending.values()) clearTimeout(timer);
    };
  }, []);

  return freshIds;
}
