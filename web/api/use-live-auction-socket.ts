import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";

import { auctionQuery, updateCachedAuction, cachedAuction } from "./auction.ts";
import { LiveAuctionSocket } from "./live-auction-socket.ts";

/**
 * The live socket of an auction, connected while `open`. It reconnects when another person signs in, because a socket
 * keeps the session it was opened with. A component serves one auction, so use the auction's ID as its key.
 */
export function useLiveAuctionSocket(auctionId: string, open: boolean, userId: string | undefined) {
  const client = useQueryClient();
  const [socket] = useState(
    () =>
      new LiveAuctionSocket(
        auctionId,
        {
          read: () => cachedAuction(client, auctionId),
          write: (view) => updateCachedAuction(client, auctionId, () => view),
          refetch: () => void client.invalidateQueries({ queryKey: auctionQuery(auctionId).queryKey }),
        },
        location.origin,
      ),
  );

  useEffect(() => {
    if (!open) return;
    socket.connect(userId);
    return () => socket.close();
  }, [socket, open, userId]);

  return { socket, connection: useSyncExternalStore(socket.subscribe, socket.connection) };
}
