import { useRef } from "react";

import { problemText } from "./problem.ts";
import { RetryButton } from "./retry-button.tsx";
import { useNear } from "./use-near.ts";

/** A query that fetches its list page by page. */
export type PagedQuery = {
  readonly error: Error | null;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
};

type ListEndProps = {
  query: PagedQuery;
  /** How close the end of the list must be to the screen before the next page is fetched, as a CSS length. */
  fetchMargin: string | undefined;
  /** Whether the filter has hidden everything so far. */
  isEmpty: boolean;
};

/** The end of a list with more pages: a button that fetches the next one, and why the last attempt failed. */
export function ListEnd({ query, fetchMargin, isEmpty }: ListEndProps) {
  const { error, isFetchingNextPage: isBusy, isFetchNextPageError: hasFailed, fetchNextPage } = query;
  const end = useRef<HTMLDivElement>(null);
  useNear(end, isBusy || hasFailed ? undefined : fetchMargin, () => void fetchNextPage());
  const label = isBusy ? "Loading more" : hasFailed ? "Try again" : "Show more";
  return (
    <div ref={end} className="mt-8 flex flex-col items-center gap-3">
      {hasFailed && (
        <p role="alert" className="text-sm text-muted">
          {problemText(error)}
        </p>
      )}
      {isEmpty && <p className="text-sm text-muted">No matches so far. There's more to search.</p>}
      <RetryButton query={{ isFetching: isBusy, refetch: fetchNextPage }} label={label} />
    </div>
  );
}
