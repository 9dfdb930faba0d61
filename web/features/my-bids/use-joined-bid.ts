/**
 * Places the minimum bid in an auction on the board, and undoes it. Over REST, because the board has no socket to a
 * room.
 */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";

import { standing } from "../../../worker/contract/catalogue.ts";
import { BIDDER_ALIAS } from "../../../worker/contract/people.ts";
import type { AuctionView } from "../../api/auction-view.ts";
import { auctionQuery } from "../../api/auction.ts";
import { deleteBid, placeBid, resendOptions } from "../../api/bids.ts";
import { ApiFailure, isDecided, messageOf } from "../../api/failure.ts";
import {
  type JoinedAuctionEntry,
  recordOwnBid,
  updateJoinedFromRoom,
  markStandingUncertain,
  refetchJoinedSoon,
} from "../../api/joined.ts";
import { aliasesQuery, countAliases } from "../../api/privacy.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { signedOutUserId, useSessionUser } from "../../api/session.ts";
import type { Intent } from "../../intent.ts";
import { paths } from "../../paths.ts";
import { toasts } from "../../ui/toast.ts";
import { useLoginRedirect } from "../../ui/use-login-redirect.ts";
import type { RecentBid } from "./recent-bid.ts";

const NO_SOCKET = { placeBid: () => Promise.resolve(null) };

type RowCallbacks = {
  /** The bid was accepted, or its outcome has changed. */
  readonly onRecentBidChange: (recentBid: RecentBid) => void;
  /** The call got a response. The button that was tapped may be gone, and focus with it. */
  readonly onSettled: () => void;
};

export function useJoinedBid(auction: JoinedAuctionEntry, { onRecentBidChange, onSettled }: RowCallbacks) {
  const client = useQueryClient();
  const goToLogin = useLoginRedirect();
  const refreshFromRoom = useRefreshFromRoom(auction._id);
  return useMutation({
    ...resendOptions,
    mutationFn: (bidAmount: number) => placeBid(NO_SOCKET, auction._id, { bidAmount }),
    onSuccess: ({ newBid, auction: newStanding, leads, seq }) => {
      recordOwnBid(client, auction, { amount: newBid.amount, standing: newStanding, seq, leads });
      onRecentBidChange({
        bidId: newBid._id,
        amount: newBid.amount,
        placedAt: Date.parse(newBid.createdAt),
        outbidReason: leads ? null : outbidReasonText(newBid.amount, newStanding.currentBid),
        ownBidBefore: auction.ownBid,
        reveals: newBid.reveals === true,
        isUndone: false,
        refusal: null,
      });
      if (leads) toasts.success("Bid Placed");
      else toasts.info("Bid Placed, but you were outbid right away");
      void client.invalidateQueries({ queryKey: queryKeys.own });
    },
    onError: (error, amount) => {
      if (isSignedOut(error)) return goToLogin(intentOf(auction, "bid", amount, null), paths.auction(auction._id));
      if (isBelowOwnMaximum(error)) toasts.info("You're already leading");
      else toasts.error("Failed to place bid");
      // The bid may have arrived, and this person may lead with one from another tab.
      markStandingUncertain(client, auction._id);
      void client.invalidateQueries({ queryKey: queryKeys.own });
      // If the room can't be reached either, there's no button until D1 or the inbox says who leads.
      void refreshFromRoom(isBelowOwnMaximum(error)).catch(() => undefined);
    },
    onSettled,
  });
}

export function useJoinedUndo(
  auction: JoinedAuctionEntry,
  recentBid: RecentBid,
  { onRecentBidChange, onSettled }: RowCallbacks,
) {
  const client = useQueryClient();
  const goToLogin = useLoginRedirect();
  const refreshFromRoom = useRefreshFromRoom(auction._id);
  return useMutation({
    ...resendOptions,
    mutationFn: () => deleteBid(auction._id, recentBid.bidId, "mistake"),
    onSuccess: (newStanding) => {
      // The response doesn't include its sequence number, which is later than any this page has.
      updateJoinedFromRoom(client, auction._id, {
        ...newStanding,
        seq: auction.seq + 1,
        leads: undefined,
        ownBid: recentBid.ownBidBefore,
      });
      onRecentBidChange({ ...recentBid, isUndone: true });
      toasts.success("Bid Undone");
      void refreshFromRoom(false).catch(() => undefined);
      refetchJoinedSoon(client, auction._id);
    },
    onError: (error) => {
      if (isSignedOut(error))
        return goToLogin(intentOf(auction, "undo", null, recentBid.bidId), paths.auction(auction._id));
      if (isDecided(error))
        onRecentBidChange({ ...recentBid, refusal: messageOf(error, "You can no longer undo this bid") });
      toasts.error("Failed to undo bid");
      void client.invalidateQueries({ queryKey: queryKeys.own });
    },
    onSettled,
  });
}

/** D1 may be behind a response, so this calls the room. */
function useRefreshFromRoom(auctionId: string) {
  const client = useQueryClient();
  const userId = useSessionUser()?.id;
  return async (leadsIfUnknown: boolean) => {
    const view = await client.fetchQuery({ ...auctionQuery(auctionId), staleTime: 0 });
    const leads = await leadsIn(client, view, userId);
    // Only a leader's bid can be refused because of their own maximum.
    const fallback = leadsIfUnknown ? true : undefined;
    updateJoinedFromRoom(client, auctionId, {
      ...standing.parse(view.auction),
      seq: view.seq,
      leads: leads ?? fallback,
    });
  };
}

function isSignedOut(error: Error): boolean {
  return error instanceof ApiFailure && error.code === "not_signed_in";
}

/** The action that the auction's own page offers again after a sign-in. */
function intentOf(
  { currency }: JoinedAuctionEntry,
  action: Intent["action"],
  amount: number | null,
  bidId: string | null,
): Intent {
  return { action, amount, currency, bidId, personId: signedOutUserId() };
}

function isBelowOwnMaximum(error: Error): boolean {
  return error instanceof ApiFailure && error.code === "below_own_maximum";
}

function outbidReasonText(amount: number, price: number): string {
  const reason = price > amount ? "Another bidder's maximum is higher." : "Someone bid the same amount before you.";
  return `You were outbid right away. ${reason}`;
}

/** Whether this person has the highest bid. Undefined if its bidder is an alias and we don't know the person's own. */
async function leadsIn(client: QueryClient, view: AuctionView, userId: string | undefined) {
  const leader = view.bids[0]?.bidder._id;
  if (leader === undefined || !BIDDER_ALIAS.test(leader)) return leader !== undefined && leader === userId;
  const aliases = aliasesQuery(view.auction._id, countAliases(view));
  // If this fails, the result is unknown until D1 shows who leads.
  const response = await client.fetchQuery({ ...aliases, staleTime: 0 }).catch(() => undefined);
  return response && response.own === leader;
}
