import { Gavel } from "lucide-react";

import type { Profile } from "../../../worker/contract/account.ts";
import { paths } from "../../paths.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Price } from "../../ui/items/price.tsx";
import { Link } from "../../ui/link.tsx";

export function RecentActivityPanel({ recentActivity }: Pick<Profile, "recentActivity">) {
  if (recentActivity.length === 0) {
    return (
      <EmptyState
        icon={Gavel}
        title="No recent activity"
        text="Your latest bids will appear here."
        link={{ to: paths.auctions, label: "Browse Auctions", variant: "secondary" }}
      />
    );
  }
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {recentActivity.map(({ _id, product, amount, currency, createdAt }) => (
        <li key={_id}>
          <Link
            to={paths.auction(product._id)}
            className="flex items-center gap-4 px-4 py-3.5 -outline-offset-2 transition-colors hover:bg-sunken sm:px-5"
          >
            <span className="hidden size-10 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent sm:flex">
              <Gavel aria-hidden className="size-4.5" strokeWidth={1.75} />
            </span>
            <span className="min-w-0 flex-1">
              <span className="line-clamp-2 text-sm">
                Bid placed on <span className="font-medium">{product.title}</span>
              </span>
              <DateTime iso={createdAt} withTime className="mt-0.5 block text-sm text-muted" />
            </span>
            <Price amount={amount} currency={currency} className="shrink-0 font-semibold" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
