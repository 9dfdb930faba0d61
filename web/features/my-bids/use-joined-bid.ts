/** Places the smallest next bid in an auction of the board, over REST: the board has no socket of a room. */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";

import { standing } from "../../../worker/contract/catalogue.ts";
import { ALIAS } from "../../../worker/contract/people.ts";
import type { AuctionView } from "../../api/auction-view.ts";
import { auctionQuery } from "../../api/auction.ts";
import { placeBid, resending } from "../../api/bids.ts";
import { ApiFailure } from "../../api/failure.ts";
import { type Joined, noteOwnBid, noteRoom, noteUnsure } from "../../api/joined.ts";
import { aliasesQuery, countAliases } from "../../api/privacy.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useSessionUser } from "../../api/session.ts";
import { toasts } from "../../ui/toast.ts";
import { useLoginRedirect } from "../../ui/use-login-redirect.ts";

const NO_SOCKET = { placeBid: () => Promise.resolve(null) };

export function useJoinedBid(auction: Joined) {
  const client = useQueryClient();
  const goToLogin = useLoginRedirect();
  const userId = useSessionUser()?.id;
  const refetch = () => client.invalidateQueries({ queryKey: queryKeys.own });
  /** What D1 has may be older than the failure, so the room itself is asked. */
  const askRoom = async (error: Error) => {
    const view = await client.fetchQuery({ ...auctionQuery(auction._id), staleTime: 0 });
    const leads = await leadsIn(client, view, userId);
    // Only a leader's bid is refused for this.
    const fallback = isOwnMaximum(error) ? true : undefined;
    noteRoom(client, auction._id, { ...standing.parse(view.auction), seq: view.seq, leads: leads ?? fallback });
  };
  return useMutation({
    ...resending,
    mutationFn: (bidAmount: number) => placeBid(NO_SOCKET, auction._id, { bidAmount }),
    onSuccess: ({ newBid, auction: after, leads, seq }) => {
      noteOwnBid(client, auction, { amount: newBid.amount, standing: after, seq, leads });
      if (leads === false) toasts.info("Bid Placed, but outbid at once");
      else toasts.success("Bid Placed");
      void refetch();
    },
    onError: (error) => {
      if (error instanceof ApiFailure && error.code === "not_signed_in") return goToLogin();
      if (isOwnMaximum(error)) toasts.info("You lead already");
      else toasts.error("Failed to place bid");
      // The bid may have arrived, and this person may lead with one from another tab.
      noteUnsure(client, auction._id);
      void refetch();
      // If the room cannot be read either, there is no button until D1 or the inbox says who leads.
      void askRoom(error).catch(() => undefined);
    },
  });
}

function isOwnMaximum(error: Error): boolean {
  return error instanceof ApiFailure && error.code === "below_own_maximum";
}

/**
 * Whether this person has the highest bid; undefined if its bidder is an alias and the person's own alias is not known.
 */
async function leadsIn(client: QueryClient, view: AuctionView, userId: string | undefined) {
  const leader = view.bids[0]?.bidder._id;
  if (leader === undefined || !ALIAS.test(leader)) return leader !== undefined && leader === userId;
  const aliases = aliasesQuery(view.auction._id, countAliases(view));
  // If this fails, the result is unknown until D1 shows who leads.
  const answer = await client.fetchQuery({ ...aliases, staleTime: 0 }).catch(() => undefined);
  return answer && answer.own === leader;
}
