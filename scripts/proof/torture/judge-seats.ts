/** Holds what sockets heard against the journal: nothing that did not happen, and everything up to the last fact. */
import { toMajor } from "../../../worker/rules/money.ts";
import type { Replay } from "./replay.ts";
import type { Seat } from "./seat.ts";

export function seatFaults({ auctionId, records }: Replay, seats: readonly Seat[]): string[] {
  const last = records.length;
  return seats
    .filter((seat) => seat.auctionId === auctionId)
    .flatMap((seat) => {
      const phantoms = seat.heard.filter(({ event }) => {
        const fact = records[event.seq - 1]?.fact;
        if (fact?.type !== event.type) return true;
        if (event.type !== "newBid" || fact.type !== "newBid") return false;
        return event.bid._id !== fact.bidId || event.bidAmount !== toMajor(fact.amountMinor);
      });
      return [
        ...seat.faults,
        ...phantoms.map(({ event }) => `${auctionId}: heard fact ${event.seq} (${event.type}), which never happened`),
        ...(seat.seen === last ? [] : [`${auctionId}: a socket heard up to ${seat.seen} of ${last} facts`]),
      ];
    });
}
