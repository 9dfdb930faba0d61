import { useQuery } from "@tanstack/react-query";

import { categoriesQuery } from "../../api/categories.ts";
import { Card } from "../../ui/card.tsx";
import { QueryList } from "../../ui/query-list.tsx";
import { RetryButton } from "../../ui/retry-button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const WIDTHS = ["w-32", "w-36", "w-20", "w-24", "w-22", "w-28"];

export function CategoryNames() {
  const query = useQuery(categoriesQuery);
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="font-display text-lg font-medium">Some Famous Categories already used:</h2>
      <div className="mt-4">
        <QueryList
          query={query}
          items={query.data}
          loading={
            <div aria-hidden className="flex flex-wrap gap-2">
              {WIDTHS.map((width) => (
                <Skeleton key={width} className={`h-8 rounded-full ${width}`} />
              ))}
            </div>
          }
          failed={
            <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
              Failed to display Category
              <RetryButton size="sm" query={query} />
            </div>
          }
          empty={<p className="text-sm text-muted">No Categories Yet!!</p>}
        >
          {(categories) => (
            <ul className="flex flex-wrap gap-2">
              {categories.map(({ _id, name, description }) => (
                <li
                  key={_id}
                  title={description}
                  className="max-w-full truncate rounded-full border border-line bg-canvas px-3.5 py-1.5 text-sm"
                >
                  {name}
                </li>
              ))}
            </ul>
          )}
        </QueryList>
      </div>
    </Card>
  );
}
