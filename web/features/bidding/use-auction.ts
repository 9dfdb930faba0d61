/** Everything that an auction's page needs to know, and nothing about how it looks. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";

import type { AuctionView } from "../../api/auction-view.ts";
import { auctionQuery } from "../../api/auction.ts";
import type { Connection } from "../../api/connection.ts";
import { ApiFailure } from "../../api/failure.ts";
import { ownBidQuery } from "../../api/own-bids.ts";
import { aliasesQuery } from "../../api/privacy.ts";
import { serverNow } from "../../api/server-clock.ts";
import { useSessionUser } from "../../api/session.ts";
import { useLiveAuctionSocket } from "../../api/use-live-auction-socket.ts";
import { useTicking } from "../../ui/ticker.ts";
import { countAliases, withNames } from "./bidders.ts";
import { type BidMutations, useBidMutations } from "./bids/use-bid-mutations.ts";
import { type MyStanding, myStanding, type Stage, stageOf } from "./standing.ts";

/** Without a live socket the page asks by itself; right after the end it asks what came of it. */
const POLL_MS = 10_000;
const POLL_AT_END_MS = 2_000;

export type AuctionScreen = {
  readonly view: AuctionView;
  /** What the page calls the person who looks at it: their number where they bid under one. */
  readonly userId: string | undefined;
  readonly standing: MyStanding;
  readonly stage: Stage;
  /** Epoch ms. */
  readonly endsAt: number;
  readonly connection: Connection;
  readonly reconnect: () => void;
  readonly bidding: BidMutations;
};

/** There is no such auction, or no longer. An id that is none of ours names no auction either. */
export function isGone(error: Error | null): boolean {
  return error instanceof ApiFailure && (error.status === 404 || error.code === "invalid_input");
}

export function useAuction(auctionId: string) {
  const sessionUserId = useSessionUser()?.id;
  const query = useQuery(auctionQuery(auctionId));
  const { refetch } = query;
  const numbers = query.data ? countAliases(query.data) : 0;
  const { data } = useQuery({
    ...aliasesQuery(auctionId, numbers),
    enabled: numbers > 0 && sessionUserId !== undefined,
  });
  // After a log-out, here or in another tab, no name is shown any more: also none that was kept for the next answer.
  const aliases = sessionUserId === undefined ? undefined : data;
  const known = aliases?.people;
  const named = useMemo(() => query.data && withNames(query.data, known ?? []), [query.data, known]);
  // Taken away while the socket was down: what is left is the last that was seen of it.
  const view = named && isGone(query.error) ? { ...named, gone: named.gone ?? "removed" } : named;
  const userId = aliases?.own ?? sessionUserId;
  const endsAt = view ? Date.parse(view.auction.auctionEndTime) : Infinity;
  const isRunning = view !== undefined && !view.gone && !view.auction.hidden && view.auction.status === "Live";
  const isOver = useTicking(() => serverNow() >= endsAt);

  const { socket, connection } = useLiveAuctionSocket(auctionId, isRunning, sessionUserId);
  const bidding = useBidMutations(auctionId, socket);

  const incomplete = view !== undefined && view.bids.length < view.auction.bidCount;
  const elsewhere = useQuery({ ...ownBidQuery(auctionId), enabled: incomplete && userId !== undefined });

  const pollMs = isOver ? POLL_AT_END_MS : connection.phase === "live" ? null : POLL_MS;
  useEffect(() => {
    if (!isRunning || pollMs === null) return;
    const timer = setInterval(() => void refetch(), pollMs);
    return () => clearInterval(timer);
  }, [isRunning, pollMs, refetch]);

  const screen: AuctionScreen | null = view
    ? {
        view,
        userId,
        standing: myStanding(view, userId, incomplete && elsewhere.data === true),
        stage: stageOf(view, isOver),
        endsAt,
        connection,
        reconnect: () => socket.connect(),
        bidding,
      }
    : null;
  return { query, screen };
}
