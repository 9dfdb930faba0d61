import { PiggyBank, Receipt, Tag, Trophy } from "lucide-react";

import { Counters } from "../../ui/counters.tsx";
import { Price } from "../../ui/items/price.tsx";

/** Amounts in major units. */
type Statistics = { totalItems: number; totalValue: number; totalSavings: number; averageSavings: number };
type WinningsCountersProps = { statistics: Statistics | undefined; currency: string | undefined };

export function WinningsCounters({ statistics, currency }: WinningsCountersProps) {
  const price = (amount: number | undefined) =>
    amount !== undefined && currency !== undefined ? <Price amount={amount} currency={currency} /> : undefined;
  return (
    <div className="mt-8">
      <Counters
        counters={[
          { label: "Items Won", icon: Trophy, value: statistics?.totalItems },
          { label: "Total Value", icon: Receipt, value: price(statistics?.totalValue) },
          { label: "Total Savings", icon: PiggyBank, value: price(statistics?.totalSavings) },
          { label: "Avg. Savings", icon: Tag, value: price(statistics?.averageSavings) },
        ]}
      />
      <p className="mt-2 text-sm text-muted">
        Savings show how far below the Buy Now price you won. Items without one don't count.
      </p>
    </div>
  );
}
