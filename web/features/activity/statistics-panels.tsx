import { useQuery } from "@tanstack/react-query";
import { Bookmark, CircleDollarSign, Gavel, Layers, Radio, Trophy } from "lucide-react";
import type { ReactNode } from "react";

import type { Profile } from "../../../worker/contract/account.ts";
import { settingsQuery } from "../../api/settings.ts";
import { paths } from "../../paths.ts";
import { Card } from "../../ui/card.tsx";
import { Counters } from "../../ui/counters.tsx";
import { format } from "../../ui/format.ts";
import { Price } from "../../ui/items/price.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

type StatisticsRow = { label: string; value: ReactNode };

/** The person's activity in six numbers. */
export function OverviewPanel({ statistics }: Pick<Profile, "statistics">) {
  return (
    <Counters
      className="md:grid-cols-3"
      counters={[
        {
          label: "Total Auctions",
          icon: Layers,
          value: statistics.totalAuctions,
          link: { to: paths.myAuctions, text: "View auctions" },
        },
        {
          label: "Items Won",
          icon: Trophy,
          value: statistics.totalWinnings,
          link: { to: paths.auctionsWon, text: "View winnings" },
        },
        {
          label: "Total Bids",
          icon: Gavel,
          value: statistics.totalBids,
          link: { to: paths.history, text: "View history" },
        },
        { label: "Total Value", icon: CircleDollarSign, value: <TotalValue amount={statistics.totalWinningsValue} /> },
        {
          label: "Watchlist",
          icon: Bookmark,
          value: statistics.watchListCount,
          link: { to: paths.watchlist, text: "View watchlist" },
        },
        { label: "Active Auctions", icon: Radio, value: statistics.activeAuctions },
      ]}
    />
  );
}

export function StatisticsPanel({ statistics }: Pick<Profile, "statistics">) {
  const { totalAuctions, activeAuctions, completedAuctions, totalBids, watchListCount } = statistics;
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Part title="Auction performance">
        <Rows
          rows={[
            { label: "Auctions created", value: totalAuctions },
            { label: "Active auctions", value: activeAuctions },
            { label: "Completed auctions", value: completedAuctions },
          ]}
        />
      </Part>
      <Part title="Financial summary">
        <Rows
          rows={[
            { label: "Winnings value", value: <TotalValue amount={statistics.totalWinningsValue} /> },
            { label: "Bids placed", value: totalBids },
            { label: "Watchlist items", value: watchListCount },
          ]}
        />
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="mb-4 font-display text-lg font-medium">{title}</h2>
      {children}
    </Card>
  );
}

function Rows({ rows }: { rows: readonly StatisticsRow[] }) {
  return (
    <dl className="divide-y divide-line text-sm">
      {rows.map(({ label, value }) => (
        <div key={label} className="flex min-h-11 items-center justify-between gap-4">
          <dt className="text-muted">{label}</dt>
          <dd className="text-base font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A sum over several auctions has no single currency, so it's shown in the deployment's. */
function TotalValue({ amount }: { amount: number }) {
  const { data: settings, isPending } = useQuery(settingsQuery);
  if (settings) return <Price amount={amount} currency={settings.currency} />;
  return isPending ? <Skeleton className="h-6 w-20" /> : <>{format.number(amount)}</>;
}
