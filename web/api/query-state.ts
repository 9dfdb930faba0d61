/**
 * The state of a query without data. The library counts a retried query as pending again; on screen it stays failed
 * until there is data, so that the retry button keeps its place and its focus.
 */
import { useState } from "react";

type Query = { readonly data: unknown; readonly errorUpdateCount: number };

export function hasFailed({ data, errorUpdateCount }: Query): boolean {
  return data === undefined && errorUpdateCount > 0;
}

export function isLoading(query: Query): boolean {
  return query.data === undefined && !hasFailed(query);
}

/** The query's error, also while it tries again, when the library has none: the text on screen stays. */
export function useLastError(error: Error | null): Error | null {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  return error ?? last;
}
