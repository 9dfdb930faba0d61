/** Which of the bidding dialogs is open. Visitors are redirected to the login first. */
import { useState } from "react";

import type { Bid } from "../../../../worker/contract/bid.ts";
import type { Offer } from "../../../../worker/contract/fields.ts";
import type { Intent } from "../../../return-path.ts";
import { useHistoryLayer } from "../../../ui/use-history-layer.ts";
import { useLoginRedirect } from "../../../ui/use-login-redirect.ts";
import { bidIntent, buyIntent } from "./intents.ts";

type OpenDialog =
  | { kind: "place"; offer?: Offer }
  | { kind: "buy"; price: number }
  | { kind: "edit"; bid: Bid; offer?: Offer }
  | { kind: "delete"; bid: Bid }
  | null;

export function useBidDialogs(userId: string | undefined) {
  const [open, setOpen] = useState<OpenDialog>(null);
  const goToLogin = useLoginRedirect();
  const close = () => setOpen(null);
  useHistoryLayer("bid", open !== null, close);
  /** Runs an action that needs a signed-in person. After the login the intent is offered again. */
  const signedIn = (action: () => void, intent?: Intent) => (userId === undefined ? goToLogin(intent) : action());
  return {
    open,
    signedIn,
    place: (currency: string) => signedIn(() => setOpen({ kind: "place" }), bidIntent({}, currency)),
    /** `price` is the one on the button that was pressed. */
    buy: (price: number, currency: string) =>
      signedIn(() => setOpen({ kind: "buy", price }), buyIntent(price, currency)),
    edit: (bid: Bid) => setOpen({ kind: "edit", bid }),
    remove: (bid: Bid) => setOpen({ kind: "delete", bid }),
    close,
    /** Opens what a person was about to do before they had to sign in; `bids` are those of the page. */
    resume({ act, amount, bidId }: Intent, bids: readonly Bid[]) {
      const bid = bids.find(({ _id }) => _id === bidId);
      const isMaximum = act === "maximum" || act === "editMaximum";
      const offer = amount === null ? undefined : isMaximum ? { maxBid: amount } : { bidAmount: amount };
      if (act === "undo") return;
      if (act === "delete") return bid && setOpen({ kind: "delete", bid });
      if (act === "buy") return amount !== null && setOpen({ kind: "buy", price: amount });
      setOpen({ ...(bid ? { kind: "edit", bid } : { kind: "place" }), ...(offer && { offer }) });
    },
  };
}

export type BidDialogControls = ReturnType<typeof useBidDialogs>;
