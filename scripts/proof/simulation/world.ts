/** The simulation, its auctions and its people, and what happened to them. */
import type { SimulatedLot } from "./lot.ts";
import type { People } from "./people.ts";
import type { Simulation } from "./simulation.ts";

export type World = {
  readonly simulation: Simulation;
  readonly people: People;
  readonly lots: SimulatedLot[];
  /** Users who have read their inbox. */
  readonly readers: Set<string>;
  /** How often D1 was restored. */
  restores: number;
};
