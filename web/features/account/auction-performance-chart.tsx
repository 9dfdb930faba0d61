import { Bar, BarChart, Cell, LabelList, ResponsiveContainer, XAxis, YAxis } from "recharts";

const TICK = { fill: "var(--color-muted)", fontSize: 12 };

type AuctionPerformanceChartProps = { bars: readonly { short: string; count: number; color: string }[] };

/** A bar chart of the number of auctions of each kind. It is decorative: the figures are beside it as text. */
export default function AuctionPerformanceChart({ bars }: AuctionPerformanceChartProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...bars]}
        layout="vertical"
        margin={{ top: 0, right: 36, bottom: 0, left: 0 }}
        barCategoryGap="28%"
        accessibilityLayer={false}
      >
        <XAxis type="number" hide domain={[0, "dataMax"]} />
        <YAxis type="category" dataKey="short" tick={TICK} tickLine={false} axisLine={false} width={76} />
        <Bar
          dataKey="count"
          radius={[0, 5, 5, 0]}
          background={{ fill: "var(--color-sunken)", radius: 5 }}
          isAnimationActive={false}
        >
          {bars.map(({ short, color }) => (
            <Cell key={short} fill={color} />
          ))}
          <LabelList dataKey="count" position="right" fill="var(--color-ink)" fontSize={13} fontWeight={600} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}
