import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";

import { type HistoryFilter as Filter, historyQuery } from "../api/activity.ts";
import { hasFailed, isLoading } from "../api/query-state.ts";
import { HistoryCounters } from "../features/activity/history-counters.tsx";
import { HistoryFilter } from "../features/activity/history-filter.tsx";
import { HistoryList, HistoryListSkeleton } from "../features/activity/history-list.tsx";
import { FailedState } from "../ui/failed-state.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { usePageTitle } from "../ui/page-title.ts";
import { problemText } from "../ui/problem.ts";
import { RetryButton } from "../ui/retry-button.tsx";

export default function HistoryPage() {
  usePageTitle("Auction History");
  const [filter, setFilter] = useState<Filter>("all");
  const history = useInfiniteQuery(historyQuery(filter));
  const { data, isPlaceholderData, error, isFetching, refetch, fetchNextPage } = history;
  const failed = hasFailed(history);
  const entries = data?.pages.flatMap((page) => page.history);
  return (
    <>
      <PageHeading title="Auction History" />
      <div className="my-7 space-y-6">
        {!failed && <HistoryCounters entries={entries} areAll={!history.hasNextPage} />}
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
      {history.hasNextPage && !isPlaceholderData && (
        <div className="mt-6 flex flex-col items-center gap-3">
          {history.isFetchNextPageError && (
            <p role="alert" className="text-sm text-muted">
              {problemText(error)}
            </p>
          )}
          <RetryButton label="Show more" retrying={history.isFetchingNextPage} onRetry={() => void fetchNextPage()} />
        </div>
      )}
    </>
  );
}
