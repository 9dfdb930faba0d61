import { Suspense } from "react";

import type { AuctionView } from "../../../api/auction-view.ts";
import { DateTime } from "../../../ui/date-time.tsx";
import { ErrorBoundary } from "../../../ui/error-boundary.tsx";
import { Price } from "../../../ui/items/price.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { NearView } from "../../../ui/near-view.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { priceHistory } from "./price-history.ts";

const PriceChart = lazyComponent(() => import("./price-chart.tsx"));

/** How near the screen the chart must be before its library loads. The library is as large as the rest of the page. */
const LOAD_MARGIN = "200px";

/** A line needs two points. */
const MIN_POINTS = 2;

/** The price over time: a summary in words, and a chart that loads when it's near the screen. */
export function PriceOverTime({ bids, auction }: Pick<AuctionView, "bids" | "auction">) {
  const points = priceHistory(bids);
  const [first] = points;
  const last = points.at(-1);
  if (points.length < MIN_POINTS || !first || !last) return null;
  const { currency, bidCount } = auction;
  return (
    <section aria-labelledby="price-over-time" className="border-t border-line pt-6">
      <h2 id="price-over-time" className="font-display text-xl font-medium">
        Price over time
      </h2>
      <p className="mt-1 text-sm text-muted">
        From <Price amount={first.price} currency={currency} /> on{" "}
        <DateTime iso={new Date(first.at).toISOString()} withTime /> to{" "}
        <Price amount={last.price} currency={currency} /> on <DateTime iso={new Date(last.at).toISOString()} withTime />
        , over {bidCount > points.length ? `the last ${points.length} of ${bidCount} bids` : `${points.length} bids`}.
      </p>
      <div aria-hidden className="mt-4 h-60">
        <NearView margin={LOAD_MARGIN}>
          <ErrorBoundary fallback={null}>
            <div className="h-60">
              <Suspense fallback={<Skeleton className="h-full" />}>
                <PriceChart points={points} currency={currency} />
              </Suspense>
            </div>
          </ErrorBoundary>
        </NearView>
      </div>
    </section>
  );
}
