import { Gavel, ListChecks, SquarePlus, Trophy } from "lucide-react";

import type { HistoryEntry } from "../../../worker/contract/account.ts";
import { Counters } from "../../ui/counters.tsx";

/** Numbers of the loaded entries by type; empty while they load. */
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
