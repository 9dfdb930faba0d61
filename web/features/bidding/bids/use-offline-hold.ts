/** Holds a bid back while the device has no network, and sends it once when the network is there again. */
import { useCallback, useEffect, useRef, useState } from "react";

import type { Offer } from "../../../../worker/contract/fields.ts";
import { ApiFailure } from "../../../api/failure.ts";
import { isOnline, untilOnline } from "../../../api/online.ts";

/** The usual status of a request that its sender has given up. */
const CANCELLED = 499;

export function useOfflineHold() {
  /** Offers for which we sent a request. They may have arrived. */
  const sent = useRef(new WeakSet<Offer>());
  const held = useRef<AbortController | null>(null);
  const [mayCancel, setMayCancel] = useState(false);
  const cancel = useCallback(
    () => held.current?.abort(new ApiFailure("unsent", "You cancelled this bid. It was not sent.", CANCELLED)),
    [],
  );
  // A bid that was never sent is not sent from a page that the person has left.
  useEffect(() => cancel, [cancel]);

  /** Each try of a bid passes here before it is sent. */
  const waitForNetwork = useCallback(async (offer: Offer) => {
    if (!isOnline()) {
      const wasSent = sent.current.has(offer);
      const controller = wasSent ? new AbortController() : (held.current ??= new AbortController());
      setMayCancel(!wasSent);
      try {
        await untilOnline(controller.signal);
      } finally {
        if (held.current === controller) held.current = null;
        setMayCancel(false);
      }
    }
    sent.current.add(offer);
  }, []);
  return { waitForNetwork, mayCancel, cancel };
}
