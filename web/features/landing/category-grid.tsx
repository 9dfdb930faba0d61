import { categoryPath } from "../../paths.ts";
import { showsSamples } from "../../ui/fixed-texts.ts";
import { drawingOf } from "../../ui/items/category-drawing.ts";
import { Link } from "../../ui/link.tsx";
import { SampleNote } from "../../ui/sample-note.tsx";
import { RealCounts } from "./lazy-real-counts.ts";
import { Section } from "./section.tsx";

/** The eight fixed categories, with the specification's sample counts. The IDs are the contract's. */
const CATEGORIES: { id: string; name: string; sampleCount: string }[] = [
  { id: "art-collectibles", name: "Art & Collectibles", sampleCount: "2.5k+" },
  { id: "jewelry-watches", name: "Jewelry & Watches", sampleCount: "1.8k+" },
  { id: "vehicles", name: "Vehicles", sampleCount: "950+" },
  { id: "real-estate", name: "Real Estate", sampleCount: "420+" },
  { id: "fashion", name: "Fashion", sampleCount: "3.2k+" },
  { id: "electronics", name: "Electronics", sampleCount: "1.5k+" },
  { id: "gaming", name: "Gaming", sampleCount: "890+" },
  { id: "antiques", name: "Antiques", sampleCount: "670+" },
];

export function CategoryGrid() {
  const hasSamples = showsSamples();
  return (
    <Section
      title="Explore Categories"
      className="border-t border-line"
      aside={hasSamples && <SampleNote subject="figures" />}
    >
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
        {CATEGORIES.map(({ id, name, sampleCount }) => (
          <li key={id}>
            <Link
              to={categoryPath(id)}
              className="group flex h-full overflow-hidden rounded-lg border border-line bg-surface transition-colors hover:border-line-strong sm:flex-col"
            >
              {/* The drawing is a mask, so its lines take the theme's color. */}
              <span
                className="block w-16 shrink-0 self-stretch bg-accent [mask-size:cover] [mask-position:center] transition-transform duration-500 group-hover:scale-[1.03] sm:aspect-[5/3] sm:w-auto"
                style={{ maskImage: `url(${drawingOf(id)})` }}
              />
              <span className="px-3 py-2.5 sm:px-5 sm:py-4">
                <span className="block font-medium max-sm:text-sm">{name}</span>
                {/* The line keeps its height until the count arrives. */}
                <span className="mt-0.5 block min-h-5 text-sm text-muted tabular-nums">
                  {hasSamples ? `${sampleCount} items` : <RealCounts categoryId={id} />}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
