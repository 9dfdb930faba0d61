// @ts-nocheck
import { Bookmark, CircleDollarSign, Gavel, Layers, Radio, Trophy } from "lucide-react";

import type { Profile } from "../../../worker/contract/account.ts";
import { Counters } from "../../ui/counters.tsx";
import { TotalValue } from "./total-value.tsx";

export function OverviewPanel({ statistics }: Pick<Profile, "statistics">) {
  return (
    <Counters
      className="md:grid-cols-3"
      counters={[
        { label: "Total Auctions", icon: Layers, value: statistics.totalAuctions },
        { label: "Items Won", icon: Trophy, value: statistics.totalWinnings },
        { label: "Total Bids", icon: Gavel, value: statistics.totalBids },
        { label: "Total Value", icon: CircleDollarSign, value: <TotalValue amount={statistics.totalWinningsValue} /> },
        { label: "Watchlist", icon: Bookmark, value: statistics.watchListCount },
        { label: "Active Auctions", icon: Radio, value: statistics.activeAuctions },
      ]}
    />
  );
}
