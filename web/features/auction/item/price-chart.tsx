import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";

import { format } from "../../../ui/format.ts";
import { priceText } from "../../../ui/items/price.tsx";
import type { PricePoint } from "./price-history.ts";

const DAY_MS = 86_400_000;
const TICK = { fill: "var(--color-muted)", fontSize: 12 };

type PriceChartProps = { points: readonly PricePoint[]; currency: string };

/** The price as a step chart, because it's constant between bids. Loaded lazily because its library is large. */
export default function PriceChart({ points, currency }: PriceChartProps) {
  const spanMs = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0);
  const formatTick = spanMs > DAY_MS ? format.day : format.shortTime;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart data={[...points]} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="at"
          type="number"
          scale="time"
          domain={["dataMin", "dataMax"]}
          tickFormatter={(at: number) => formatTick(at)}
          tick={TICK}
          tickLine={false}
          axisLine={false}
          minTickGap={48}
        />
        <YAxis
          dataKey="price"
          domain={["auto", "auto"]}
          tickFormatter={(price: number) => priceText(price, currency)}
          tick={TICK}
          tickLine={false}
          axisLine={false}
          width={68}
        />
        <Tooltip content={<PriceTooltip currency={currency} />} isAnimationActive={false} />
        <Area
          type="stepAfter"
          dataKey="price"
          stroke="var(--color-accent)"
          strokeWidth={2}
          fill="var(--color-accent-soft)"
          isAnimationActive={false}
          activeDot={{ r: 4 }}
        />
      </AreaChart>
    </ResponsiveContainer>
  );
}

type PriceTooltipProps = { currency: string; active?: boolean; payload?: readonly { payload?: PricePoint }[] };

function PriceTooltip({ currency, active, payload }: PriceTooltipProps) {
  const point = payload?.[0]?.payload;
  if (!active || !point) return null;
  return (
    <div className="rounded-md border border-line bg-surface px-3 py-2 text-sm shadow-lifted">
      <p className="font-semibold tabular-nums">{priceText(point.price, currency)}</p>
      <p className="text-xs text-muted">
        {point.bidder}, {format.dateAndTime(point.at)}
      </p>
    </div>
  );
}
