/** Places items on the landing page, each at most once. Pure. */
import type { ListedAuction } from "../../../worker/contract/catalogue.ts";

/** One row on a large screen. */
const ENDING_SHOWN = 4;
/** Two rows of three, or three of two. */
const FEATURED_SHOWN = 6;
/** One row of three. If fewer would be left, all are in the grid, and no row shows those that end soon. */
const LEAST_FEATURED = 3;

type LandingLists = {
  /** The first is the one at the top of the page. */
  readonly featured: readonly ListedAuction[];
  /** Live, the soonest end first. */
  readonly live: readonly ListedAuction[];
  readonly sold: readonly ListedAuction[];
};

/** The items for the row that ends soon, the grid and the list of sold items. */
export function chooseLots({ featured, live, sold }: LandingLists) {
  const hero = featured.slice(0, 1);
  const soonest = without(live, hero).slice(0, ENDING_SHOWN);
  const others = without(featured, [...hero, ...soonest]);
  const hasRow = hero.length === 0 || others.length >= LEAST_FEATURED;
  const ending = hasRow ? soonest : [];
  const grid = (hasRow ? others : featured.slice(1)).slice(0, FEATURED_SHOWN);
  return { ending, grid, sold: without(sold, [...hero, ...ending, ...grid]) };
}

function without(auctions: readonly ListedAuction[], shown: readonly ListedAuction[]): ListedAuction[] {
  return auctions.filter(({ _id }) => !shown.some((one) => one._id === _id));
}
