import { useId } from "react";

import type { Profile } from "../../../worker/contract/account.ts";
import { Skeleton } from "../../ui/skeleton.tsx";

type QuickStatsProps = { statistics: Profile["statistics"] | undefined; loading: boolean };

/** Two numbers, in a card beside the page, or on one line on a small screen. */
export function QuickStats({ statistics, loading }: QuickStatsProps) {
  const stats = [
    { label: "Active Auctions", value: statistics?.activeAuctions },
    { label: "Won Items", value: statistics?.totalWinnings },
  ];
  const id = useId();
  return (
    <section aria-labelledby={id} className="lg:rounded-lg lg:border lg:border-line lg:bg-surface lg:p-4">
      <h2 id={id} className="sr-only text-sm font-semibold lg:not-sr-only lg:mb-3">
        Quick Stats
      </h2>
      <dl className="flex gap-x-6 text-sm lg:flex-col lg:gap-y-2.5">
        {stats.map(({ label, value }) => (
          <div key={label} className="flex h-6 items-center gap-2 lg:justify-between">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold tabular-nums">
              {loading ? <Skeleton className="h-4 w-5" /> : (value ?? <span className="text-muted">—</span>)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
