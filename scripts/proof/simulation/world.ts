/** The simulation, its auctions and its people, and what happened to them. */
import type { SimulatedListing } from "./listing.ts";
import type { People } from "./people.ts";
import type { Simulation } from "./simulation.ts";

export type World = {
  readonly simulation: Simulation;
  readonly people: People;
  readonly listings: SimulatedListing[];
  /** Users who have read their inbox. */
  readonly readers: Set<string>;
  /** How often D1 was restored. */
  restores: number;
};
