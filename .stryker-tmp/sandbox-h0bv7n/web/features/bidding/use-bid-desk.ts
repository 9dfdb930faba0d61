/** Which of the bidding dialogs is open. Who is not signed in is sent to sign in first. */
// @ts-nocheck

import { useState } from "react";

import type { Bid } from "../../../worker/contract/bid.ts";
import { useLoginDetour } from "./use-login-detour.ts";

type OpenDialog = { kind: "place" } | { kind: "edit"; bid: Bid } | { kind: "delete"; bid: Bid } | null;

export function useBidDesk(userId: string | undefined) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const toLogin = useLoginDetour();
  /** Runs what needs a signed-in person. */
  const signedIn = (action: () => void) => (userId === undefined ? toLogin() : action());
  return {
    dialog,
    signedIn,
    place: () => signedIn(() => setDialog({ kind: "place" })),
    edit: (bid: Bid) => setDialog({ kind: "edit", bid }),
    remove: (bid: Bid) => setDialog({ kind: "delete", bid }),
    close: () => setDialog(null),
  };
}

export type BidDesk = ReturnType<typeof useBidDesk>;
