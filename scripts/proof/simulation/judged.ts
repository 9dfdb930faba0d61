/** One auction of a simulated world as all of its judges see it. */
import type { PersonOf } from "../oracle/commands.ts";
import type { Replay } from "../oracle/replay.ts";
import type { SimulatedLot } from "./lot.ts";

/** The part of a fact that its journal keeps secret. */
export type StoredSecret = {
  readonly personIds?: readonly string[];
  readonly maxMinor?: number;
  readonly reserveMinor?: number;
  readonly salt?: string;
};

export type Judged = {
  readonly lot: SimulatedLot;
  readonly replayed: Replay;
  /** By the number of the fact, as the room has stored them. */
  readonly secrets: ReadonlyMap<number, StoredSecret>;
  /** The account behind a bidder's id in the facts. */
  readonly personOf: PersonOf;
};
