/**
 * The state of a query without data. The library sets a retried query back to pending. On screen it stays failed until
 * there's data, so that the retry button stays put and keeps focus.
 */
type QueryProgress = { readonly data: unknown; readonly errorUpdateCount: number };

/** The parts of a query that a retry button needs. */
export type Refetchable = { readonly isFetching: boolean; readonly refetch: () => unknown };

/** The parts of a query that the page needs to show its data. */
export type RenderedQuery<Data = unknown> = Refetchable & {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly errorUpdateCount: number;
};

export function hasFailed({ data, errorUpdateCount }: QueryProgress): boolean {
  return data === undefined && errorUpdateCount > 0;
}

export function isLoading(query: QueryProgress): boolean {
  return query.data === undefined && !hasFailed(query);
}
