import type { ReactElement, ReactNode } from "react";

import { classes } from "./classes.ts";
import { ListEnd, type PagedQuery } from "./list-end.tsx";
import { QueryContent } from "./query-content.tsx";
import type { RenderedQuery } from "./query-state.ts";

type QueryListProps<Item> = {
  query: RenderedQuery & { readonly isPlaceholderData: boolean } & (PagedQuery | { readonly hasNextPage?: undefined });
  /** The items fetched so far, across all pages. */
  items: readonly Item[] | undefined;
  loading?: ReactNode;
  /** Passed to `QueryContent`. */
  failed: string | ReactElement;
  empty: ReactNode;
  /** Passed to `ListEnd`. */
  fetchMargin?: string;
  children: (items: readonly Item[]) => ReactNode;
};

/**
 * A fetched list, whole or page by page. Shows that it's loading, failed or empty, or its items with a button for the
 * next page. Items for the previous filter stay, faded, until the new ones arrive.
 */
export function QueryList<Item>({ query, items = [], fetchMargin, empty, children, ...states }: QueryListProps<Item>) {
  const isOld = query.isPlaceholderData;
  return (
    <QueryContent query={query} {...states}>
      {() => (
        <>
          <div aria-busy={isOld} className={classes("transition-opacity", isOld && "opacity-60")}>
            {items.length > 0 ? children(items) : !query.hasNextPage && empty}
          </div>
          {query.hasNextPage && !isOld && (
            <ListEnd query={query} fetchMargin={fetchMargin} isEmpty={items.length === 0} />
          )}
        </>
      )}
    </QueryContent>
  );
}
