import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

import { EmptyState } from "../../../ui/empty-state.tsx";
import { QueryList } from "../../../ui/query-list.tsx";

type AdminListProps = {
  label: string;
  list: ComponentProps<typeof QueryList>["query"];
  /** The rows of all pages so far, each a list item. */
  rows: readonly ReactNode[];
  icon: LucideIcon;
  empty: { readonly title: string; readonly text?: string };
};

/** A list of the admin pages. */
export function AdminList({ label, list, rows, icon, empty }: AdminListProps) {
  return (
    <QueryList
      query={list}
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
