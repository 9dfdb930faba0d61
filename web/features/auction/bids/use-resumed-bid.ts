import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router";

import type { PublicBid } from "../../../../worker/contract/bid.ts";
import { useSessionUser } from "../../../api/session.ts";
import { type Intent, readIntent } from "../../../intent.ts";
import type { AuctionScreen } from "../use-auction.ts";
import type { BidDialogControls, OpenDialog } from "./use-bid-dialogs.ts";

/**
 * After a sign-in that interrupted a bid, opens its dialog with the typed text. Only once, and only for the same
 * person.
 */
export function useResumedBid({ view, stage, standing }: AuctionScreen, dialogs: BidDialogControls): void {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  const personId = useSessionUser()?.id;
  const resume = useEffectEvent((currentPersonId: string, intent: Intent) => {
    // A reload, or Back from the dialog, must not open it again.
    void navigate({ pathname, search, hash }, { replace: true, state: null });
    const isTheirs = intent.personId === null || intent.personId === currentPersonId;
    if (isTheirs && stage === "live" && standing !== "seller") dialogs.resume(dialogFor(intent, view.bids));
  });
  useEffect(() => {
    const intent = readIntent(state);
    if (intent !== null && personId !== undefined) resume(personId, intent);
  }, [personId, state]);
}

function dialogFor({ action, amount, bidId }: Intent, bids: readonly PublicBid[]): OpenDialog {
  const bid = bids.find(({ _id }) => _id === bidId);
  if (action === "undo") return null;
  if (action === "delete") return bid ? { kind: "delete", bid } : null;
  if (action === "buy") return amount === null ? null : { kind: "buy", price: amount };
  const isMaximum = action === "maximum" || action === "editMaximum";
  const offer = amount === null ? {} : { offer: isMaximum ? { maxBid: amount } : { bidAmount: amount } };
  return bid ? { kind: "edit", bid, ...offer } : { kind: "place", ...offer };
}
