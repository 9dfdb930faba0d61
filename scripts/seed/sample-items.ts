/** All items of the seeded marketplace, including those whose auctions have ended. */
import { PEOPLE, type PersonName } from "./people.ts";
import { Random } from "./random.ts";
import type { SampleItem } from "./sample-item.ts";
import { antiques } from "./sample-items/antiques.ts";
import { artCollectibles } from "./sample-items/art-collectibles.ts";
import { electronics } from "./sample-items/electronics.ts";
import { fashion } from "./sample-items/fashion.ts";
import { gaming } from "./sample-items/gaming.ts";
import { jewelryWatches } from "./sample-items/jewelry-watches.ts";
import { realEstate } from "./sample-items/real-estate.ts";
import { vehicles } from "./sample-items/vehicles.ts";
import { stableId } from "./stable-id.ts";

export const SAMPLE_ITEMS: readonly SampleItem[] = [
  ...artCollectibles,
  ...jewelryWatches,
  ...vehicles,
  ...realEstate,
  ...fashion,
  ...electronics,
  ...gaming,
  ...antiques,
];

export function auctionIdOf(item: SampleItem): string {
  return stableId(`lot ${item.slug}`);
}

/** The share of people who watch an item. */
const WATCHING_SHARE = 0.12;

/** The people with a live item on their watchlist: a few, never its seller. */
export function watchersOf({ slug, seller, story }: SampleItem): PersonName[] {
  if (story.endsInMinutes < 0) return [];
  return PEOPLE.map(({ name }) => name).filter(
    (name) => name !== seller && new Random(`watch ${slug} ${name}`).next() < WATCHING_SHARE,
  );
}
