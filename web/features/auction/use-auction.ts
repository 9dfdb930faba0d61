/** The data and actions of an auction's page, without its appearance. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";

import { BIDDER_ALIAS } from "../../../worker/contract/people.ts";
import type { AuctionView } from "../../api/auction-view.ts";
import { auctionQuery } from "../../api/auction.ts";
import type { Connection } from "../../api/connection.ts";
import { ApiFailure } from "../../api/failure.ts";
import { hasOwnBidQuery, ownMaximumQuery } from "../../api/own-bids.ts";
import { aliasesQuery, countAliases } from "../../api/privacy.ts";
import { serverNow } from "../../api/server-clock.ts";
import { useSessionUser } from "../../api/session.ts";
import { useLiveAuctionSocket } from "../../api/use-live-auction-socket.ts";
import { startOf } from "../../ui/items/start-of.ts";
import { useTickedValue } from "../../ui/ticker.ts";
import { withNames } from "./bidders.ts";
import { type BidMutations, useBidMutations } from "./bids/use-bid-mutations.ts";
import { type FinalCall, finalCallAt, LAST_MINUTES_MS } from "./last-minutes/final-calls.ts";
import { type ViewerStanding, viewerStanding, type Stage, stageOf, withBuyNowPriceAtStart } from "./standing.ts";

/**
 * Without a live socket, the page polls. After the end, it polls for the outcome. A refused poll waits as long as the
 * server says.
 */
const POLL_MS = 10_000;
const POLL_AT_END_MS = 2_000;
/** Every fifth poll replaces a request that still has no response. The polls in between leave it running. */
const MAX_POLLS_PER_REQUEST = 5;

export type AuctionScreen = {
  readonly view: AuctionView;
  /** The viewer's ID on this page, which is their alias if they bid anonymously. */
  readonly userId: string | undefined;
  readonly standing: ViewerStanding;
  /** Whether the viewer leads, or may lead under an alias. Until we know their alias, any alias may be theirs. */
  readonly mightLead: boolean;
  readonly stage: Stage;
  /** Major units. Null if the user doesn't lead, or leads with an exact bid. Only the bidder can fetch it. */
  readonly ownMaximum: number | null;
  /** Whether a bid has reached the viewer's own maximum, which makes it public in the journal. */
  readonly isOwnMaximumPublic: boolean;
  /** Epoch ms. Null if bidding began when the auction was listed. */
  readonly startsAt: number | null;
  /** Epoch ms. */
  readonly endsAt: number;
  /** "none" unless the auction is live and in its last minutes. */
  readonly finalCall: FinalCall;
  readonly connection: Connection;
  readonly reconnect: () => void;
  readonly bidding: BidMutations;
};

/** Whether the auction doesn't exist, or no longer does. That includes a malformed ID. */
export function isGone(error: Error | null): boolean {
  return error instanceof ApiFailure && (error.status === 404 || error.code === "invalid_input");
}

/** The last known view of an auction that's gone. We don't know who took it down, unless a message said so. */
function asUnavailable(view: AuctionView): AuctionView {
  return { ...view, gone: view.gone ?? "unavailable" };
}

const isOverAt = (endsAt: number) => serverNow() >= endsAt;

export function useAuction(auctionId: string) {
  const sessionUserId = useSessionUser()?.id;
  const query = useQuery(auctionQuery(auctionId));
  const { refetch, error, errorUpdatedAt } = query;
  const notBefore = error instanceof ApiFailure ? errorUpdatedAt + (error.retryAfter ?? 0) * 1_000 : 0;
  const aliasCount = query.data ? countAliases(query.data) : 0;
  const { data, isPlaceholderData } = useQuery({
    ...aliasesQuery(auctionId, aliasCount),
    enabled: aliasCount > 0 && sessionUserId !== undefined,
  });
  // After a sign-out, here or in another tab, names are hidden right away, including those kept as placeholder data.
  const aliases = sessionUserId === undefined ? undefined : data;
  const knownAliases = aliases?.people;
  const namedView = useMemo(() => query.data && withNames(query.data, knownAliases ?? []), [query.data, knownAliases]);
  // If the listing was taken down while the socket was closed, show the last known view.
  const view = namedView && isGone(query.error) ? asUnavailable(namedView) : namedView;
  const userId = aliases?.own ?? sessionUserId;
  const endsAt = view ? Date.parse(view.auction.auctionEndTime) : Infinity;
  const startsAt = view ? startOf(view.auction) : null;
  const hasStarted = useTickedValue(() => startsAt === null || serverNow() >= startsAt);
  const endsSoon = useTickedValue(() => !isOverAt(endsAt) && endsAt - serverNow() <= LAST_MINUTES_MS);
  const isOver = useTickedValue(() => isOverAt(endsAt), endsSoon);
  const finalCall = useTickedValue(() => finalCallAt(endsAt, serverNow()), endsSoon);
  const stage = view && stageOf(view, hasStarted, isOver);
  const isOpen = stage === "upcoming" || stage === "live" || stage === "closing";
  // An auction that is hidden while the page is open may be shown again.
  const isRunning = isOpen || view?.gone === "hidden";

  const { socket, connection } = useLiveAuctionSocket(auctionId, isRunning, sessionUserId);
  const bidding = useBidMutations(auctionId, socket);

  const isIncomplete = view !== undefined && view.bids.length < view.auction.bidCount;
  const unloadedBid = useQuery({ ...hasOwnBidQuery(auctionId), enabled: isIncomplete && userId !== undefined });

  // A person's alias never changes, so an older response that has it is enough. One without it isn't.
  const isOwnAliasKnown = aliases !== undefined && (aliases.own !== null || !isPlaceholderData);
  const isLeaderAliased = BIDDER_ALIAS.test(view?.bids[0]?.bidder._id ?? "");
  const standing = view && viewerStanding(view, userId, isIncomplete && unloadedBid.data === true);
  const leadingBid = standing === "leading" && isOpen ? view?.bids[0] : undefined;
  const { data: maximum } = useQuery({
    ...ownMaximumQuery(auctionId, `${leadingBid?._id} ${view?.maximumSeq}`),
    enabled: leadingBid !== undefined,
  });

  const ownMaximum = leadingBid && maximum?.bidId === leadingBid._id ? maximum : undefined;

  const pollMs = stage === "closing" ? POLL_AT_END_MS : connection.phase === "live" ? null : POLL_MS;
  useEffect(() => {
    if (!isRunning || pollMs === null) return;
    let polls = 0;
    const timer = setInterval(() => {
      polls += 1;
      const now = Date.now();
      // The device's clock may have been set back.
      if (now >= notBefore || now < errorUpdatedAt)
        void refetch({ cancelRefetch: polls % MAX_POLLS_PER_REQUEST === 0 });
    }, pollMs);
    return () => clearInterval(timer);
  }, [isRunning, pollMs, notBefore, errorUpdatedAt, refetch]);

  const screen: AuctionScreen | null =
    view && standing && stage
      ? {
          view: withBuyNowPriceAtStart(view, hasStarted),
          userId,
          standing,
          mightLead: standing === "leading" || (sessionUserId !== undefined && isLeaderAliased && !isOwnAliasKnown),
          stage,
          ownMaximum: ownMaximum?.maxBid ?? null,
          isOwnMaximumPublic: ownMaximum?.isPublic ?? false,
          startsAt,
          endsAt,
          finalCall: stage === "live" ? finalCall : "none",
          connection,
          reconnect: () => socket.connect(),
          bidding,
        }
      : null;
  return { query, screen };
}
