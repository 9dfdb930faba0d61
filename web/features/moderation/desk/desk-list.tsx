import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import { hasFailed, isLoading } from "../../../api/query-state.ts";
import { Button } from "../../../ui/button.tsx";
import { classes } from "../../../ui/classes.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { LoadingNote } from "../../../ui/loading-note.tsx";

type DeskListProps = {
  label: string;
  list: {
    readonly data: unknown;
    readonly error: Error | null;
    readonly errorUpdateCount: number;
    readonly isFetching: boolean;
    readonly isPlaceholderData: boolean;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly refetch: () => unknown;
    readonly fetchNextPage: () => unknown;
  };
  /** The rows of all pages so far, each a list item. */
  rows: readonly ReactNode[];
  icon: LucideIcon;
  empty: { readonly title: string; readonly text?: string };
};

/**
 * A list of the desk: while it loads, when it failed, when it is empty, and its rows with a button for the next page.
 */
export function DeskList({ label, list, rows, icon, empty }: DeskListProps) {
  if (isLoading(list)) return <LoadingNote>Loading...</LoadingNote>;
  if (hasFailed(list)) {
    return (
      <FailedState
        title="This list cannot be fetched"
        error={list.error}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  return (
    <div aria-busy={list.isPlaceholderData} className={classes(list.isPlaceholderData && "opacity-60")}>
      {rows.length === 0 && !list.hasNextPage && <EmptyState icon={icon} {...empty} />}
      {rows.length > 0 && (
        <ul aria-label={label} className="divide-y divide-line rounded-lg border border-line bg-surface">
          {rows}
        </ul>
      )}
      {list.hasNextPage && (
        <div className="mt-6 flex flex-col items-center gap-3">
          {rows.length === 0 && <p className="text-sm text-muted">None among the newest. There are more to search.</p>}
          <Button
            look="secondary"
            busy={list.isFetchingNextPage}
            busyLabel="Loading more"
            onClick={() => void list.fetchNextPage()}
          >
            {list.isFetchNextPageError ? "Try again" : "Show more"}
          </Button>
        </div>
      )}
    </div>
  );
}
