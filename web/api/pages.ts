import { infiniteQueryOptions, keepPreviousData, type QueryKey } from "@tanstack/react-query";

type Fetch<Page> = (request: { readonly cursor: string | undefined; readonly signal: AbortSignal }) => Promise<Page>;

/** A list that is fetched page by page. The old list stays on screen while the one for a new filter is fetched. */
export function pagesQuery<Page extends { nextCursor: string | null }>(queryKey: QueryKey, fetchPage: Fetch<Page>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam: cursor, signal }) => fetchPage({ cursor, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}
