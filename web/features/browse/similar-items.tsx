import { useQuery } from "@tanstack/react-query";

import type { ListedAuction } from "../../../worker/contract/catalogue.ts";
import { serverNow } from "../../api/server-clock.ts";
import { similarQuery } from "../../api/similar.ts";
import { categoryPath } from "../../paths.ts";
import { ItemTile } from "../../ui/items/item-tile.tsx";
import { Link } from "../../ui/link.tsx";
import { NearView } from "../../ui/near-view.tsx";

/** One row on a large screen. */
const MAX_SHOWN = 4;

type SimilarItemsProps = { auction: Pick<ListedAuction, "_id" | "category"> };

/**
 * Other items in the same category, live ones first. Nothing if there are none. Fetched when they come near the screen.
 */
export function SimilarItems({ auction }: SimilarItemsProps) {
  return (
    <NearView>
      <ItemGrid auction={auction} />
    </NearView>
  );
}

function ItemGrid({ auction }: SimilarItemsProps) {
  const { data: items = [] } = useQuery(similarQuery(auction, MAX_SHOWN));
  const { category } = auction;
  if (items.length === 0 || !category) return null;
  return (
    <section aria-label="Similar items">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="font-display text-xl font-medium">Similar items</h2>
        <Link
          to={categoryPath(category._id)}
          className="rounded-sm py-1 text-sm font-medium text-accent hover:underline"
        >
          All in {category.name}
        </Link>
      </div>
      <ul className="mt-4 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {items.map((item) => (
          <li key={item._id} className="min-w-0">
            <ItemTile auction={item} now={serverNow} />
          </li>
        ))}
      </ul>
    </section>
  );
}
