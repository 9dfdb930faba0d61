import { History } from "lucide-react";
import type { ComponentProps } from "react";

import type { HistoryEntry } from "../../../worker/contract/account.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadingList } from "../../ui/loading-list.tsx";
import { QueryList } from "../../ui/query-list.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { HistoryRow } from "./history-row.tsx";

type HistoryListProps = Pick<ComponentProps<typeof QueryList>, "query"> & {
  entries: readonly HistoryEntry[] | undefined;
};

export function HistoryList({ query, entries }: HistoryListProps) {
  return (
    <QueryList
      query={query}
      items={entries}
      loading={<HistoryListSkeleton />}
      failed="Cannot fetch user history"
      empty={
        <EmptyState
          icon={History}
          title="No History Yet"
          text="Start participating in auctions to see your history here"
          link={{ to: paths.auctions, label: "Browse Auctions", variant: "secondary" }}
        />
      }
    >
      {(shown) => (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {shown.map((entry) => (
            <li key={entry.id}>
              <HistoryRow entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </QueryList>
  );
}

function HistoryListSkeleton() {
  return (
    <LoadingList
      note="Loading your history..."
      count={4}
      className="divide-y divide-line rounded-lg border border-line bg-surface"
    >
      <div className="flex items-center gap-4 px-4 py-4 sm:px-5">
        <Skeleton className="h-14 w-16 shrink-0 sm:h-18 sm:w-24" />
        <div className="flex-1 space-y-2.5">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-5 w-1/3" />
        </div>
      </div>
    </LoadingList>
  );
}
