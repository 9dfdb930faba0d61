import { PiggyBank, Receipt, Tag, Trophy } from "lucide-react";

import { Counters } from "../../ui/counters.tsx";
import { Price } from "../../ui/price.tsx";
import { Savings } from "./savings.tsx";

/** Amounts in major units. */
type Statistics = { totalItems: number; totalValue: number; totalSavings: number; averageSavings: number };
type WinningsCountersProps = { statistics: Statistics | undefined; currency: string | undefined };

export function WinningsCounters({ statistics, currency }: WinningsCountersProps) {
  const price = (amount: number | undefined) =>
    amount !== undefined && currency !== undefined ? <Price amount={amount} currency={currency} /> : undefined;
  const savings = (amount: number | undefined) =>
    amount !== undefined && currency !== undefined ? <Savings amount={amount} currency={currency} /> : undefined;
  return (
    <div className="mt-8">
      <Counters
        counters={[
          { label: "Items Won", icon: Trophy, value: statistics?.totalItems },
          { label: "Total Value", icon: Receipt, value: price(statistics?.totalValue) },
          { label: "Total Savings", icon: PiggyBank, value: savings(statistics?.totalSavings) },
          { label: "Avg. Savings", icon: Tag, value: savings(statistics?.averageSavings) },
        ]}
      />
    </div>
  );
}
