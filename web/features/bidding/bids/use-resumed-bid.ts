import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router";

import { useSessionUser } from "../../../api/session.ts";
import { intentIn } from "../../../return-path.ts";
import type { AuctionScreen } from "../use-auction.ts";
import type { BidDialogControls } from "./use-bid-dialogs.ts";

/** After a login that interrupted a bid, opens its dialog with what was typed, once, and for the same person only. */
export function useResumedBid({ view, stage, standing }: AuctionScreen, dialogs: BidDialogControls): void {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  const personId = useSessionUser()?.id;
  const intent = intentIn(state);
  const isWaiting = intent !== null && personId !== undefined;
  const resume = useEffectEvent(() => {
    if (!isWaiting) return;
    // A reload, or Back from the dialog, is no new wish.
    void navigate({ pathname, search, hash }, { replace: true, state: null });
    const isTheirs = intent.by === null || intent.by === personId;
    if (isTheirs && stage === "live" && standing !== "seller") dialogs.resume(intent, view.bids);
  });
  useEffect(() => resume(), [isWaiting]);
}
