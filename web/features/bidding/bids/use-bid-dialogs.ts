/** The state of the bidding dialogs. Visitors have to sign in first. */
import { useState } from "react";

import type { ShownBid } from "../../../../worker/contract/bid.ts";
import type { Offer } from "../../../../worker/contract/fields.ts";
import type { Intent } from "../../../intent.ts";
import { useHistoryLayer } from "../../../ui/use-history-layer.ts";
import { useLoginRedirect } from "../../../ui/use-login-redirect.ts";
import { intentTo } from "./intents.ts";

export type OpenDialog =
  | { kind: "place"; offer?: Offer }
  | { kind: "buy"; price: number }
  | { kind: "edit"; bid: ShownBid; offer?: Offer }
  | { kind: "delete" | "ask" | "release"; bid: ShownBid }
  | null;

export function useBidDialogs(userId: string | undefined) {
  const [open, setOpen] = useState<OpenDialog>(null);
  const [isMissing, setMissing] = useState(false);
  const goToLogin = useLoginRedirect();
  const close = () => setOpen(null);
  useHistoryLayer("bid", open !== null, close);
  /** Runs an action that needs a signed-in person. After the sign-in, the intent is offered again. */
  const signedIn = (action: () => void, intent?: Intent) => (userId === undefined ? goToLogin(intent) : action());
  return {
    open,
    /** Whether a dialog's code couldn't be loaded when it was opened. */
    isMissing,
    /** Call with whether the dialogs' code has loaded. */
    loaded: (isThere: boolean) => {
      setMissing(!isThere);
      if (!isThere) setOpen(null);
    },
    signedIn,
    place: (currency: string) => signedIn(() => setOpen({ kind: "place" }), intentTo("bid", null, currency)),
    /** `price` is the one on the button that was tapped. */
    buy: (price: number, currency: string) =>
      signedIn(() => setOpen({ kind: "buy", price }), intentTo("buy", price, currency)),
    edit: (bid: ShownBid) => setOpen({ kind: "edit", bid }),
    remove: (bid: ShownBid) => setOpen({ kind: "delete", bid }),
    /** Asks the seller to release a bid. */
    ask: (bid: ShownBid) => setOpen({ kind: "ask", bid }),
    release: (bid: ShownBid) => setOpen({ kind: "release", bid }),
    close,
    /** Reopens a dialog for a person who has just signed in. */
    resume: setOpen,
  };
}

export type BidDialogControls = ReturnType<typeof useBidDialogs>;
