import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";

import { AuctionRoom } from "./auction-room.ts";
import { auctionQuery, changeAuction, knownAuction } from "./auction.ts";

/**
 * The live room of an auction, open while the component stands and there is something to hear. Another person is
 * another session, and so another socket. One component is for one auction: give it the id as its key.
 */
export function useAuctionRoom(auctionId: string, open: boolean, userId: string | undefined) {
  const client = useQueryClient();
  const [room] = useState(
    () =>
      new AuctionRoom(
        auctionId,
        {
          read: () => knownAuction(client, auctionId),
          write: (view) => changeAuction(client, auctionId, () => view),
          refetch: () => void client.invalidateQueries({ queryKey: auctionQuery(auctionId).queryKey }),
        },
        location.origin,
      ),
  );

  useEffect(() => {
    if (!open) return;
    room.connect();
    const wake = () => {
      if (document.visibilityState === "visible") room.wake();
    };
    document.addEventListener("visibilitychange", wake);
    addEventListener("online", wake);
    return () => {
      document.removeEventListener("visibilitychange", wake);
      removeEventListener("online", wake);
      room.close();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `userId` is not read: it is the reason to connect anew
  }, [room, open, userId]);

  return { room, connection: useSyncExternalStore(room.subscribe, room.connection) };
}
