/** Places the smallest next bid in an auction of the board, over REST: the board has no socket of a room. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { personalStanding } from "../../../worker/contract/joined-auction.ts";
import { auctionQuery } from "../../api/auction.ts";
import { placeBid, resending } from "../../api/bids.ts";
import { ApiFailure } from "../../api/failure.ts";
import { type Joined, noteOwnBid, noteStanding } from "../../api/joined.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { toasts } from "../../ui/toast.ts";
import { useLoginRedirect } from "../../ui/use-login-redirect.ts";

const NO_SOCKET = { placeBid: () => Promise.resolve(null) };

export function useJoinedBid(auction: Joined) {
  const client = useQueryClient();
  const goToLogin = useLoginRedirect();
  const refetch = () => client.invalidateQueries({ queryKey: queryKeys.own });
  /** What D1 has may be older than the refusal, so the room itself is asked. */
  const askRoom = async () => {
    const { auction: now, seq } = await client.fetchQuery({ ...auctionQuery(auction._id), staleTime: 0 });
    // Only for somebody who does not lead is there a button.
    noteStanding(client, auction._id, personalStanding.parse({ ...now, seq, leads: false }));
  };
  return useMutation({
    ...resending,
    mutationFn: (bidAmount: number) => placeBid(NO_SOCKET, auction._id, { bidAmount }),
    onSuccess: ({ newBid, auction: standing, leads, seq }) => {
      noteOwnBid(client, auction, { amount: newBid.amount, standing, seq, leads });
      if (leads === false) toasts.info("Bid Placed, but outbid at once");
      else toasts.success("Bid Placed");
      void refetch();
    },
    onError: (error) => {
      if (error instanceof ApiFailure && error.code === "not_signed_in") return goToLogin();
      toasts.error("Failed to place bid");
      void refetch();
      // If the room cannot be read either, what is on screen stays.
      void askRoom().catch(() => undefined);
    },
  });
}
