/** What a seeded lot is made of: what the seller writes and shows, and how its auction stands. */
import type { FIXED_CATEGORIES } from "../../worker/contract/category.ts";
import type { PersonName } from "./people.ts";

export type CategoryId = (typeof FIXED_CATEGORIES)[number]["id"];

/** How an auction stands at the moment of seeding. `history.ts` makes its bids from this. */
export type Story = {
  readonly openedHoursAgo: number;
  /** Negative for an auction that is over. */
  readonly endsInMinutes: number;
  readonly bids: number;
  /** The price after the last bid, as a multiple of the starting price. */
  readonly climb?: number;
  /** Who made the last bid. */
  readonly leader?: PersonName;
  /** People who bid beside whoever else did. */
  readonly among?: readonly PersonName[];
  /** How many of the bids came in the last minutes, when they move the end: for an auction that is over. */
  readonly finale?: number;
};

export type Lot = {
  /** Unique and never changed: ids and the accidents of history follow from it. */
  readonly slug: string;
  readonly category: CategoryId;
  readonly seller: PersonName;
  readonly title: string;
  readonly description: string;
  /** In US dollars. */
  readonly startingPrice: number;
  /** Above a thousand dollars a seller asks for more than a dollar a step. */
  readonly increments: "flat" | "tiered";
  readonly story: Story;
  /** Details that the seller shows beside the whole: each is an image of its own. */
  readonly closeUps?: readonly ("middle" | "side")[];
};

/** The files of a lot's images, in images/lots, the cover first. */
export function imagesOf({ slug, closeUps = [] }: Lot): readonly string[] {
  return [`${slug}.webp`, ...closeUps.map((detail) => `${slug}-${detail}.webp`)];
}

const TIERED_FROM = 1_000;

export function lotsOf(category: CategoryId, lots: readonly Omit<Lot, "category" | "increments">[]): readonly Lot[] {
  return lots.map((lot) => ({ ...lot, category, increments: lot.startingPrice >= TIERED_FROM ? "tiered" : "flat" }));
}

export const HOURS = 60;
export const DAYS = 24 * HOURS;
