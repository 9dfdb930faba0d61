/** All lots of the seeded marketplace, including those whose auctions have ended. */
import type { SampleLot } from "./lot.ts";
import { antiques } from "./lots/antiques.ts";
import { artCollectibles } from "./lots/art-collectibles.ts";
import { electronics } from "./lots/electronics.ts";
import { fashion } from "./lots/fashion.ts";
import { gaming } from "./lots/gaming.ts";
import { jewelryWatches } from "./lots/jewelry-watches.ts";
import { realEstate } from "./lots/real-estate.ts";
import { vehicles } from "./lots/vehicles.ts";
import { PEOPLE, type PersonName } from "./people.ts";
import { Random } from "./random.ts";
import { stableId } from "./stable-id.ts";

export const LOTS: readonly SampleLot[] = [
  ...artCollectibles,
  ...jewelryWatches,
  ...vehicles,
  ...realEstate,
  ...fashion,
  ...electronics,
  ...gaming,
  ...antiques,
];

export function auctionIdOf(lot: SampleLot): string {
  return stableId(`lot ${lot.slug}`);
}

/** The share of people who watch a lot. */
const WATCHING_SHARE = 0.12;

/** The people with a live item on their watch list: a few, never its seller. */
export function watchersOf({ slug, seller, story }: SampleLot): PersonName[] {
  if (story.endsInMinutes < 0) return [];
  return PEOPLE.map(({ name }) => name).filter(
    (name) => name !== seller && new Random(`watch ${slug} ${name}`).next() < WATCHING_SHARE,
  );
}
