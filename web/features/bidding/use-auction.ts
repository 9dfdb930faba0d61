/** Everything that an auction's page needs to know, and nothing about how it looks. */
import { useQuery } from "@tanstack/react-query";

import type { AuctionView } from "../../api/auction-view.ts";
import { auctionQuery } from "../../api/auction.ts";
import type { Connection } from "../../api/connection.ts";
import { ownBidQuery } from "../../api/own-bids.ts";
import { serverNow } from "../../api/server-clock.ts";
import { useSessionUser } from "../../api/session.ts";
import { useAuctionRoom } from "../../api/use-auction-room.ts";
import { useTicking } from "../../ui/ticker.ts";
import { type MyStanding, myStanding, type Stage, stageOf } from "./standing.ts";
import { type BidMutations, useBidMutations } from "./use-bid-mutations.ts";

/** Without a live socket the page asks by itself; right after the end it asks what came of it. */
const POLL_MS = 10_000;
const POLL_AT_END_MS = 2_000;

export type AuctionScreen = {
  readonly view: AuctionView;
  readonly userId: string | undefined;
  readonly standing: MyStanding;
  readonly stage: Stage;
  /** Epoch ms. */
  readonly endsAt: number;
  readonly connection: Connection;
  readonly reconnect: () => void;
  readonly bidding: BidMutations;
};

export function useAuction(auctionId: string) {
  const userId = useSessionUser()?.id;
  const query = useQuery({
    ...auctionQuery(auctionId),
    refetchInterval: ({ state: { data } }) => (data ? pollMs(data) : false),
  });
  const view = query.data;
  const { room, connection } = useAuctionRoom(auctionId, view !== undefined, userId);
  const bidding = useBidMutations(auctionId, room);

  const incomplete = view !== undefined && view.bids.length < view.auction.bidCount;
  const elsewhere = useQuery({ ...ownBidQuery(auctionId), enabled: incomplete && userId !== undefined });

  const endsAt = view ? Date.parse(view.auction.auctionEndTime) : Infinity;
  const isOver = useTicking(() => serverNow() >= endsAt);

  function pollMs({ auction, gone }: AuctionView): number | false {
    if (gone || auction.status !== "Live") return false;
    if (serverNow() >= Date.parse(auction.auctionEndTime)) return POLL_AT_END_MS;
    return connection.phase === "live" ? false : POLL_MS;
  }

  const screen: AuctionScreen | null = view
    ? {
        view,
        userId,
        standing: myStanding(view, userId, incomplete && elsewhere.data === true),
        stage: stageOf(view, isOver),
        endsAt,
        connection,
        reconnect: () => room.connect(),
        bidding,
      }
    : null;
  return { query, screen };
}
