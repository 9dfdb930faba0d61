import { CircleCheckBig, Clock, Layers, Radio } from "lucide-react";

import type { Auction } from "../../../worker/contract/catalogue.ts";
import { Counters } from "../../ui/counters.tsx";

/** Counted from the auctions themselves; absent while these are on their way. */
export function AuctionCounters({ auctions }: { auctions: readonly Auction[] | undefined }) {
  const count = (status: Auction["status"]) => auctions?.filter((auction) => auction.status === status).length;
  return (
    <Counters
      counters={[
        { label: "Total Auctions", icon: Layers, value: auctions?.length },
        { label: "Live Auctions", icon: Radio, value: count("Live") },
        { label: "Sold Items", icon: CircleCheckBig, value: count("Sold") },
        { label: "Expired", icon: Clock, value: count("Expired") },
      ]}
    />
  );
}
