// @ts-nocheck
import { Gavel, ListChecks, SquarePlus, Trophy } from "lucide-react";

import type { HistoryEntry } from "../../../worker/contract/account.ts";
import { Counters } from "../../ui/counters.tsx";

/** Counted from the loaded entries by their type; absent while these are on their way. */
export function HistoryCounters({ entries }: { entries: readonly HistoryEntry[] | undefined }) {
  const count = (type: HistoryEntry["type"]) => entries?.filter((entry) => entry.type === type).length;
  return (
    <Counters
      counters={[
        { label: "Total Activities", icon: ListChecks, value: entries?.length },
        { label: "Items Won", icon: Trophy, value: count("won") },
        { label: "Auctions Created", icon: SquarePlus, value: count("created") },
        { label: "Bids Placed", icon: Gavel, value: count("bid") },
      ]}
    />
  );
}
