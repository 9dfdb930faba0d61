import { Link } from "react-router";

import { categoryPath } from "../../paths.ts";
import { SpriteIcon, type SpriteIconName } from "../../ui/sprite-icon.tsx";
import { Section } from "./section.tsx";

/** The eight fixed categories, with the fixed texts of the landing page. Ids are those of the contract. */
const CATEGORIES: { id: string; name: string; items: string; icon: SpriteIconName }[] = [
  { id: "art-collectibles", name: "Art & Collectibles", items: "2.5k+", icon: "palette" },
  { id: "jewelry-watches", name: "Jewelry & Watches", items: "1.8k+", icon: "gem" },
  { id: "vehicles", name: "Vehicles", items: "950+", icon: "car" },
  { id: "real-estate", name: "Real Estate", items: "420+", icon: "building" },
  { id: "fashion", name: "Fashion", items: "3.2k+", icon: "shirt" },
  { id: "electronics", name: "Electronics", items: "1.5k+", icon: "smartphone" },
  { id: "gaming", name: "Gaming", items: "890+", icon: "gamepad-2" },
  { id: "antiques", name: "Antiques", items: "670+", icon: "hourglass" },
];

export function CategoryGrid() {
  return (
    <Section title="Explore Categories" className="border-t border-line">
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {CATEGORIES.map(({ id, name, items, icon }) => (
          <li key={id}>
            <Link
              to={categoryPath(id)}
              className="flex h-full flex-col gap-6 rounded-lg border border-line bg-surface p-4 transition-colors hover:border-line-strong sm:p-5"
            >
              <SpriteIcon name={icon} className="size-6 text-accent" strokeWidth={1.5} />
              <span>
                <span className="block font-medium">{name}</span>
                <span className="mt-0.5 block text-sm text-muted tabular-nums">{items} items</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
