/** The state of the bidding dialogs. Visitors have to sign in first. */
import { useState } from "react";

import type { PublicBid } from "../../../../worker/contract/bid.ts";
import type { Offer } from "../../../../worker/contract/fields.ts";
import type { Intent } from "../../../intent.ts";
import { useHistoryLayer } from "../../../ui/use-history-layer.ts";
import { useLoginRedirect } from "../../../ui/use-login-redirect.ts";
import { createIntent } from "./intents.ts";

export type OpenDialog =
  | { kind: "place"; offer?: Offer }
  | { kind: "buy"; price: number }
  | { kind: "edit"; bid: PublicBid; offer?: Offer }
  | { kind: "delete" | "requestRelease" | "release"; bid: PublicBid }
  | null;

export function useBidDialogs(userId: string | undefined) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const [hasLoadFailed, setHasLoadFailed] = useState(false);
  const goToLogin = useLoginRedirect();
  const close = () => setOpenDialog(null);
  useHistoryLayer("bid", openDialog !== null, close);
  /** Runs an action that needs a signed-in person. After the sign-in, the intent is offered again. */
  const requireSignIn = (action: () => void, intent?: Intent) => (userId === undefined ? goToLogin(intent) : action());
  return {
    openDialog,
    /** Whether a dialog's code couldn't be loaded when it was opened. */
    hasLoadFailed,
    /** Call this once the dialogs' code has loaded or failed to load. */
    setLoaded: (isLoaded: boolean) => {
      setHasLoadFailed(!isLoaded);
      if (!isLoaded) setOpenDialog(null);
    },
    requireSignIn,
    place: (currency: string) =>
      requireSignIn(() => setOpenDialog({ kind: "place" }), createIntent("bid", null, currency)),
    /** `price` is the one on the button that was tapped. */
    buy: (price: number, currency: string) =>
      requireSignIn(() => setOpenDialog({ kind: "buy", price }), createIntent("buy", price, currency)),
    edit: (bid: PublicBid) => setOpenDialog({ kind: "edit", bid }),
    remove: (bid: PublicBid) => setOpenDialog({ kind: "delete", bid }),
    /** Opens the dialog that asks the seller to release a bid. */
    requestRelease: (bid: PublicBid) => setOpenDialog({ kind: "requestRelease", bid }),
    release: (bid: PublicBid) => setOpenDialog({ kind: "release", bid }),
    close,
    /** Reopens a dialog for a person who has just signed in. */
    resume: setOpenDialog,
  };
}

export type BidDialogControls = ReturnType<typeof useBidDialogs>;
