import { showsSamples } from "../../ui/fixed-texts.ts";
import { SampleNote } from "../../ui/sample-note.tsx";
import { Counted } from "./counted-lazily.ts";
import { type LandingFigure, LandingFigures } from "./figures.tsx";

const SAMPLES: readonly LandingFigure[] = [
  { figure: "1000+", text: "Active Auctions" },
  { figure: "25000+", text: "Happy Bidders" },
  {
    figure: (
      <abbr title="25 million rupees" className="no-underline">
        ₹2.5Cr+
      </abbr>
    ),
    text: "Items Sold Worth",
  },
];

/** The marketplace's numbers: counted, or the specification's samples. */
export function MarketplaceFigures() {
  return showsSamples() ? <LandingFigures figures={SAMPLES} note={<SampleNote of="figures" />} /> : <Counted />;
}
