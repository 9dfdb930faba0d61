import { showsSamples } from "../../ui/fixed-texts.ts";
import { SampleNote } from "../../ui/sample-note.tsx";
import { type LandingStat, LandingStats } from "./landing-stats.tsx";
import { RealCounts } from "./lazy-real-counts.ts";

const SAMPLES: readonly LandingStat[] = [
  { value: "1000+", text: "Active Auctions" },
  { value: "25000+", text: "Happy Bidders" },
  {
    value: (
      <abbr title="25 million rupees" className="no-underline">
        ₹2.5Cr+
      </abbr>
    ),
    text: "Items Sold Worth",
  },
];

/** The marketplace's numbers: counted, or the specification's samples. */
export function MarketplaceStats() {
  return showsSamples() ? <LandingStats stats={SAMPLES} note={<SampleNote subject="figures" />} /> : <RealCounts />;
}
