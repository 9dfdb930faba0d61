import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { ROUNDED_FROM } from "../../../worker/contract/rounded-down.ts";
import { countsQuery } from "../../api/counts.ts";
import { showsSamples } from "../../ui/fixed-texts.ts";
import { reader } from "../../ui/format.ts";
import { SampleNote } from "../../ui/sample-note.tsx";

type Figure = { readonly figure: ReactNode; readonly text: string };

const SAMPLES: readonly Figure[] = [
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

/** How much goes on here: counted, or the samples of the specification. Nothing while nothing has been counted. */
export function MarketplaceFigures() {
  return showsSamples() ? <Figures figures={SAMPLES} note={<SampleNote of="figures" />} /> : <CountedFigures />;
}

function CountedFigures() {
  const { data: counts } = useQuery(countsQuery);
  if (!counts) return null;
  const { live, bidders, sold, currency } = counts;
  const counted = [
    { count: live, figure: reader.count(live), text: live === 1 ? "Active Auction" : "Active Auctions" },
    { count: bidders, figure: reader.count(bidders), text: bidders === 1 ? "Bidder" : "Bidders" },
    { count: sold, figure: reader.money(sold, currency), text: "Items Sold Worth" },
  ];
  const figures = counted.flatMap(({ count, figure, text }) =>
    count > 0 ? [{ figure: count < ROUNDED_FROM ? figure : `${figure}+`, text }] : [],
  );
  return figures.length > 0 && <Figures figures={figures} />;
}

function Figures({ figures, note }: { figures: readonly Figure[]; note?: ReactNode }) {
  return (
    <section aria-label={note ? "Sample figures" : "Figures"} className="border-t border-line">
      <div className="mx-auto max-w-7xl px-4 py-10 sm:px-6">
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-6">
          {figures.map(({ figure, text }) => (
            <div key={text} className="flex flex-col-reverse justify-end">
              <dt className="mt-1 text-sm text-muted">{text}</dt>
              <dd className="font-display text-xl font-medium tabular-nums sm:text-2xl">{figure}</dd>
            </div>
          ))}
        </dl>
        {note && <p className="mt-4">{note}</p>}
      </div>
    </section>
  );
}
