import type { ReactElement, ReactNode } from "react";

import { FailedState } from "./failed-state.tsx";
import { LoadingNote } from "./loading-note.tsx";
import { hasFailed, type RenderedQuery } from "./query-state.ts";

type QueryContentProps<Data> = {
  query: RenderedQuery<Data>;
  loading?: ReactNode;
  /** Shown if the data couldn't be loaded. A string becomes the title of a `FailedState`. */
  failed: string | ReactElement;
  children: (data: Data) => ReactNode;
};

/** A query's data. Until there is data, shows that it's loading or couldn't be loaded. */
export function QueryContent<Data>({ query, loading, failed, children }: QueryContentProps<Data>): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (!hasFailed(query)) return loading ?? <LoadingNote>Loading...</LoadingNote>;
  return typeof failed === "string" ? <FailedState title={failed} query={query} /> : failed;
}
