import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

import { EmptyState } from "../../../ui/empty-state.tsx";
import { QueryList } from "../../../ui/query-list.tsx";

type AdminListProps = {
  label: string;
  query: ComponentProps<typeof QueryList>["query"];
  /** The rows of all pages so far, each a list item. */
  rows: readonly ReactNode[];
  icon: LucideIcon;
  empty: { readonly title: string; readonly text?: string };
};

export function AdminList({ label, query, rows, icon, empty }: AdminListProps) {
  return (
    <QueryList
      query={query}
      items={rows}
      failed="We couldn't load this list"
      empty={<EmptyState icon={icon} {...empty} />}
    >
      {(shown) => (
        <ul aria-label={label} className="divide-y divide-line rounded-lg border border-line bg-surface">
          {shown}
        </ul>
      )}
    </QueryList>
  );
}
