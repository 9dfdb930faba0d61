import { Building2, Car, Gamepad2, Gem, Hourglass, type LucideIcon, Palette, Shirt, Smartphone } from "lucide-react";
import { Link } from "react-router";

import { categoryPath } from "../../paths.ts";
import { Section } from "./section.tsx";

/** The eight of the house, with the fixed texts of the landing page. Ids are those of the contract. */
const CATEGORIES: { id: string; name: string; items: string; icon: LucideIcon }[] = [
  { id: "art-collectibles", name: "Art & Collectibles", items: "2.5k+", icon: Palette },
  { id: "jewelry-watches", name: "Jewelry & Watches", items: "1.8k+", icon: Gem },
  { id: "vehicles", name: "Vehicles", items: "950+", icon: Car },
  { id: "real-estate", name: "Real Estate", items: "420+", icon: Building2 },
  { id: "fashion", name: "Fashion", items: "3.2k+", icon: Shirt },
  { id: "electronics", name: "Electronics", items: "1.5k+", icon: Smartphone },
  { id: "gaming", name: "Gaming", items: "890+", icon: Gamepad2 },
  { id: "antiques", name: "Antiques", items: "670+", icon: Hourglass },
];

export function CategoryGrid() {
  return (
    <Section title="Explore Categories" className="border-t border-line">
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {CATEGORIES.map(({ id, name, items, icon: Icon }) => (
          <li key={id}>
            <Link
              to={categoryPath(id)}
              className="flex h-full flex-col gap-6 rounded-lg border border-line bg-surface p-4 transition-colors hover:border-line-strong sm:p-5"
            >
              <Icon aria-hidden className="size-6 text-accent" strokeWidth={1.5} />
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
