/** One auction in a simulated world, as every judge sees it. */
import type { Replay } from "../invariants/replay.ts";
import type { PersonOf } from "../oracle/commands.ts";
import type { SimulatedListing } from "./listing.ts";

/** The part of a fact that its journal keeps secret. */
export type StoredSecret = {
  readonly personIds?: readonly string[];
  readonly maxMinor?: number;
  readonly reserveMinor?: number;
  readonly salt?: string;
};

export type JudgedAuction = {
  readonly listing: SimulatedListing;
  readonly replayed: Replay;
  /** The secrets that the room stored, by fact number. */
  readonly secrets: ReadonlyMap<number, StoredSecret>;
  /** The account behind a bidder's ID in the facts. */
  readonly personOf: PersonOf;
};
