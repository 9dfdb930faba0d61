import { Handshake } from "lucide-react";
import type { ComponentProps } from "react";

import type { ListedDeal } from "../../../worker/contract/deal.ts";
import type { DealView } from "../../api/deal-lists.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadingList } from "../../ui/loading-list.tsx";
import { QueryList } from "../../ui/query-list.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { DealListRow } from "./deal-list-row.tsx";

type DealListProps = Pick<ComponentProps<typeof QueryList>, "query"> & {
  view: DealView;
  deals: readonly ListedDeal[] | undefined;
};

export function DealList({ query, view, deals }: DealListProps) {
  return (
    <QueryList
      query={query}
      items={deals}
      loading={<DealListSkeleton />}
      failed="We couldn't load your deals"
      empty={<EmptyState icon={Handshake} {...EMPTY_TEXTS[view]} link={{ ...BROWSE, variant: "secondary" }} />}
    >
      {(shown) => (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {shown.map((deal) => (
            <li key={deal._id}>
              <DealListRow deal={deal} />
            </li>
          ))}
        </ul>
      )}
    </QueryList>
  );
}

const BROWSE = { to: paths.auctions, label: "Browse Auctions" };
const EMPTY_TEXTS: Readonly<Record<DealView, { readonly title: string; readonly text: string }>> = {
  all: { title: "No deals yet", text: "Once you win or sell an item, you arrange payment and delivery here." },
  needsMe: { title: "Nothing to do", text: "Deals waiting for you appear here." },
  toRate: { title: "No one to rate", text: "Once a deal is done, you have 60 days to rate each other." },
  buying: { title: "Nothing bought yet", text: "Once you win an item, you arrange payment and delivery here." },
  selling: { title: "Nothing sold yet", text: "Once your item sells, you arrange payment and delivery here." },
};

function DealListSkeleton() {
  return (
    <LoadingList
      note="Loading your deals..."
      count={4}
      className="divide-y divide-line rounded-lg border border-line bg-surface"
    >
      <div className="flex items-center gap-4 px-4 py-4 sm:px-5">
        <Skeleton className="h-14 w-16 shrink-0 sm:h-18 sm:w-24" />
        <div className="flex-1 space-y-2.5">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-5 w-1/3" />
        </div>
      </div>
    </LoadingList>
  );
}
