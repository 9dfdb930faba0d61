import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";

import { type HistoryFilter as Filter, historyQuery } from "../api/activity.ts";
import { HistoryCounters } from "../features/activity/history-counters.tsx";
import { HistoryList } from "../features/activity/history-list.tsx";
import { ChoiceRow } from "../ui/fields/choice-row.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { hasFailed } from "../ui/query-state.ts";

const FILTERS: readonly { value: Filter; label: string }[] = [
  { value: "all", label: "All Activities" },
  { value: "created", label: "Created" },
  { value: "won", label: "Won" },
  { value: "bid", label: "Bid" },
];

export default function HistoryPage() {
  const [filter, setFilter] = useState<Filter>("all");
  const history = useInfiniteQuery(historyQuery(filter));
  const entries = history.data?.pages.flatMap((page) => page.history);
  return (
    <>
      <PageHeading title="Auction History" />
      <div className="my-7 space-y-6">
        {!hasFailed(history) && <HistoryCounters entries={entries} isComplete={!history.hasNextPage} />}
        <ChoiceRow
          legend="Filter activities"
          choices={FILTERS}
          value={filter}
          onChange={setFilter}
          className="flex-wrap sm:gap-2"
          buttonClassName="h-9 px-3.5 sm:px-4"
        />
      </div>
      <HistoryList query={history} entries={entries} />
    </>
  );
}
