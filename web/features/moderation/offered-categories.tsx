import { useQuery } from "@tanstack/react-query";

import { categoriesQuery } from "../../api/categories.ts";
import { isLoading } from "../../api/query-state.ts";
import { LoadingNote } from "../../ui/loading-note.tsx";
import { RetryButton } from "../../ui/retry-button.tsx";
import { ActButton } from "./act-button.tsx";

/** The categories that people can choose. The list may be long: it opens when it is needed. */
export function OfferedCategories() {
  const query = useQuery(categoriesQuery);
  const { data: categories, isFetching, refetch } = query;
  if (isLoading(query)) return <LoadingNote>Loading...</LoadingNote>;
  if (!categories) {
    return (
      <div className="mt-10">
        <RetryButton retrying={isFetching} onRetry={() => void refetch()} label="Reload the categories" />
      </div>
    );
  }
  return (
    <details className="group mt-10">
      <summary className="cursor-pointer rounded-sm font-display text-xl font-medium">
        Categories <span className="ml-1 text-base text-muted tabular-nums">{categories.length}</span>
      </summary>
      <ul className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface">
        {categories.map((category) => (
          <li key={category._id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:p-5">
            <div className="min-w-0">
              <p className="font-medium break-words">{category.name}</p>
              <p className="text-sm break-words text-muted">{category.description}</p>
            </div>
            <ActButton act={{ act: "hideCategory", categoryId: category._id }} name={category.name} />
          </li>
        ))}
      </ul>
    </details>
  );
}
