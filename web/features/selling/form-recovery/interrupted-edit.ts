/**
 * The input in the form for an existing listing when the person's session ended. It's in the query cache, not under
 * `own`, so that the form has it again when the same person signs in and comes back. No one else ever gets it.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";

import type { OwnAuction } from "../../../../worker/contract/auction.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { currentUser, wasEndedByChoice } from "../../../api/session.ts";
import type { ListingContent } from "../listing/use-listing-form.ts";

/** `original` is the auction that the form was filled in from. */
type InterruptedEdit = ListingContent & { readonly original: OwnAuction };

/** Returns the input of an interrupted edit, once, or undefined if there is none. */
export function useInterruptedEdit(auctionId: string): InterruptedEdit | undefined {
  const client = useQueryClient();
  const [userId] = useState(() => currentUser()?.id ?? "");
  const queryKey = queryKeys.interruptedEdit(userId, auctionId);
  const [found] = useState(() => client.getQueryData<InterruptedEdit>(queryKey));
  const clear = useEffectEvent(() => client.removeQueries({ queryKey }));
  useEffect(() => clear(), []);
  return found;
}

/** Keeps the form's input if the form is closed because the session has ended. */
export function useSaveWhenInterrupted(auctionId: string, read: () => InterruptedEdit): void {
  const client = useQueryClient();
  const [userId] = useState(() => currentUser()?.id);
  const keep = useEffectEvent(() => {
    if (userId === undefined || currentUser()?.id === userId || wasEndedByChoice()) return;
    const queryKey = queryKeys.interruptedEdit(userId, auctionId);
    // It must not be garbage-collected like data that can be fetched again.
    client.setQueryDefaults(queryKey, { gcTime: Infinity });
    client.setQueryData(queryKey, read());
  });
  useEffect(() => () => keep(), []);
}
