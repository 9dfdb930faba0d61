/** Holds a bid while the device is offline, and sends it once when it's back online. */
import { useCallback, useEffect, useRef, useState } from "react";

import type { Offer } from "../../../../worker/contract/fields.ts";
import { ApiFailure } from "../../../api/failure.ts";
import { isOnline, untilOnline } from "../../../browser/online.ts";

/** The common status for a request that the client canceled. */
const CANCELLED_STATUS = 499;

export function useWaitForNetwork() {
  /** Offers for which we sent a request. They may have arrived. */
  const sentOffers = useRef(new WeakSet<Offer>());
  const pendingWait = useRef<AbortController | null>(null);
  const [canCancelSending, setCanCancelSending] = useState(false);
  const cancelSending = useCallback(
    () =>
      pendingWait.current?.abort(new ApiFailure("unsent", "You canceled this bid. It was not sent.", CANCELLED_STATUS)),
    [],
  );
  // A bid that was never sent isn't sent after the person has left the page.
  useEffect(() => cancelSending, [cancelSending]);

  /** Every attempt to send a bid goes through here first. */
  const waitForNetwork = useCallback(async (offer: Offer) => {
    if (!isOnline()) {
      const wasSent = sentOffers.current.has(offer);
      const controller = wasSent ? new AbortController() : (pendingWait.current ??= new AbortController());
      setCanCancelSending(!wasSent);
      try {
        await untilOnline(controller.signal);
      } finally {
        if (pendingWait.current === controller) pendingWait.current = null;
        setCanCancelSending(false);
      }
    }
    sentOffers.current.add(offer);
  }, []);
  return { waitForNetwork, canCancelSending, cancelSending };
}
