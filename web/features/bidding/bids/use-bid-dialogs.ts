/** Which of the bidding dialogs is open. Visitors are redirected to the login first. */
import { useState } from "react";

import type { Bid } from "../../../../worker/contract/bid.ts";
import { useHistoryLayer } from "../../../ui/use-history-layer.ts";
import { useLoginRedirect } from "../../../ui/use-login-redirect.ts";

type OpenDialog =
  | { kind: "place" }
  | { kind: "buy"; price: number }
  | { kind: "edit"; bid: Bid }
  | { kind: "delete" | "ask" | "release"; bid: Bid }
  | null;

export function useBidDialogs(userId: string | undefined) {
  const [open, setOpen] = useState<OpenDialog>(null);
  const goToLogin = useLoginRedirect();
  const close = () => setOpen(null);
  useHistoryLayer("bid", open !== null, close);
  /** Runs an action that needs a signed-in person. */
  const signedIn = (action: () => void) => (userId === undefined ? goToLogin() : action());
  return {
    open,
    signedIn,
    place: () => signedIn(() => setOpen({ kind: "place" })),
    /** `price` is the one on the button that was pressed. */
    buy: (price: number) => signedIn(() => setOpen({ kind: "buy", price })),
    edit: (bid: Bid) => setOpen({ kind: "edit", bid }),
    remove: (bid: Bid) => setOpen({ kind: "delete", bid }),
    /** Asks the seller to release a bid. */
    ask: (bid: Bid) => setOpen({ kind: "ask", bid }),
    release: (bid: Bid) => setOpen({ kind: "release", bid }),
    close,
  };
}

export type BidDialogControls = ReturnType<typeof useBidDialogs>;
