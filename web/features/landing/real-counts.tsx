import { useQuery } from "@tanstack/react-query";

import { ROUNDED_FROM } from "../../../worker/contract/text/round-down.ts";
import { countsQuery } from "../../api/counts.ts";
import { format } from "../../ui/format.ts";
import { LandingStats } from "./landing-stats.tsx";

/** The number of live items in a category, or the numbers for the whole marketplace. */
export default function RealCounts({ categoryId }: { categoryId?: string }) {
  return categoryId === undefined ? <CountedStats /> : <CategoryLiveCount categoryId={categoryId} />;
}

/** The marketplace's numbers. Leaves out anything that hasn't happened yet. */
function CountedStats() {
  const { data: counts } = useQuery(countsQuery);
  if (!counts) return null;
  const { live, bidders, sold, currency } = counts;
  const counted = [
    { count: live, value: format.number(live), text: live === 1 ? "Active Auction" : "Active Auctions" },
    { count: bidders, value: format.number(bidders), text: bidders === 1 ? "Bidder" : "Bidders" },
    { count: sold, value: format.money(sold, currency), text: "Items Sold Worth" },
  ];
  const stats = counted.flatMap(({ count, value, text }) =>
    count > 0 ? [{ value: value + plusSign(count), text }] : [],
  );
  return stats.length > 0 && <LandingStats stats={stats} />;
}

/** How many live auctions a category has. Nothing if there are none. */
function CategoryLiveCount({ categoryId }: { categoryId: string }) {
  const { data: counts } = useQuery(countsQuery);
  const live = counts?.categories[categoryId] ?? 0;
  return live > 0 && `${format.number(live)}${plusSign(live)} live`;
}

/** Counts from `ROUNDED_FROM` on are rounded down, so they get a plus sign. */
function plusSign(count: number): "" | "+" {
  return count < ROUNDED_FROM ? "" : "+";
}
