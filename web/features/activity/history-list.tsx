import { History } from "lucide-react";

import type { HistoryEntry } from "../../../worker/contract/account.ts";
import { paths } from "../../paths.ts";
import { classes } from "../../ui/classes.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadingList } from "../../ui/loading-list.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { HistoryRow } from "./history-row.tsx";

const PLACEHOLDERS = ["first", "second", "third", "fourth"];

type HistoryListProps = {
  entries: readonly HistoryEntry[];
  /** The entries belong to the previous filter while those of the new one load. */
  outdated: boolean;
};

export function HistoryList({ entries, outdated }: HistoryListProps) {
  const look = classes("transition-opacity", outdated && "opacity-55");
  if (entries.length === 0) {
    return (
      <div aria-busy={outdated} className={look}>
        <EmptyState
          icon={History}
          title="No History Yet"
          text="Start participating in auctions to see your history here"
          link={{ to: paths.auctions, label: "Browse Auctions", look: "secondary" }}
        />
      </div>
    );
  }
  return (
    <ul
      aria-busy={outdated}
      className={classes("divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface", look)}
    >
      {entries.map((entry) => (
        <li key={entry.id}>
          <HistoryRow entry={entry} />
        </li>
      ))}
    </ul>
  );
}

export function HistoryListSkeleton() {
  return (
    <LoadingList note="Loading your history...">
      <div className="divide-y divide-line rounded-lg border border-line bg-surface">
        {PLACEHOLDERS.map((key) => (
          <div key={key} className="flex items-center gap-4 px-4 py-4 sm:px-5">
            <Skeleton className="h-14 w-16 shrink-0 sm:h-18 sm:w-24" />
            <div className="flex-1 space-y-2.5">
              <Skeleton className="h-5 w-3/5" />
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-5 w-1/3" />
            </div>
          </div>
        ))}
      </div>
    </LoadingList>
  );
}
