/** The data of a sample item: its listing, and the state of its auction. */
import type { FIXED_CATEGORIES } from "../../worker/contract/category.ts";
import type { PersonName } from "./people.ts";

export type CategoryId = (typeof FIXED_CATEGORIES)[number]["id"];

/** The state of an auction at the time of seeding. `history.ts` generates its bids from this. */
export type ItemStory = {
  readonly openedHoursAgo: number;
  /** Negative for an auction that has ended. */
  readonly endsInMinutes: number;
  readonly bidCount: number;
  /** The price after the last bid, as a multiple of the starting price. */
  readonly priceMultiple?: number;
  /** Who placed the last bid. */
  readonly leader?: PersonName;
  /** People who must be among the bidders. */
  readonly otherBidders?: readonly PersonName[];
  /** How many bids came in the last minutes and extended the end, for an auction that has ended. */
  readonly lateBidCount?: number;
};

export type SampleItem = {
  /** Must be unique and never change, because IDs and the random history are derived from it. */
  readonly slug: string;
  readonly category: CategoryId;
  readonly seller: PersonName;
  readonly title: string;
  readonly description: string;
  /** In US dollars. */
  readonly startingPrice: number;
  /** From a thousand dollars up, sellers use increments larger than one dollar. */
  readonly increments: "flat" | "tiered";
  readonly story: ItemStory;
  /** Close-ups in addition to the cover, each in its own image. */
  readonly closeUps?: readonly ("middle" | "side")[];
};

/** The image files of an item in images/items, the cover first. */
export function imageFilesOf({ slug, closeUps = [] }: SampleItem): readonly string[] {
  return [`${slug}.webp`, ...closeUps.map((detail) => `${slug}-${detail}.webp`)];
}

const TIERED_FROM = 1_000;

export function itemsIn(
  category: CategoryId,
  items: readonly Omit<SampleItem, "category" | "increments">[],
): readonly SampleItem[] {
  return items.map((item) => ({
    ...item,
    category,
    increments: item.startingPrice >= TIERED_FROM ? "tiered" : "flat",
  }));
}

export const HOUR_MINUTES = 60;
export const DAY_MINUTES = 24 * HOUR_MINUTES;
