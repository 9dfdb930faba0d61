import { Gavel, ListChecks, SquarePlus, Trophy } from "lucide-react";

import type { HistoryEntry } from "../../../worker/contract/account.ts";
import { Counters } from "../../ui/counters.tsx";

type HistoryCountersProps = {
  /** The newest entries, as listed. Absent while they load. */
  entries: readonly HistoryEntry[] | undefined;
  /** Whether these are all the entries. */
  isComplete: boolean;
};

/** The number of listed entries by type, as specified. */
export function HistoryCounters({ entries, isComplete }: HistoryCountersProps) {
  const count = (type: HistoryEntry["type"]) => entries?.filter((entry) => entry.type === type).length;
  return (
    <div>
      <Counters
        counters={[
          { label: "Total Activities", icon: ListChecks, value: entries?.length },
          { label: "Items Won", icon: Trophy, value: count("won") },
          { label: "Auctions Created", icon: SquarePlus, value: count("created") },
          { label: "Bids Placed", icon: Gavel, value: count("bid") },
        ]}
      />
      {entries && !isComplete && (
        <p className="mt-2 text-sm text-muted">These counts cover your last {entries.length} activities.</p>
      )}
    </div>
  );
}
