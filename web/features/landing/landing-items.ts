/** Distributes items over the landing page, each at most once. Pure. */
import type { ListedAuction } from "../../../worker/contract/catalogue.ts";

/** One row on a large screen. */
const MAX_ENDING_ROW_ITEMS = 4;
/** Two rows of three, or three of two. */
const MAX_FEATURED_ITEMS = 6;
/** One row of three. With fewer left, all items go in the grid, and the "ending soon" row is dropped. */
const MIN_FEATURED_ITEMS = 3;

type LandingLists = {
  /** The first one is at the top of the page. */
  readonly featured: readonly ListedAuction[];
  /** Live, ending soonest first. */
  readonly live: readonly ListedAuction[];
  readonly sold: readonly ListedAuction[];
};

/** Chooses the items for the "ending soon" row, the grid and the sold list. */
export function chooseLandingItems({ featured, live, sold }: LandingLists) {
  const hero = featured.slice(0, 1);
  const soonest = exclude(live, hero).slice(0, MAX_ENDING_ROW_ITEMS);
  const others = exclude(featured, [...hero, ...soonest]);
  const hasRow = hero.length === 0 || others.length >= MIN_FEATURED_ITEMS;
  const ending = hasRow ? soonest : [];
  const grid = (hasRow ? others : featured.slice(1)).slice(0, MAX_FEATURED_ITEMS);
  return { ending, grid, sold: exclude(sold, [...hero, ...ending, ...grid]) };
}

function exclude(auctions: readonly ListedAuction[], shown: readonly ListedAuction[]): ListedAuction[] {
  return auctions.filter(({ _id }) => !shown.some((other) => other._id === _id));
}
