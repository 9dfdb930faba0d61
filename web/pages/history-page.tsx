import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { type HistoryFilter as Filter, historyQuery } from "../api/activity.ts";
import { hasFailed, isLoading } from "../api/query-state.ts";
import { HistoryCounters } from "../features/activity/history-counters.tsx";
import { HistoryFilter } from "../features/activity/history-filter.tsx";
import { HistoryList, HistoryListSkeleton } from "../features/activity/history-list.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { usePageTitle } from "../ui/page-title.ts";

export default function HistoryPage() {
  usePageTitle("Auction History");
  const [filter, setFilter] = useState<Filter>("all");
  const history = useQuery(historyQuery(filter));
  const { data: entries, isPlaceholderData, error, isFetching, refetch } = history;
  const failed = hasFailed(history);
  return (
    <>
      <PageHeading title="Auction History" />
      <div className="my-7 space-y-6">
        {!failed && <HistoryCounters entries={entries} />}
        <HistoryFilter value={filter} onChange={setFilter} />
      </div>
      {isLoading(history) && <HistoryListSkeleton />}
      {failed && (
        <FailedState
          title="Cannot fetch user history"
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {entries && <HistoryList entries={entries} outdated={isPlaceholderData} />}
    </>
  );
}
