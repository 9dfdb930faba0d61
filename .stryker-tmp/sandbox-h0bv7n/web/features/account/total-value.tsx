// @ts-nocheck
import { useQuery } from "@tanstack/react-query";

import { settingsQuery } from "../../api/settings.ts";
import { Price } from "../../ui/price.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** A sum over several auctions: it has no currency of its own, so it is told in the deployment's. */
export function TotalValue({ amount }: { amount: number }) {
  const { data: settings, isPending } = useQuery(settingsQuery);
  if (settings) return <Price amount={amount} currency={settings.currency} />;
  return isPending ? <Skeleton className="h-6 w-20" /> : <>{amount.toLocaleString("en-US")}</>;
}
